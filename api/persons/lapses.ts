import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { RENEW_DAYS } from '../contract/identity-check.ts'
import { inTransaction } from '../database/database.ts'
import { addNotifications } from '../notifying/notifying.ts'
import { addSecurityEvent } from '../security-trail/security-events.ts'

interface Row {
  readonly id: string
  readonly memberId: string
  readonly verifiedUntil: Date
}

const AT_ONCE_MAX = 200

/** SQL: the member has not been verified for longer since. */
const IS_LAST = `not exists (select from app.person_check later
  where later.member_id = c.member_id and later.verified_until > c.verified_until)`

const tellOnce = (column: 'lapsing_told_at' | 'lapsed_told_at', when: string): string => `
  update app.person_check c set ${column} = $1 where id in (
    select id from app.person_check where ${column} is null and lapsed_told_at is null and ${when}
    order by verified_until limit ${AT_ONCE_MAX} for update skip locked
  )
  returning id, member_id as "memberId", verified_until as "verifiedUntil", ${IS_LAST} as "isLast"`

const LAPSING = tellOnce('lapsing_told_at', 'verified_until <= $2 and verified_until > $1')
const LAPSED = tellOnce('lapsed_told_at', 'verified_until <= $1')

/** When the next one lapses, or lapses soon, for `untilNextDue`. */
export const NEXT_LAPSE = {
  name: 'person-lapse-next',
  text: `select min(case when lapsing_told_at is null then verified_until - interval '${RENEW_DAYS} days'
      else verified_until end) as at
    from app.person_check where verified_until is not null and lapsed_told_at is null`,
}

const tell = async (
  client: PoolClient,
  rows: readonly Row[],
  state: 'lapsing' | 'lapsed',
  now: Date,
): Promise<void> => {
  await addNotifications(
    client,
    rows.map(({ id, memberId, verifiedUntil }) => ({
      memberId,
      subject: `${id} ${state}`,
      facts: { kind: 'identity', state, until: verifiedUntil.toISOString() },
      at: now.toISOString(),
    })),
  )
}

/** Tells members whose verification lapses soon, or has lapsed, each once. Nobody renewed is told anything. */
export const createLapses = ({
  pool,
  clock,
  realClock,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Of the security trail. */
  readonly realClock: Clock
}) => ({
  tell: (): Promise<void> =>
    inTransaction(pool, async (client) => {
      const now = clock()
      const soon = new Date(now.getTime() + RENEW_DAYS * DAY_MS)
      const last = (rows: readonly (Row & { readonly isLast: boolean })[]) =>
        rows.filter(({ isLast }) => isLast)
      const lapsing = await client.query<Row & { isLast: boolean }>(LAPSING, [now, soon])
      await tell(client, last(lapsing.rows), 'lapsing', now)
      const lapsed = last((await client.query<Row & { isLast: boolean }>(LAPSED, [now])).rows)
      await tell(client, lapsed, 'lapsed', now)
      for (const { memberId } of lapsed)
        await addSecurityEvent(
          client,
          { memberId, kind: 'identity_lapsed', device: 'Youtility' },
          realClock(),
        )
    }),
})
export type Lapses = ReturnType<typeof createLapses>
