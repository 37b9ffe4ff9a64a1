import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { registerMoneyClock } from './routes.ts'

/** Composes the route that advances the clock. */
export const composeClock = ({ moneyClock }: Pick<Platform, 'moneyClock'>): Area => ({
  ...owedNothing('a clock owes nothing'),
  name: 'clock',
  register: (api) => registerMoneyClock(api, moneyClock),
})
