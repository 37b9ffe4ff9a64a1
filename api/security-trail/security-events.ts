import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { isNotified } from '../contract/notification-words/account.ts'
import type { SecurityEventKind } from '../contract/security-event-kind.ts'
import { CLOSED_TRAIL_DAYS, type SecurityEvent } from '../contract/security.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { addNotifications } from '../notifying/notifying.ts'

/** Retention of the trail: long enough to investigate last year's theft. */
const RETENTION_DAYS = 400

interface NewSecurityEvent {
  /** Null: the member is not known yet. */
  readonly memberId: string | null
  readonly kind: SecurityEventKind
  readonly device: string
  readonly detail?: string
}

export interface SecurityEvents {
  readonly record: (event: NewSecurityEvent) => Promise<void>
  /** A member's own events, newest first; `before` is an event id. */
  readonly page: (memberId: string, limit: number, before: bigint | undefined) => Promise<SecurityEvent[]>
  readonly purge: () => Promise<number>
}

interface Row {
  readonly id: bigint
  readonly kind: SecurityEventKind
  readonly at: Date
  readonly device: string
  readonly detail: string | null
}

/** Whether the member has signed in before, but never from this device. */
const NEW_DEVICE = `
  select count(*) > 0 and not coalesce(bool_or(device = $2), false) as new from app.security_event
  where member_id = $1 and kind = 'signed_in'`

const ADD = {
  name: 'security-event',
  text: 'insert into app.security_event (member_id, kind, at, device, detail) values ($1, $2, $3, $4, $5) returning id',
}

/** Records an event in the transaction of `client`, and the notification of it where there is one. */
export const addSecurityEvent = async (
  client: PoolClient,
  { memberId, kind, device, detail }: NewSecurityEvent,
  at: Date,
): Promise<void> => {
  const notifies =
    memberId !== null &&
    isNotified(kind) &&
    (kind !== 'signed_in' ||
      (await client.query<{ new: boolean }>(NEW_DEVICE, [memberId, device])).rows[0]?.new === true)
  const { rows } = await client.query<{ id: bigint }>({
    ...ADD,
    values: [memberId, kind, at, device, detail ?? null],
  })
  if (!notifies) return
  const subject = rows[0]?.id.toString() ?? ''
  const facts = { kind: 'security', event: kind, device } as const
  await addNotifications(client, [{ memberId, subject, facts, at: at.toISOString() }])
}

const PURGE = `
  delete from app.security_event e where at < $1
    or (at < $2 and member_id is not null and not exists (select from app.member m where m.id = e.member_id))`

/** The security trail in `app.security_event`: append-only, until it expires. */
export const createSecurityEvents = ({
  pool,
  clock,
}: {
  readonly pool: Pool
  readonly clock: Clock
}): SecurityEvents => ({
  record: async (event) => {
    const at = clock()
    const { memberId, kind, device, detail } = event
    if (memberId === null || !isNotified(kind))
      await pool.query({ ...ADD, values: [memberId, kind, at, device, detail ?? null] })
    else await inTransaction(pool, (client) => addSecurityEvent(client, event, at))
  },
  page: async (memberId, limit, before) => {
    const { rows } = await pool.query<Row>({
      name: 'security-events',
      text: `select id, kind, at, device, detail from app.security_event
        where member_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      values: [memberId, before ?? null, limit],
    })
    return rows.map(({ id, at, ...rest }) => ({ ...rest, id: id.toString(), at: at.toISOString() }))
  },
  purge: () => {
    const before = (days: number) => new Date(clock().getTime() - days * DAY_MS)
    return rowsChanged(pool, PURGE, [before(RETENTION_DAYS), before(CLOSED_TRAIL_DAYS)])
  },
})
