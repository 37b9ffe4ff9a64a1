import { DAY_MS } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import { unpaidBillsOf } from '../../projections/bills/queries.ts'
import { pendingRequestsOf } from '../../projections/requests/queries.ts'
import { OptionalKind, type Notification, type NotificationSettings } from '../contract/notifications.ts'
import type { Person } from '../contract/person.ts'
import { pageOf } from '../http/paging.ts'
import { FACTS, NOT_BLOCKED, NotificationFacts } from '../notifying/notifying.ts'
import { namesOf } from '../identity/people.ts'
import { purgeOlder } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** Retention of notifications. */
const RETENTION_DAYS = 180
/** Counting stops here: the UI shows "99+" for more. */
const COUNT_MAX = 100

export interface Notifications {
  /** Newest first; `before` is a notification id. */
  readonly page: (
    memberId: string,
    limit: number,
    before: bigint | undefined,
  ) => Promise<{ readonly notifications: readonly Notification[]; readonly next_cursor: string | null }>
  /** One notification of a member; null when the id is not theirs, or a later release's. */
  readonly one: (memberId: string, id: bigint) => Promise<Notification | null>
  readonly counts: (memberId: string) => Promise<{ readonly unread: number; readonly waiting: number }>
  readonly readUpTo: (memberId: string, id: bigint) => Promise<void>
  readonly settings: (memberId: string) => Promise<NotificationSettings>
  readonly change: (memberId: string, settings: NotificationSettings) => Promise<void>
  readonly purge: () => Promise<number>
}

interface Row {
  readonly id: bigint
  readonly facts: unknown
  /** What it is about: of money in, the event that moved it. */
  readonly subject: string
  readonly at: Date
  readonly read: boolean
}

/** The member's settings as one row, with defaults if none are stored. */
const SETTINGS = `(select coalesce(max(s.read_up_to), 0) as read_up_to, coalesce(max(s.off), '{}') as off,
    coalesce(bool_or(s.amounts), false) as amounts
  from app.notification_settings s where s.member_id = $1) as settings`

const PAGE = `
  select n.id, ${FACTS} as facts, n.subject, n.at, n.id <= settings.read_up_to as read from app.notification n, ${SETTINGS}
  where n.member_id = $1 and ($2::bigint is null or n.id < $2) and not n.kind = any(settings.off) and ${NOT_BLOCKED}
  order by n.id desc limit $3`

const UNREAD = `
  select count(*)::int as unread from (
    select from app.notification n, ${SETTINGS}
    where n.member_id = $1 and n.id > settings.read_up_to and not n.kind = any(settings.off)
      and ${NOT_BLOCKED}
    limit ${COUNT_MAX}
  ) as counted`

/** Marks as read up to an existing notification: a later id would hide notifications to come. */
const READ = `
  insert into app.notification_settings as s (member_id, read_up_to)
  select $1, max(id) from app.notification where member_id = $1 and id <= $2 having max(id) is not null
  on conflict (member_id) do update set read_up_to = excluded.read_up_to
    where s.read_up_to < excluded.read_up_to`

const CHANGE = `
  insert into app.notification_settings as s (member_id, off, amounts) values ($1, $2, $3)
  on conflict (member_id) do update set off = excluded.off, amounts = excluded.amounts`

const shownOf = (
  { id, facts, subject, at, read }: Omit<Row, 'facts'> & { readonly facts: NotificationFacts },
  personOf: (id: string) => Person,
): Notification => {
  const common = { id: id.toString(), at: at.toISOString(), read }
  switch (facts.kind) {
    case 'money_in': {
      const { kind, how, from, currency, minor } = facts
      const amount = formatMinor(currency, BigInt(minor))
      const person = from === null ? null : personOf(from)
      return { ...common, kind, how, from: person, amount, currency, activity_id: subject }
    }
    case 'deposit': {
      const { kind, depositId, state, minor } = facts
      return { ...common, kind, deposit_id: depositId, state, amount: formatMinor('USD', BigInt(minor)) }
    }
    case 'withdrawal': {
      const { kind, withdrawalId, state, minor } = facts
      return {
        ...common,
        kind,
        withdrawal_id: withdrawalId,
        state,
        amount: formatMinor('USD', BigInt(minor)),
      }
    }
    case 'bill_paid': {
      const { kind, billId, by, minor } = facts
      return { ...common, kind, bill_id: billId, by, amount: formatMinor('USD', BigInt(minor)) }
    }
    case 'pool':
      return { ...common, kind: 'pool', pool_id: facts.poolId, state: facts.state }
    case 'interest': {
      const { kind, month, minor } = facts
      return { ...common, kind, month, amount: formatMinor('USD', BigInt(minor)) }
    }
    case 'request': {
      const { kind, requestId, from, minor } = facts
      const amount = formatMinor('USD', BigInt(minor))
      return { ...common, kind, request_id: requestId, from: personOf(from), amount }
    }
    case 'bill': {
      const { kind, billId, state, minor, dueOn } = facts
      const amount = minor === null ? null : formatMinor('USD', BigInt(minor))
      return { ...common, kind, bill_id: billId, state, amount, due_on: dueOn }
    }
    case 'data': {
      const { kind, deviceId, label, percent } = facts
      return { ...common, kind, device_id: deviceId, device_label: label, percent }
    }
    case 'vote':
      return { ...common, kind: 'vote', proposal_id: facts.proposalId, ends_at: facts.endsAt }
    case 'case':
      return { ...common, kind: 'case', number: facts.number, activity_id: facts.activityId }
    case 'identity': {
      const { kind, state, until } = facts
      return { ...common, kind, state, until: until?.slice(0, 10) ?? null }
    }
    case 'closing': {
      const { kind, state, day, minor, reason } = facts
      const amount = minor === null ? null : formatMinor('USD', BigInt(minor))
      return { ...common, kind, state, day, amount, reason }
    }
    case 'security':
      return { ...common, kind: 'security', event: facts.event, device: facts.device }
    default:
      return facts satisfies never
  }
}

const peopleIn = (facts: NotificationFacts): string | null => ('from' in facts ? facts.from : null)

/** Members' notifications, stored in `app.notification`. */
export const createNotifications = ({
  pool,
  members,
  blocks,
  clock,
}: Pick<Platform, 'pool' | 'members' | 'blocks' | 'clock'>): Notifications => ({
  page: async (memberId, limit, before) => {
    const { rows } = await pool.query<Row>({
      name: 'notifications-page',
      text: PAGE,
      values: [memberId, before ?? null, limit + 1],
    })
    const { page, next_cursor } = pageOf(rows, limit, (last) => last.id.toString())
    // What a later release has stored, before this one was gone or gone back to, is not shown by this one.
    const found = page.flatMap((row) => {
      const { success, data } = NotificationFacts.safeParse(row.facts)
      return success ? [{ ...row, facts: data }] : []
    })
    const personOf = await namesOf(
      members,
      found.map(({ facts }) => peopleIn(facts)),
    )
    return { notifications: found.map((row) => shownOf(row, personOf)), next_cursor }
  },
  one: async (memberId, id) => {
    const { rows } = await pool.query<Row>({
      name: 'notification-one',
      text: `select n.id, ${FACTS} as facts, n.subject, n.at, false as read from app.notification n where n.member_id = $1 and n.id = $2`,
      values: [memberId, id],
    })
    const [row] = rows
    if (!row) return null
    const { success, data: facts } = NotificationFacts.safeParse(row.facts)
    return success ? shownOf({ ...row, facts }, await namesOf(members, [peopleIn(facts)])) : null
  },
  counts: async (memberId) => {
    const [{ rows }, requests, bills, blocked] = await Promise.all([
      pool.query<{ unread: number }>({ name: 'notifications-unread', text: UNREAD, values: [memberId] }),
      pendingRequestsOf(pool, memberId),
      unpaidBillsOf(pool, memberId),
      blocks.blockedBy(memberId),
    ])
    const unread = rows[0]?.unread ?? 0
    const asked = requests.filter(
      ({ isMine, requesterId }) => !isMine && !blocked.includes(requesterId),
    ).length
    return { unread, waiting: unread + asked + bills.length }
  },
  readUpTo: async (memberId, id) => {
    await pool.query({ name: 'notifications-read', text: READ, values: [memberId, id] })
  },
  settings: async (memberId) => {
    const { rows } = await pool.query<{ off: string[]; amounts: boolean }>({
      name: 'notifications-settings',
      text: `select settings.off, settings.amounts from ${SETTINGS}`,
      values: [memberId],
    })
    const known: ReadonlySet<string> = new Set(rows[0]?.off)
    return { off: OptionalKind.options.filter((kind) => known.has(kind)), amounts: rows[0]?.amounts ?? false }
  },
  change: async (memberId, { off, amounts }) => {
    await pool.query({
      name: 'notifications-change',
      text: CHANGE,
      values: [memberId, [...new Set(off)], amounts],
    })
  },
  purge: purgeOlder({ pool, clock }, 'app.notification', 'at', RETENTION_DAYS * DAY_MS),
})
