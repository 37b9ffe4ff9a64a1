import * as z from 'zod/mini'
import { ById, Currency, DecimalText, Id, Language, Page, Timestamp } from './fields.ts'
import { Label, openEnum, openEnums, openUnion } from './open.ts'
import { defineOperations, member } from './operation.ts'
import { SecurityEventKind } from './security-event-kind.ts'

/** Kinds of notifications that a member can switch off. */
export const OptionalKind = z.enum([
  'money_in',
  'deposit',
  'request',
  'bill',
  'bill_paid',
  'pool',
  'interest',
  'data',
  'vote',
])
export type OptionalKind = z.infer<typeof OptionalKind>

/**
 * Kinds of notifications; always sent are answers to the member's reports, and those about security, about who one is,
 * about money that leaves for a bank, and about an account that is closing.
 */
export const NotificationKind = z.enum([
  ...OptionalKind.options,
  'withdrawal',
  'case',
  'security',
  'identity',
  'closing',
])
export type NotificationKind = z.infer<typeof NotificationKind>

const Person = z.object({ name: z.string(), handle: z.string() })

/**
 * Why an account that was closing stays open. `payment`: the bank did not take the last payment; `money`: the wallet does
 * not cover what is owed; `account`: the chosen bank account cannot be paid to; `identity`: the member may not withdraw;
 * `tokens`: they could not be sent, or came in without a choice; `obstacle`: something is left that the member has to end.
 */
export const CLOSING_FAILURES = ['payment', 'money', 'account', 'identity', 'tokens', 'obstacle'] as const

/** What a notification of any kind has. */
const common = { id: z.string(), at: Timestamp, read: z.boolean(), label: Label }

const notification = <const Kind extends NotificationKind, Shape extends z.core.$ZodShape>(
  kind: Kind,
  shape: Shape,
) => z.object({ ...common, kind: z.literal(kind), ...shape })

export const Notification = openUnion(
  common,
  notification('money_in', {
    /**
     * `deposit`: one of the member's own; `returned`: a transfer they sent was returned; `pool`: a pool paid out;
     * `pool_returned`: a pool could not take it.
     */
    how: openEnum(z.enum(['transfer', 'deposit', 'returned', 'pool', 'pool_returned'])),
    from: z.nullable(Person),
    amount: DecimalText,
    currency: openEnum(Currency),
    /** The line of activity; an older server does not say. */
    activity_id: z.optional(Id),
  }),
  notification('deposit', {
    deposit_id: Id,
    /** `returned`: the bank took all of it back; `restored`: what was refunded or disputed is the member's again. */
    state: openEnum(z.enum(['failed', 'returned', 'refunded', 'disputed', 'restored'])),
    /** Dollars that did not come in, left the wallet, or are back in it. */
    amount: DecimalText,
  }),
  notification('withdrawal', {
    withdrawal_id: Id,
    /**
     * `preparing`: it was asked for and can be cancelled; `review`: a person looks at it first; `fell_back`: it
     * could not be instant and goes by ACH; `failed`, `stopped` (by the operator) and `came_back`: the money is in the
     * wallet again.
     */
    state: openEnum(z.enum(['preparing', 'review', 'fell_back', 'sent', 'failed', 'stopped', 'came_back'])),
    /** Dollars for the bank account; of `fell_back` the fee that is in the wallet again. */
    amount: DecimalText,
  }),
  notification('request', { request_id: Id, from: Person, amount: DecimalText }),
  notification('bill', {
    bill_id: Id,
    /** `short`: auto-pay's sources do not cover the bill. */
    state: openEnum(z.enum(['due', 'short', 'late'])),
    /** Dollars: the missing amount when `short`, otherwise the whole bill. */
    amount: z.nullable(DecimalText),
    due_on: z.nullable(z.iso.date()),
  }),
  notification('bill_paid', {
    bill_id: Id,
    amount: DecimalText,
    /** What it was paid from. */
    by: openEnum(z.enum(['pools', 'wallet', 'both'])),
  }),
  /** `kept`: what was to be paid out stays in the pool. */
  notification('pool', { pool_id: Id, state: openEnum(z.enum(['closed', 'kept'])) }),
  /** The interest that came in during a calendar month (UTC, `yyyy-mm`), in dollars; told once it is over. */
  notification('interest', { month: z.string(), amount: DecimalText }),
  notification('data', { device_id: Id, device_label: z.string(), percent: z.int() }),
  notification('vote', { proposal_id: Id, ends_at: Timestamp }),
  /** The operator has answered what the member reported. */
  notification('case', {
    number: z.int(),
    /** The line of activity that the case is about; null if it is about a member. */
    activity_id: z.nullable(Id),
  }),
  notification('identity', {
    /** `lapsing`: the verification lapses soon. */
    state: openEnum(z.enum(['verified', 'rejected', 'lapsing', 'lapsed'])),
    /** The day (UTC) until which the member is verified, or was. */
    until: z.nullable(z.iso.date()),
  }),
  /** The account is closing, or stays open. `paid`: its last payment is on its way to the bank account. */
  notification('closing', {
    state: openEnum(z.enum(['begun', 'paid', 'stopped', 'failed'])),
    /** The first day (UTC) on which the last payment can go; null: as soon as nothing is on its way. */
    day: z.nullable(z.iso.date()),
    /** Dollars that were paid. */
    amount: z.nullable(DecimalText),
    /** Why it could not go on. */
    reason: z.nullable(openEnum(z.enum(CLOSING_FAILURES))),
  }),
  notification('security', { event: openEnum(SecurityEventKind), device: z.string() }),
)
export type Notification = z.infer<typeof Notification>

/** Id of a notification; newer notifications have higher ids. */
const Place = z.string().check(z.regex(/^\d{1,18}$/, 'up_to is the id of a notification.'))

export const NotificationSettings = z.object({
  /** Kinds that are neither listed nor pushed. */
  off: openEnums(OptionalKind),
  /** Whether amounts and names may appear on a lock screen. */
  amounts: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The browser's public key (65 bytes) and secret (16 bytes) that a push is encrypted with (RFC 8291), base64url. */
export const PushKeys = z.strictObject({
  p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/, 'p256dh is a public key in base64url.')),
  auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'auth is a secret in base64url.')),
})
export type PushKeys = z.infer<typeof PushKeys>

const Off = z
  .array(OptionalKind, 'off is a list of kinds.')
  .check(z.maxLength(OptionalKind.options.length, 'off names each kind once.'))

const ENDPOINT = 'endpoint is the address of a push service.'

/** A browser that notifications are pushed to. */
export const PushPlace = z.object({
  id: Id,
  /** Such as "Firefox on Linux". */
  device: z.string(),
  created_at: Timestamp,
  /** Whether the calling session created or last renewed it. */
  current: z.boolean(),
  /** Whether that session is still open; pushes to a place without one tell no amounts and no names. */
  signed_in: z.boolean(),
  /** Kinds that are listed, but not pushed to this browser. */
  off: openEnums(OptionalKind),
})
export type PushPlace = z.infer<typeof PushPlace>

/** Number of unread notifications, and of everything that awaits the member: these, open requests, unpaid bills. */
const Counts = { unread: z.int(), waiting: z.int() }

export const notificationOperations = defineOperations({
  listNotifications: member.get('/api/notifications', {
    summary: 'What the member is told of, newest first; kept for 180 days',
    query: Page,
    response: z.object({
      notifications: z.array(Notification),
      next_cursor: z.nullable(z.string()),
    }),
  }),
  getNotificationCounts: member.get('/api/notifications/counts', {
    batchable: true,
    summary: 'How much is unread, and how much waits for the member in all',
    response: z.object(Counts),
  }),
  readNotifications: member.put('/api/notifications/read', {
    summary: 'Everything up to this notification has been read, on whatever device; never less than before',
    body: z.strictObject({ up_to: Place }),
    response: z.object(Counts),
  }),
  getNotificationSettings: member.get('/api/notifications/settings', {
    summary: 'What the member wants to be told of',
    response: NotificationSettings,
  }),
  changeNotificationSettings: member.put('/api/notifications/settings', {
    summary: 'Says what the member wants to be told of',
    body: z.strictObject({
      off: Off,
      amounts: z.boolean('amounts is true or false.'),
    }),
    response: NotificationSettings,
  }),
  listPushPlaces: member.get('/api/notifications/push', {
    summary: 'Where notifications are pushed to, and the key (RFC 8292) to subscribe with',
    response: z.object({ key: z.string(), places: z.array(PushPlace) }),
  }),
  subscribePush: member.put('/api/notifications/push', {
    summary:
      'From now on notifications are pushed to this browser too; ends when the session is ended, and when it is not renewed for 14 days. A new place needs a fresh sign-in',
    body: z.strictObject({
      endpoint: z.string(ENDPOINT).check(z.maxLength(1_000, ENDPOINT), z.regex(/^https?:\/\//, ENDPOINT)),
      keys: PushKeys,
      /** Language of the pushes; when omitted it stays unchanged, initially English. */
      language: z.optional(Language),
    }),
    response: z.object({ id: Id }),
  }),
  changePushPlace: member.put('/api/notifications/push/{id}', {
    summary: 'Says which kinds are not pushed there; what concerns the security of the account always is',
    params: ById,
    body: z.strictObject({ off: Off }),
  }),
  endPush: member.post('/api/notifications/push/{id}/end', {
    summary: 'Notifications are not pushed there any more',
    params: ById,
  }),
})
