import { NOTHING_BEHIND, type Part } from '../../part.ts'
import type { Platform } from '../../platform.ts'
import { registerSandboxClock } from './routes.ts'

/** The call that puts the clock forward. */
export const composeSandboxClock = ({ moneyClock }: Pick<Platform, 'moneyClock'>): Part => ({
  ...NOTHING_BEHIND,
  register: (api) => registerSandboxClock(api, moneyClock),
})
