import { NOTHING_BEHIND, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { createNotifications } from './notifications.ts'
import { notificationsData } from './personal-data.ts'
import { startNotices, startVoteReminders } from './processes.ts'
import { registerNotifications } from './routes.ts'

/** What members are told of: the list, how they want it, and the processes that add to it. */
export const composeNotifications = (
  platform: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'realClock' | 'members' | 'log'>,
): Part => {
  const { pool, ledger, clock, realClock, members, log } = platform
  const notifications = createNotifications({ pool, members, clock: realClock })
  return {
    ...NOTHING_BEHIND,
    register: (api) => registerNotifications(api, notifications),
    processes: () => [
      startNotices({ pool, store: ledger.store, log }),
      startVoteReminders({ pool, clock, log }),
    ],
    purges: [notifications.purge],
    personalData: [notificationsData],
  }
}
