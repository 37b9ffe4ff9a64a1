import { EMPTY_PART, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { registerMoneyClock } from './routes.ts'

/** Composes the route that advances the clock. */
export const composeClock = ({ moneyClock }: Pick<Platform, 'moneyClock'>): Part => ({
  ...EMPTY_PART,
  name: 'clock',
  obstacles: { never: 'a clock owes nothing' },
  settle: { never: 'a clock owes nothing' },
  register: (api) => registerMoneyClock(api, moneyClock),
})
