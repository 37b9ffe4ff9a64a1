import * as z from 'zod/mini'
import { ById, Id, numberTo, Page } from './fields.ts'
import { openRecord } from './open.ts'
import { defineOperations, member } from './operation.ts'
import {
  Activation,
  DAILY_USAGE_DAYS_MAX,
  Plan,
  PlanType,
  Device,
  ProvisionRequest,
  Subscriber,
  UpdateDeviceRequest,
} from './devices.ts'
import {
  ActivityEntry,
  AnswerInsightResult,
  CurrentUsage,
  DailyUsage,
  Diagnostics,
  Insight,
} from './device-usage.ts'

const ProfileAnswer = z.object({ profile: Device })

export const deviceOperations = defineOperations({
  getSubscriber: member.get('/api/mvno/subscriber', {
    summary: "The member's subscription to the telecom service",
    response: z.object({ subscriber: Subscriber }),
  }),
  getPlans: member.get('/api/mvno/plans', {
    summary: 'The plan catalogue, keyed by plan type',
    response: z.object({ plans: openRecord(PlanType, Plan) }),
  }),
  getCurrentUsage: member.get('/api/mvno/usage/current', {
    summary: 'Allowances and usage of the running billing cycle, in total and per device',
    response: CurrentUsage,
  }),
  getDailyUsage: member.get('/api/mvno/usage/daily', {
    summary: 'Calls, messages and data of the last days, in total and per device',
    query: z.strictObject({ days: numberTo(DAILY_USAGE_DAYS_MAX, 'days', 30, 3) }),
    response: DailyUsage,
  }),
  listProfiles: member.get('/api/mvno/esim/profiles', {
    summary: "The member's eSIM devices, oldest first; at most ten",
    response: z.object({ profiles: z.array(Device) }),
  }),
  provisionProfile: member.post('/api/mvno/esim/provision', {
    summary: 'Orders an eSIM for a device; it is active 2 to 5 minutes later, or failed',
    movesValue: true,
    body: ProvisionRequest,
    response: ProfileAnswer,
    status: 201,
  }),
  updateEsimProfile: member.put('/api/mvno/esim/profiles/{id}', {
    summary: 'Edits a device, or changes its plan at once',
    params: ById,
    body: UpdateDeviceRequest,
    response: ProfileAnswer,
  }),
  deleteProfile: member.delete('/api/mvno/esim/profiles/{id}', {
    summary: 'Ends a device and gives its number back; safe to repeat',
    sensitive: { event: 'line_ended', what: 'ending a line' },
    params: ById,
    status: 204,
  }),
  suspendProfile: member.post('/api/mvno/esim/profiles/{id}/suspend', {
    summary: 'Stops an active device until it is resumed',
    params: ById,
    response: ProfileAnswer,
  }),
  resumeProfile: member.post('/api/mvno/esim/profiles/{id}/resume', {
    summary: 'Lets a suspended device work again',
    params: ById,
    response: ProfileAnswer,
  }),
  retryProfile: member.post('/api/mvno/esim/profiles/{id}/retry', {
    summary: 'Orders a failed device anew',
    params: ById,
    response: ProfileAnswer,
  }),
  getActivation: member.get('/api/mvno/esim/profiles/{id}/activation', {
    summary: 'The activation code of an eSIM, a bearer secret; not before the carrier has released it',
    params: ById,
    response: Activation,
  }),
  getDiagnostics: member.get('/api/mvno/diagnostics/{subscriberId}', {
    summary: "Tests the network of the subscriber's devices now",
    heavy: true,
    params: z.strictObject({ subscriberId: Id }),
    response: z.object({ diagnostics: Diagnostics }),
  }),
  listInsights: member.get('/api/mvno/ai-insights', {
    summary: 'Recommendations from rules and forecasts over the usage, the largest saving first',
    response: z.object({
      insights: z.array(Insight),
      /** Devices with too little usage for a forecast, and how many days are still missing. */
      not_enough_data: z.array(z.object({ device_id: Id, device_label: z.string(), days_missing: z.int() })),
    }),
  }),
  applyInsight: member.post('/api/mvno/ai-insights/{id}/apply', {
    summary: "Does what the insight's action names; once, safe to repeat",
    params: ById,
    response: AnswerInsightResult,
  }),
  dismissInsight: member.post('/api/mvno/ai-insights/{id}/dismiss', {
    summary: 'Puts the insight away; it does not come back for the same evidence',
    params: ById,
    response: AnswerInsightResult,
  }),
  listTelecomActivity: member.get('/api/mvno/activity', {
    summary: 'What happened to the devices, newest first',
    query: Page,
    response: z.object({ activity: z.array(ActivityEntry), next_cursor: z.nullable(z.string()) }),
  }),
})
