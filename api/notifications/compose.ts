import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { startInterestNotifications } from './interest.ts'
import { createNotifications } from './notifications.ts'
import { assertMaySilenceBy } from '../identity/waits-under-way.ts'
import { notificationsData } from './personal-data.ts'
import { startNotifications, startVoteReminders } from './processes.ts'
import { pushAttempts, pushBacklog, startPushSending } from './push-sending.ts'
import { createPushSubscriptions } from './push-subscriptions.ts'
import { registerNotifications, registerPush } from './routes.ts'
import { vapidKeysOf, type VapidKeys } from './vapid.ts'

/** Composes notifications: routes for the list and its settings, the processes that add to it, and push sending. */
export const composeNotifications = (
  platform: Pick<
    Platform,
    | 'config'
    | 'pool'
    | 'ledger'
    | 'clock'
    | 'waitFor'
    | 'realClock'
    | 'members'
    | 'blocks'
    | 'sessions'
    | 'platformKeys'
    | 'log'
  >,
): Area => {
  const { config, pool, realClock, members, blocks, sessions, platformKeys, log } = platform
  const notifications = createNotifications({ pool, members, blocks, clock: realClock })
  const subscriptions = createPushSubscriptions({ pool, clock: realClock })
  const { pushServices: services, publicUrl } = config
  const attempts = pushAttempts()
  let keys: Promise<VapidKeys> | undefined
  const vapid = (): Promise<VapidKeys> =>
    (keys ??= vapidKeysOf(platformKeys).catch((error: unknown) => {
      keys = undefined
      throw error
    }))
  return {
    ...owedNothing('notifications hold no money'),
    name: 'notifications',
    backlogs: [pushBacklog(pool)],
    metrics: [attempts],
    register: (api) => {
      registerNotifications(api, notifications)
      registerPush(api, {
        subscriptions,
        sessions,
        vapid,
        services,
        maySilence: assertMaySilenceBy(api, pool, platform.clock),
      })
    },
    processes: () => [
      startPushSending({ attempts, pool, clock: realClock, notifications, vapid, publicUrl, services, log }),
      startNotifications(platform),
      startVoteReminders(platform),
      startInterestNotifications(platform),
    ],
    purges: [notifications.purge, subscriptions.purge],
    personalData: [notificationsData],
  }
}
