import * as z from 'zod/mini'
import { deviceOperations } from '../../api/contract/device-operations.ts'
import { type Activation, Profile, Subscriber } from '../../api/contract/devices.ts'
import { ActivityEntry, CurrentUsage, DailyUsage } from '../../api/contract/device-usage.ts'
import { call } from './client.ts'
import { document, type DocumentSource, list, type ListSource } from './sources.ts'

/** How many days of usage are shown, today included. */
export const USAGE_DAYS = 30

/** The member's subscription to the telecom service. */
export const subscriber: DocumentSource<Subscriber> = document(
  'telecom:subscriber',
  Subscriber,
  () => call(deviceOperations.getSubscriber, {}),
  (data) => data.subscriber,
)

/** The eSIM devices, oldest first, without their activation codes. */
export const profiles: DocumentSource<Profile[]> = document(
  'telecom:profiles',
  z.array(Profile),
  () => call(deviceOperations.listProfiles, {}),
  (data) => data.profiles,
)

const Plans = deviceOperations.getPlans.response
export type Plans = z.infer<typeof Plans>['plans']

/** The plan catalogue. */
export const plans: DocumentSource<Plans> = document(
  'telecom:plans',
  Plans.shape.plans,
  () => call(deviceOperations.getPlans, {}),
  (data) => data.plans,
)

/** Allowances and usage of the running billing cycle. */
export const currentUsage: DocumentSource<CurrentUsage> = document(
  'telecom:usage',
  CurrentUsage,
  () => call(deviceOperations.getCurrentUsage, {}),
  (data) => data,
)

/** Usage of each of the last days. */
export const dailyUsage: DocumentSource<DailyUsage> = document(
  'telecom:daily',
  DailyUsage,
  () => call(deviceOperations.getDailyUsage, { query: { days: String(USAGE_DAYS) } }),
  (data) => data,
)

const Insights = deviceOperations.listInsights.response
export type Insights = z.infer<typeof Insights>

/** Recommendations, the largest saving first, and which devices are too new for them. */
export const insights: DocumentSource<Insights> = document(
  'telecom:insights',
  Insights,
  () => call(deviceOperations.listInsights, {}),
  (data) => data,
)

/** What happened to the devices, newest first. */
export const telecomActivity: ListSource<ActivityEntry> = list(
  'telecom:activity',
  ActivityEntry,
  (query) => call(deviceOperations.listTelecomActivity, { query }),
  (data) => ({ rows: data.activity, nextCursor: data.next_cursor }),
)

/**
 * The activation code of a device: a bearer secret, which is why it is no source. It is asked for when it is
 * to be shown, held by what shows it, and never stored. Rejects as `call` does.
 */
export const fetchActivation = async (deviceId: string, signal: AbortSignal): Promise<Activation> =>
  (await call(deviceOperations.getActivation, { params: { id: deviceId }, signal })).data
