import * as z from 'zod/mini'
import type { Operation } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import {
  type Activation,
  ActivityEntry,
  CurrentUsage,
  DailyUsage,
  Profile,
  Subscriber,
} from '../../api/contract/devices.ts'
import { call, type CallResult } from './client.ts'
import type { DocumentSource, ListSource } from './sources.ts'

const PAGE_SIZE = 20
/** How many days of usage are shown, today included. */
export const USAGE_DAYS = 30

const stamped = <T extends Operation, Value>(
  { data, asOf }: CallResult<T>,
  valueOf: (data: CallResult<T>['data']) => Value,
): { value: Value; asOf: string } => ({ value: valueOf(data), asOf: asOf ?? new Date().toISOString() })

/** The member's subscription to the telecom service. */
export const subscriber: DocumentSource<Subscriber> = {
  key: 'telecom:subscriber',
  schema: Subscriber,
  load: async () => stamped(await call(operations.getSubscriber, {}), (data) => data.subscriber),
}

/** The eSIM devices, oldest first, without their activation codes. */
export const profiles: DocumentSource<Profile[]> = {
  key: 'telecom:profiles',
  schema: z.array(Profile),
  load: async () => stamped(await call(operations.listProfiles, {}), (data) => data.profiles),
}

const Plans = operations.getPlans.response
export type Plans = z.infer<typeof Plans>['plans']

/** The plan catalogue. */
export const plans: DocumentSource<Plans> = {
  key: 'telecom:plans',
  schema: Plans.shape.plans,
  load: async () => stamped(await call(operations.getPlans, {}), (data) => data.plans),
}

/** Allowances and usage of the running billing cycle. */
export const currentUsage: DocumentSource<CurrentUsage> = {
  key: 'telecom:usage',
  schema: CurrentUsage,
  load: async () => stamped(await call(operations.getCurrentUsage, {}), (data) => data),
}

/** Usage of each of the last days. */
export const dailyUsage: DocumentSource<DailyUsage> = {
  key: 'telecom:daily',
  schema: DailyUsage,
  load: async () =>
    stamped(await call(operations.getDailyUsage, { query: { days: String(USAGE_DAYS) } }), (data) => data),
}

const Insights = operations.listInsights.response
export type Insights = z.infer<typeof Insights>

/** Recommendations, the largest saving first, and which devices are too new for them. */
export const insights: DocumentSource<Insights> = {
  key: 'telecom:insights',
  schema: Insights,
  load: async () => stamped(await call(operations.listInsights, {}), (data) => data),
}

/** What happened to the devices, newest first. */
export const telecomActivity: ListSource<ActivityEntry> = {
  key: 'telecom:activity',
  schema: ActivityEntry,
  idOf: ({ id }) => id,
  isSettled: () => true,
  loadPage: async (cursor) => {
    const { data, asOf } = await call(operations.listTelecomActivity, {
      query: { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
    })
    return { rows: data.activity, nextCursor: data.next_cursor, asOf: asOf ?? new Date().toISOString() }
  },
}

/**
 * The activation code of a device: a bearer secret, which is why it is no source. It is asked for when it is
 * to be shown, held by what shows it, and never stored. Rejects as `call` does.
 */
export const fetchActivation = async (deviceId: string, signal: AbortSignal): Promise<Activation> =>
  (await call(operations.getActivation, { params: { id: deviceId }, signal })).data
