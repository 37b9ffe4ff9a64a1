import { deviceOperations } from '../../api/contract/device-operations.ts'
import { type Activation } from '../../api/contract/devices.ts'
import type { ResponseOf } from '../../api/contract/operation.ts'
import { call } from './client.ts'
import { answerOf, fieldOf, listOf } from './sources.ts'

/** The member's subscription to the telecom service. */
export const subscriber = fieldOf('telecom:subscriber', deviceOperations.getSubscriber, 'subscriber')

/** The eSIM devices, oldest first, without their activation codes. */
export const profiles = fieldOf('telecom:profiles', deviceOperations.listProfiles, 'profiles')

export type Plans = ResponseOf<typeof deviceOperations.getPlans>['plans']

export const plans = fieldOf('telecom:plans', deviceOperations.getPlans, 'plans')

/** Allowances and usage of the running billing cycle. */
export const currentUsage = answerOf('telecom:usage', deviceOperations.getCurrentUsage)

const dailyUsage = (days: number) =>
  answerOf(`telecom:daily:${days}`, deviceOperations.getDailyUsage, { query: { days: String(days) } })

/** Usage per day, by the number of days up to and including today. */
export const usageOfDays = { 7: dailyUsage(7), 30: dailyUsage(30), 90: dailyUsage(90) } as const

export type Insights = ResponseOf<typeof deviceOperations.listInsights>

/** Recommendations, the largest saving first, and which devices are too new for them. */
export const insights = answerOf('telecom:insights', deviceOperations.listInsights)

/** Activity of the devices, newest first. */
export const telecomActivity = listOf('telecom:activity', deviceOperations.listTelecomActivity, 'activity')

/**
 * The activation code of a device: a bearer secret, and therefore not a cached source. Request it to show it, in the
 * component that shows it, and never store it. Rejects as `call` does.
 */
export const fetchActivation = async (deviceId: string, signal: AbortSignal): Promise<Activation> =>
  (await call(deviceOperations.getActivation, { params: { id: deviceId }, signal })).data
