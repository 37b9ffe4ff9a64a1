import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { Currency, Id, Timestamp } from '../contract/fields.ts'
import { CLOSING_FAILURES } from '../contract/notifications.ts'
import { SecurityEventKind } from '../contract/security-event-kind.ts'

const Minor = z.string().check(z.regex(/^\d{1,19}$/))
const Month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

/** Stored facts of a notification. Amounts in minor units; members by their ids. */
export const NotificationFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('money_in'),
    how: z.enum(['transfer', 'deposit', 'returned', 'pool', 'pool_returned']),
    from: z.nullable(Id),
    currency: Currency,
    minor: Minor,
  }),
  z.object({ kind: z.literal('request'), requestId: Id, from: Id, minor: Minor }),
  z.object({
    kind: z.literal('bill'),
    billId: Id,
    state: z.enum(['due', 'short', 'late']),
    minor: z.nullable(Minor),
    dueOn: z.nullable(z.iso.date()),
  }),
  z.object({
    kind: z.literal('deposit'),
    depositId: Id,
    state: z.enum(['failed', 'returned', 'refunded', 'disputed', 'restored']),
    minor: Minor,
  }),
  z.object({
    kind: z.literal('withdrawal'),
    withdrawalId: Id,
    state: z.enum(['preparing', 'review', 'fell_back', 'sent', 'failed', 'stopped', 'came_back']),
    minor: Minor,
  }),
  z.object({
    kind: z.literal('bill_paid'),
    billId: Id,
    minor: Minor,
    by: z.enum(['pools', 'wallet', 'both']),
  }),
  z.object({ kind: z.literal('pool'), poolId: Id, state: z.enum(['closed', 'kept']) }),
  /** What came in during a calendar month (UTC), `yyyy-mm`. */
  z.object({ kind: z.literal('interest'), month: Month, minor: Minor }),
  z.object({ kind: z.literal('data'), deviceId: Id, label: z.string(), percent: z.int() }),
  z.object({ kind: z.literal('vote'), proposalId: Id, endsAt: Timestamp }),
  z.object({ kind: z.literal('case'), number: z.int(), activityId: z.nullable(Id) }),
  /** `until`: the time at which it lapses, or has lapsed. */
  z.object({
    kind: z.literal('identity'),
    state: z.enum(['verified', 'rejected', 'lapsing', 'lapsed']),
    until: z.nullable(Timestamp),
  }),
  /** `day`: the first on which the last payment can go; `minor`: cents on their way; `reason`: why it could not go on. */
  z.object({
    kind: z.literal('closing'),
    state: z.enum(['begun', 'paid', 'stopped', 'failed']),
    day: z.nullable(z.iso.date()),
    minor: z.nullable(Minor),
    reason: z.nullable(z.enum(CLOSING_FAILURES)),
  }),
  z.object({ kind: z.literal('security'), event: SecurityEventKind, device: z.string() }),
])
export type NotificationFacts = z.infer<typeof NotificationFacts>
export type FactsOf<Kind extends NotificationFacts['kind']> = Extract<
  NotificationFacts,
  { readonly kind: Kind }
>

/** SQL of {@link NotificationFacts} over `app.notification as n`; money notifications, the most frequent, are in columns. */
export const FACTS = `coalesce(n.facts, jsonb_build_object('kind', n.kind, 'how', n.how, 'from', n.from_id,
  'currency', n.currency, 'minor', n.minor::text))`

/** SQL: what is told of is no request by a member whom the notification's owner has blocked. */
export const NOT_BLOCKED = `not (n.kind = 'request' and exists (select from app.blocked_member b
    where b.member_id = n.member_id and b.blocked_id = (n.facts ->> 'from')::uuid))`

/** A notification that a member gets once; it is identified by kind and subject. */
export interface NewNotification {
  readonly memberId: string
  readonly subject: string
  readonly facts: NotificationFacts
  /** ISO time. */
  readonly at: string
}

/**
 * Inserts notifications, except for ids that are no member's (any more), and a push for each subscription that wants it.
 * @param once whether the unique index prevents duplicates, as for every kind except money in (migration 0183)
 */
const addText = (once: boolean): string => `
  with added as (
    insert into app.notification (member_id, kind, subject, facts, at, how, from_id, currency, minor)
    select n.member_id, n.facts ->> 'kind', n.subject, case when money.how is null then n.facts end, n.at,
      money.how, money."from", money.currency, money.minor
    from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality
      as n (member_id, subject, facts, at, place)
    left join lateral jsonb_to_record(n.facts) as money (how text, "from" uuid, currency text, minor bigint)
      on n.facts ->> 'kind' = 'money_in'
    where exists (select from app.member where member.id = n.member_id)
      and not ($5 and exists (select from app.notification told
        where told.member_id = n.member_id and told.kind = n.facts ->> 'kind' and told.subject = n.subject))
    order by n.place
    ${once ? `on conflict (member_id, kind, subject) where kind <> 'money_in' do nothing` : ''}
    returning id, member_id, kind, facts
  )
  insert into app.push_delivery (member_id, notification_id, subscription_id)
  select n.member_id, n.id, s.id from added as n join app.push_subscription s on s.member_id = n.member_id
    left join app.notification_settings settings on settings.member_id = n.member_id
  where (settings.off is null or not n.kind = any(settings.off)) and not n.kind = any(s.off) and ${NOT_BLOCKED}`
const ADD_MONEY = { name: 'notifications-add-money', text: addText(false) }
const ADD = { name: 'notifications-add', text: addText(true) }

/**
 * Inserts notifications in the order given, each once however often the call is repeated.
 * @param again Whether notifications of money in may exist already; false for the process that reads the log by position.
 */
export const addNotifications = async (
  client: Pool | PoolClient,
  notifications: readonly NewNotification[],
  again = true,
): Promise<void> => {
  if (notifications.length === 0) return
  await client.query({
    ...(notifications.every(({ facts }) => facts.kind === 'money_in') ? ADD_MONEY : ADD),
    values: [
      notifications.map(({ memberId }) => memberId),
      notifications.map(({ subject }) => subject),
      notifications.map(({ facts }) => JSON.stringify(facts)),
      notifications.map(({ at }) => at),
      again,
    ],
  })
}
