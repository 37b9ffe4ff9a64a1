import * as z from 'zod/mini'
import { Cursor, Id, ListLimit } from './fields.ts'
import { operation } from './operation.ts'
import {
  Activation,
  DAILY_USAGE_DAYS_MAX,
  Plan,
  PlanType,
  Profile,
  ProvisionRequest,
  Subscriber,
  UpdateProfileRequest,
} from './devices.ts'
import {
  ActivityEntry,
  AnswerInsightResult,
  CurrentUsage,
  DailyUsage,
  Diagnostics,
  Insight,
} from './device-usage.ts'

const ProfileAnswer = z.object({ profile: Profile })

const DayCount = z._default(
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,3}$/, `days is a number from 1 to ${DAILY_USAGE_DAYS_MAX}.`),
      z.refine(
        (digits) => Number(digits) >= 1 && Number(digits) <= DAILY_USAGE_DAYS_MAX,
        `days is a number from 1 to ${DAILY_USAGE_DAYS_MAX}.`,
      ),
    ),
    z.transform(Number),
  ),
  30,
)

const byId = z.strictObject({ id: Id })

export const deviceOperations = {
  getSubscriber: operation({
    id: 'getSubscriber',
    method: 'GET',
    path: '/api/mvno/subscriber',
    summary: "The member's subscription to the telecom service",
    access: 'member',
    response: z.object({ subscriber: Subscriber }),
  }),
  getPlans: operation({
    id: 'getPlans',
    method: 'GET',
    path: '/api/mvno/plans',
    summary: 'The plan catalogue, keyed by plan type',
    access: 'member',
    response: z.object({ plans: z.record(PlanType, Plan) }),
  }),
  getCurrentUsage: operation({
    id: 'getCurrentUsage',
    method: 'GET',
    path: '/api/mvno/usage/current',
    summary: 'Allowances and usage of the running billing cycle, in total and per device',
    access: 'member',
    response: CurrentUsage,
  }),
  getDailyUsage: operation({
    id: 'getDailyUsage',
    method: 'GET',
    path: '/api/mvno/usage/daily',
    summary: 'Calls, messages and data of the last days, in total and per device',
    access: 'member',
    query: z.strictObject({ days: DayCount }),
    response: DailyUsage,
  }),
  listProfiles: operation({
    id: 'listProfiles',
    method: 'GET',
    path: '/api/mvno/esim/profiles',
    summary: "The member's eSIM devices, oldest first; at most ten",
    access: 'member',
    response: z.object({ profiles: z.array(Profile) }),
  }),
  provisionProfile: operation({
    id: 'provisionProfile',
    method: 'POST',
    path: '/api/mvno/esim/provision',
    summary: 'Orders an eSIM for a device; it is active 2 to 5 minutes later, or failed',
    access: 'member',
    movesValue: true,
    body: ProvisionRequest,
    response: ProfileAnswer,
    status: 201,
  }),
  updateEsimProfile: operation({
    id: 'updateEsimProfile',
    method: 'PUT',
    path: '/api/mvno/esim/profiles/{id}',
    summary: 'Edits a device, or changes its plan at once',
    access: 'member',
    params: byId,
    body: UpdateProfileRequest,
    response: ProfileAnswer,
  }),
  deleteProfile: operation({
    id: 'deleteProfile',
    method: 'DELETE',
    path: '/api/mvno/esim/profiles/{id}',
    summary: 'Ends a device and gives its number back; safe to repeat',
    access: 'member',
    params: byId,
    status: 204,
  }),
  suspendProfile: operation({
    id: 'suspendProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/suspend',
    summary: 'Stops an active device until it is resumed',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  resumeProfile: operation({
    id: 'resumeProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/resume',
    summary: 'Lets a suspended device work again',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  retryProfile: operation({
    id: 'retryProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/retry',
    summary: 'Orders a failed device anew',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  getActivation: operation({
    id: 'getActivation',
    method: 'GET',
    path: '/api/mvno/esim/profiles/{id}/activation',
    summary: 'The activation code of an eSIM, a bearer secret; not before the carrier has released it',
    access: 'member',
    params: byId,
    response: Activation,
  }),
  getDiagnostics: operation({
    id: 'getDiagnostics',
    method: 'GET',
    path: '/api/mvno/diagnostics/{subscriberId}',
    summary: "Tests the network of the subscriber's devices now",
    access: 'member',
    heavy: true,
    params: z.strictObject({ subscriberId: Id }),
    response: z.object({ diagnostics: Diagnostics }),
  }),
  listInsights: operation({
    id: 'listInsights',
    method: 'GET',
    path: '/api/mvno/ai-insights',
    summary: 'Recommendations from rules and forecasts over the usage, the largest saving first',
    access: 'member',
    response: z.object({
      insights: z.array(Insight),
      /** Devices in use for too short a time to be forecast, with the days still missing. */
      not_enough_data: z.array(z.object({ device_id: Id, device_label: z.string(), days_missing: z.int() })),
    }),
  }),
  applyInsight: operation({
    id: 'applyInsight',
    method: 'POST',
    path: '/api/mvno/ai-insights/{id}/apply',
    summary: "Does what the insight's action names; once, safe to repeat",
    access: 'member',
    params: byId,
    response: AnswerInsightResult,
  }),
  dismissInsight: operation({
    id: 'dismissInsight',
    method: 'POST',
    path: '/api/mvno/ai-insights/{id}/dismiss',
    summary: 'Puts the insight away; it does not come back for the same evidence',
    access: 'member',
    params: byId,
    response: AnswerInsightResult,
  }),
  listTelecomActivity: operation({
    id: 'listTelecomActivity',
    method: 'GET',
    path: '/api/mvno/activity',
    summary: 'What happened to the devices, newest first',
    access: 'member',
    query: z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) }),
    response: z.object({ activity: z.array(ActivityEntry), next_cursor: z.nullable(z.string()) }),
  }),
} as const
