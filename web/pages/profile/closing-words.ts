import type { Closing } from '../../../api/contract/profile.ts'

type Obstacle = Closing['obstacles'][number]

/** What the member has to end before the account can be closed. */
export const mustEnd = ({ obstacles }: Closing): readonly Obstacle[] =>
  obstacles.filter(({ ends }) => ends !== 'by_waiting' && ends !== 'by_closing')

/** What passes by itself, and is waited for. */
export const waitsIn = ({ obstacles }: Closing): readonly Obstacle[] =>
  obstacles.filter(({ ends }) => ends === 'by_waiting')
