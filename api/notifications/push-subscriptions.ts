import { DAY_MS } from '../../events/calendar.ts'
import { newId } from '../../events/ids.ts'
import { DEFAULT_LOCALE } from '../contract/number-locale.ts'
import { OptionalKind, type PushKeys, type PushPlace } from '../contract/notifications.ts'
import { HttpError } from '../http/errors.ts'
import { inTransaction, purgeOlder } from '../database/database.ts'
import { lastWordTo } from '../identity/own-sessions.ts'
import type { Platform } from '../platform.ts'

/** Maximum per member; one more replaces the one renewed longest ago. */
const SUBSCRIPTIONS_MAX = 10
/** A subscription not renewed for this long is deleted: nobody has opened the app there. */
const RETENTION_DAYS = 14

const PUT = `
  insert into app.push_subscription as s
    (id, member_id, session_hash, endpoint, p256dh, auth, device, created_at, renewed_at, language)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, coalesce($9, '${DEFAULT_LOCALE}'))
  on conflict (endpoint) do update set
    id = case when s.member_id = excluded.member_id then s.id else excluded.id end,
    member_id = excluded.member_id, session_hash = excluded.session_hash, p256dh = excluded.p256dh,
    auth = excluded.auth, device = excluded.device, renewed_at = excluded.renewed_at,
    language = coalesce($9, s.language),
    off = case when s.member_id = excluded.member_id then s.off else excluded.off end,
    created_at = case when s.member_id = excluded.member_id then s.created_at else excluded.created_at end
  returning id`

const TRIM = `
  delete from app.push_subscription where id in (
    select id from app.push_subscription where member_id = $1 order by renewed_at desc, id offset $2)`

const LAST_WORD = lastWordTo('s.member_id = $2 and s.id = $3 and s.session_hash <> $4')

interface Row {
  readonly id: string
  readonly device: string
  readonly created_at: Date
  readonly current: boolean
  readonly signed_in: boolean
  readonly off: readonly string[]
}

const notFound = (): HttpError =>
  new HttpError(404, 'push_not_found', 'Notifications are not sent there any more.')

export interface PushSubscriptions {
  /** Whether a subscription of this address would be a new one for the member. */
  readonly isNew: (memberId: string, endpoint: string) => Promise<boolean>
  /** Creates or renews a subscription; returns its id. */
  readonly put: (subscription: {
    readonly memberId: string
    readonly session: string
    readonly device: string
    readonly endpoint: string
    readonly keys: PushKeys
    readonly language: string | undefined
  }) => Promise<string>
  /** A member's subscriptions, newest first; `session` is the caller's, to mark the current one. */
  readonly list: (memberId: string, session: string) => Promise<PushPlace[]>
  /**
   * Sets the kinds of notifications that are not pushed there.
   * @throws {HttpError} 404 the subscription is not the member's
   */
  readonly change: (memberId: string, id: string, off: readonly OptionalKind[]) => Promise<void>
  /** Whether the session made or last renewed a subscription. */
  readonly isCurrent: (id: string, session: string) => Promise<boolean>
  /**
   * Ends a subscription; returns its device, and whether the session made or last renewed it. Any other is told a last
   * time, that it was ended and where.
   * @throws {HttpError} 404 the subscription is not the member's
   */
  readonly end: (
    memberId: string,
    id: string,
    session: string,
    endedBy: string,
  ) => Promise<{ readonly device: string; readonly current: boolean }>
  readonly purge: () => Promise<number>
}

export const createPushSubscriptions = ({
  pool,
  clock,
}: Pick<Platform, 'pool' | 'clock'>): PushSubscriptions => ({
  isNew: async (memberId, endpoint) => {
    const { rowCount } = await pool.query(
      'select from app.push_subscription where member_id = $1 and endpoint = $2',
      [memberId, endpoint],
    )
    return rowCount === 0
  },
  put: async ({ memberId, session, device, endpoint, keys, language }) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'push-put',
      text: PUT,
      values: [
        newId(),
        memberId,
        session,
        endpoint,
        keys.p256dh,
        keys.auth,
        device,
        clock(),
        language ?? null,
      ],
    })
    await pool.query({ name: 'push-trim', text: TRIM, values: [memberId, SUBSCRIPTIONS_MAX] })
    return rows[0]?.id ?? ''
  },
  list: async (memberId, session) => {
    const { rows } = await pool.query<Row>({
      name: 'push-list',
      text: `select s.id, s.device, s.created_at, s.off, s.session_hash = $2 as current, open.id_hash is not null as signed_in
        from app.push_subscription s left join app.session open
          on open.id_hash = s.session_hash and open.revoked_at is null and open.expires_at > $3
        where s.member_id = $1 order by s.created_at desc, s.id`,
      values: [memberId, session, clock()],
    })
    return rows.map(({ created_at: at, off, ...rest }) => ({
      ...rest,
      created_at: at.toISOString(),
      off: OptionalKind.options.filter((kind) => off.includes(kind)),
    }))
  },
  change: async (memberId, id, off) => {
    const { rowCount } = await pool.query(
      'update app.push_subscription set off = $3 where member_id = $1 and id = $2',
      [memberId, id, [...new Set(off)]],
    )
    if (rowCount === 0) throw notFound()
  },
  isCurrent: async (id, session) =>
    (await pool.query('select from app.push_subscription where id = $1 and session_hash = $2', [id, session]))
      .rowCount === 1,
  end: async (memberId, id, session, endedBy) => {
    const [ended] = await inTransaction(pool, async (client) => {
      await client.query(LAST_WORD, [endedBy, memberId, id, session])
      const { rows } = await client.query<{ device: string; current: boolean }>(
        `delete from app.push_subscription where member_id = $1 and id = $2
         returning device, session_hash = $3 as current`,
        [memberId, id, session],
      )
      return rows
    })
    if (!ended) throw notFound()
    return ended
  },
  purge: purgeOlder({ pool, clock }, 'app.push_subscription', 'renewed_at', RETENTION_DAYS * DAY_MS),
})
