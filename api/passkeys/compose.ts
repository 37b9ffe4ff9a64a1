import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { passkeysData } from './personal-data.ts'
import { registerPasskeys } from './routes.ts'
import { createPasskeyWait } from './wait.ts'

/** Composes what members do with their passkeys; requests are confirmed with them in `api/http/fresh-sign-in.ts`. */
export const composePasskeys = ({
  pool,
  // The business clock: a sandbox moves it, so that the wait can be walked.
  clock,
  passkeys,
  members,
  sessions,
  securityEvents,
}: Pick<Platform, 'pool' | 'clock' | 'passkeys' | 'members' | 'sessions' | 'securityEvents'>): Area => {
  const wait = createPasskeyWait({ pool, clock })
  return {
    ...owedNothing('a passkey costs nothing'),
    name: 'passkeys',
    register: (api) =>
      registerPasskeys(api, { pool, clock, passkeys, wait, members, sessions, securityEvents }),
    personalData: [passkeysData],
    purges: [passkeys.purge, wait.purge],
  }
}
