import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { registerMoneyClock } from './routes.ts'

/** Composes the route that advances the clock. */
export const composeClock = ({ moneyClock }: Pick<Platform, 'moneyClock'>): Area => ({
  ...EMPTY_AREA,
  name: 'clock',
  obstacles: { never: 'a clock owes nothing' },
  settle: { never: 'a clock owes nothing' },
  register: (api) => registerMoneyClock(api, moneyClock),
})
