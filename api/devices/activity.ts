import type { Pool, PoolClient } from 'pg'
import * as z from 'zod'
import type { ActivityEntry } from '../contract/device-usage.ts'
import { invalidCursor, pageOf } from '../http/paging.ts'
import { addNotifications } from '../notifying/notifying.ts'
import { failureOf } from './failures.ts'

/** Kinds of entries in a device's activity feed, with the data of their messages. */
export const Fact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device_ordered'), plan: z.string() }),
  z.object({ kind: z.literal('device_active'), msisdn: z.nullable(z.string()) }),
  z.object({ kind: z.literal('device_failed'), failure: z.enum(['out_of_numbers', 'provisioning_failed']) }),
  z.object({ kind: z.literal('device_retried') }),
  z.object({ kind: z.literal('device_edited') }),
  z.object({ kind: z.literal('device_suspended') }),
  z.object({ kind: z.literal('device_resumed') }),
  z.object({ kind: z.literal('device_ended') }),
  z.object({ kind: z.literal('device_deleted') }),
  z.object({ kind: z.literal('plan_changed'), from: z.string(), to: z.string() }),
  z.object({
    kind: z.literal('usage_alert'),
    what: z.enum(['voice', 'sms', 'data']),
    percent: z.int(),
    period: z.string(),
  }),
  z.object({ kind: z.literal('insight_applied'), message: z.string() }),
  z.object({ kind: z.literal('insight_dismissed'), recommendation: z.string() }),
])
export type Fact = z.infer<typeof Fact>

const ALLOWANCE_NAMES = { voice: 'voice minutes', sms: 'messages', data: 'data' } as const
/** From this percentage on an alert has the severity `error`. */
const ALERT_SEVERE_PERCENT = 95

const shownOf = (fact: Fact, label: string): Pick<ActivityEntry, 'severity' | 'message'> => {
  switch (fact.kind) {
    case 'device_ordered': {
      const { plan: planName } = fact
      return {
        severity: 'info',
        message: `${label} was ordered with the plan ${planName}. Activation takes 2-5 minutes.`,
      }
    }
    case 'device_active':
      return {
        severity: 'success',
        message:
          fact.msisdn === null ? `${label} is active.` : `${label} is active. Its number is ${fact.msisdn}.`,
      }
    case 'device_failed':
      return { severity: 'error', message: failureOf(label, fact.failure) }
    case 'device_retried':
      return { severity: 'info', message: `${label} was ordered again.` }
    case 'device_edited':
      return { severity: 'info', message: `${label} was edited.` }
    case 'device_suspended':
      return { severity: 'warning', message: `${label} is suspended.` }
    case 'device_resumed':
      return { severity: 'success', message: `${label} is active again.` }
    case 'device_ended':
      return { severity: 'error', message: `The carrier ended the line of ${label}.` }
    case 'device_deleted':
      return { severity: 'info', message: `${label} was deleted.` }
    case 'plan_changed': {
      const { from: formerName, to: newName } = fact
      return { severity: 'info', message: `${label} changed from ${formerName} to ${newName}.` }
    }
    case 'usage_alert':
      return {
        severity: fact.percent >= ALERT_SEVERE_PERCENT ? 'error' : 'warning',
        message: `${label} has used ${fact.percent}% of its ${ALLOWANCE_NAMES[fact.what]} for this month.`,
      }
    case 'insight_applied':
      return { severity: 'success', message: fact.message }
    case 'insight_dismissed':
      return { severity: 'info', message: `Dismissed: ${fact.recommendation}` }
    default:
      return fact satisfies never
  }
}

/** A new entry of a device's feed; one with `once` is added only once. */
export interface NewEntry {
  readonly memberId: string
  readonly deviceId: string
  readonly label: string
  readonly fact: Fact
  readonly at: Date
  readonly once?: string
}

/** Adds entries to the feed in one statement, and notifies members of data that is nearly used up. */
export const addActivity = async (client: PoolClient, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await client.query({
    name: 'telecom-tell',
    text: `insert into app.telecom_activity (member_id, device_id, kind, facts, at, once)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[])
      on conflict (device_id, once) where once is not null do nothing`,
    values: [
      entries.map(({ memberId }) => memberId),
      entries.map(({ deviceId }) => deviceId),
      entries.map(({ fact }) => fact.kind),
      entries.map(({ fact, label }) => JSON.stringify({ ...fact, label })),
      entries.map(({ at }) => at),
      entries.map(({ once }) => once ?? null),
    ],
  })
  await addNotifications(
    client,
    entries.flatMap(({ memberId, deviceId, label, fact, at }) =>
      fact.kind === 'usage_alert' && fact.what === 'data'
        ? [
            {
              memberId,
              subject: `${deviceId} ${fact.period} ${fact.percent}`,
              facts: { kind: 'data', deviceId, label, percent: fact.percent } as const,
              at: at.toISOString(),
            },
          ]
        : [],
    ),
  )
}

interface Row {
  readonly id: bigint
  readonly device_id: string
  readonly deleted: boolean
  readonly facts: unknown
  readonly at: Date
}

const LabelledFact = z.intersection(Fact, z.object({ label: z.string() }))

/** Nothing for what a later release has stored, before this one was gone or gone back to. */
const entriesOf = ({ id, device_id: deviceId, deleted, facts, at }: Row): ActivityEntry[] => {
  const { success, data: fact } = LabelledFact.safeParse(facts)
  if (!success) return []
  return [
    {
      id: id.toString(),
      kind: fact.kind,
      ...shownOf(fact, fact.label),
      device_id: deleted ? null : deviceId,
      device_label: fact.label,
      at: at.toISOString(),
    },
  ]
}

const CURSOR = /^(\d{1,15})\.(\d{1,18})$/

/** One page of the member's feed, newest first. @throws {HttpError} 400 `invalid_cursor` */
export const activityOf = async (
  pool: Pool,
  memberId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly activity: ActivityEntry[]; readonly next_cursor: string | null }> => {
  const place = cursor === undefined ? null : CURSOR.exec(cursor)
  if (cursor !== undefined && place === null) throw invalidCursor()
  const { rows } = await pool.query<Row>({
    name: 'telecom-activity',
    text: `select a.id, a.device_id, d.deleted_at is not null as deleted, a.facts, a.at
      from app.telecom_activity a join app.telecom_device d on d.id = a.device_id
      where a.member_id = $1 and (a.at, a.id) < ($2::timestamptz, $3::bigint)
      order by a.at desc, a.id desc limit $4`,
    values: [
      memberId,
      place ? new Date(Number(place[1])) : 'infinity',
      place?.[2] ?? '9223372036854775807',
      limit + 1,
    ],
  })
  const { page, next_cursor } = pageOf(rows, limit, ({ at, id }) => `${at.getTime()}.${id}`)
  return { activity: page.flatMap(entriesOf), next_cursor }
}
