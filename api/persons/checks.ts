import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import { newId } from '../../events/ids.ts'
import { CHECKS_MAX, RENEW_DAYS } from '../contract/identity-check.ts'
import { columnsOf, inTransaction, rowsChanged } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { holdAccountOpen } from '../identity/account-open.ts'
import { formerUsesOf } from '../identity/former-uses.ts'
import { isUnderWay, standingOfChecks, type CheckState } from './standing.ts'

/** A row of `app.person_check`. */
export interface CheckRow {
  readonly id: string
  readonly memberId: string
  readonly provider: string
  readonly reference: string | null
  readonly state: CheckState
  readonly reason: string | null
  readonly beganAt: Date
  readonly changedAt: Date
  readonly verifiedUntil: Date | null
  readonly revision: number
}

const COLUMNS = columnsOf<CheckRow>(
  'id',
  'memberId',
  'provider',
  'reference',
  'state',
  'reason',
  'beganAt',
  'changedAt',
  'verifiedUntil',
  'revision',
)

/** SQL: the row `c` is the member's newest; of older ones nothing is believed any more. */
const IS_NEWEST = `not exists (select from app.person_check newer
  where newer.member_id = c.member_id and (newer.began_at, newer.id) > (c.began_at, c.id))`

/** SQL: what the provider has of these checks is to be deleted there. `which` names rows of `app.person_check`. */
const redactionOf = (which: string): string => `
  insert into app.person_redaction (check_id, provider, reference, since, next_at)
  select id, provider, reference, $2::timestamptz, $2::timestamptz from app.person_check where ${which}
  on conflict do nothing`

/** Another process looks at the check meanwhile, for so long. */
const CLAIMED_SECONDS = 60

const CLAIM = `
  update app.person_check c set looks_at = $1::timestamptz + interval '${CLAIMED_SECONDS} seconds'
  where id in (
    select id from app.person_check where looks_at <= $1 order by looks_at limit $2 for update skip locked
  )
  returning ${COLUMNS}`

const AGAIN = `
  update app.person_check c set looks_at = $3
  where provider = $1 and reference = $2 and state in ('open', 'processing', 'rejected') and ${IS_NEWEST}`

/** What a look has found. */
export interface Found {
  readonly state: CheckState
  readonly reason: string | null
  readonly verifiedUntil: Date | null
  /** When to look again; null: never. */
  readonly looksAt: Date | null
}

const CHANGE = `
  update app.person_check c set state = $3, reason = $4, verified_until = $5, looks_at = $6, changed_at = $7,
    credential_due = $3 = 'verified', revision = revision + 1
  where id = $1 and revision = $2 and ${IS_NEWEST}`

const tooMany = (from: Date): HttpError =>
  new HttpError(
    422,
    'too_many_identity_checks',
    `You have begun ${CHECKS_MAX.count} checks in ${CHECKS_MAX.days} days, the most there can be. You can begin another on ${from.toISOString().slice(0, 10)}.`,
  )

const alreadyVerified = (until: Date): HttpError =>
  new HttpError(
    409,
    'already_verified',
    `You are verified until ${until.toISOString().slice(0, 10)}. You can renew it in the ${RENEW_DAYS} days before.`,
  )

/** From when on a member with these checks may begin another; null: now. */
export const beginFrom = (rows: readonly Pick<CheckRow, 'beganAt'>[], now: Date): Date | null => {
  const [first, ...others] = rows
    .map(({ beganAt }) => beganAt.getTime() + CHECKS_MAX.days * DAY_MS)
    .filter((until) => until > now.getTime())
    .toSorted((a, b) => b - a)
    .slice(0, CHECKS_MAX.count)
    .toReversed()
  return first !== undefined && others.length + 1 >= CHECKS_MAX.count ? new Date(first) : null
}

/** Whether somebody verified until then may begin a check. */
export const mayRenew = (until: Date | null, now: Date): boolean =>
  until === null || until.getTime() - RENEW_DAYS * DAY_MS <= now.getTime()

/** Rows of `app.person_check`, and what follows from them for the provider. */
export const createChecks = (pool: Pool) => {
  const ofMember = async (client: Pool | PoolClient, memberId: string): Promise<readonly CheckRow[]> => {
    const { rows } = await client.query<CheckRow>({
      name: 'person-checks-of',
      text: `select ${COLUMNS} from app.person_check where member_id = $1 order by began_at desc, id desc`,
      values: [memberId],
    })
    return rows
  }

  const formerOf = async (client: Pool | PoolClient, memberId: string) =>
    (await formerUsesOf(client, memberId, 'identity_check')).map((beganAt) => ({ beganAt }))

  return {
    /** A member's checks, newest first. */
    of: (memberId: string) => ofMember(pool, memberId),
    /** Those that they began with accounts that they have closed: they count as well. */
    formerOf: (memberId: string) => formerOf(pool, memberId),
    /**
     * The member's check that is under way, or a new one. What rejected ones collected is deleted at the provider.
     * @throws {HttpError} 409 `already_verified` · 422 `too_many_identity_checks` · 409 `account_closing`
     */
    begin: (
      memberId: string,
      provider: string,
      now: Date,
    ): Promise<{ readonly row: CheckRow; readonly isNew: boolean }> =>
      inTransaction(pool, async (client) => {
        // One at a time: two together would both begin one.
        await client.query('select 1 from app.member where id = $1 for no key update', [memberId])
        await holdAccountOpen(client, memberId)
        const rows = await ofMember(client, memberId)
        const underWay = rows.find(isUnderWay)
        if (underWay?.provider === provider) return { row: underWay, isNew: false }
        const { verifiedUntil: until } = standingOfChecks(rows, now)
        if (until !== null && !mayRenew(until, now)) throw alreadyVerified(until)
        const from = beginFrom([...rows, ...(await formerOf(client, memberId))], now)
        if (from !== null) throw tooMany(from)
        // Also one that is under way at another provider, as after a change of the setting.
        const over = `member_id = $1 and state <> 'verified'`
        await client.query(redactionOf(`${over} and state <> 'ended'`), [memberId, now])
        await client.query(
          `update app.person_check set looks_at = null,
            state = case when state = 'rejected' then state else 'ended' end, revision = revision + 1
          where ${over}`,
          [memberId],
        )
        const { rows: added } = await client.query<CheckRow>(
          `insert into app.person_check (id, member_id, provider, state, began_at, changed_at, looks_at)
          values ($1, $2, $3, 'starting', $4, $4, $4::timestamptz + interval '${CLAIMED_SECONDS} seconds')
          returning ${COLUMNS}`,
          [newId(), memberId, provider, now],
        )
        if (!added[0]) throw new Error('A check was begun and cannot be found')
        return { row: added[0], isNew: true }
      }),
    /** Keeps the provider's reference of a check that has started there. False: the check is gone. */
    started: async (id: string, reference: string, looksAt: Date): Promise<boolean> => {
      const count = await rowsChanged(
        pool,
        `update app.person_check set reference = $2, looks_at = $3, revision = revision + 1,
          state = case when state = 'starting' then 'open' else state end
        where id = $1`,
        [id, reference, looksAt],
      )
      return count === 1
    },
    /** Has the check looked at at once. */
    lookAgain: (provider: string, reference: string, now: Date) =>
      rowsChanged(pool, AGAIN, [provider, reference, now]),
    /** Checks that are to be looked at, each for one process. */
    claimDue: async (now: Date, limit: number): Promise<readonly CheckRow[]> =>
      (await pool.query<CheckRow>(CLAIM, [now, limit])).rows,
    /** Looks at an unchanged check later. */
    postpone: (id: string, looksAt: Date | null) =>
      rowsChanged(pool, 'update app.person_check set looks_at = $2 where id = $1', [id, looksAt]),
    /**
     * Writes what a look has found, and `also` with it. Changes nothing when the check has changed since it was read, or
     * a newer one was begun: then somebody else's look, which began later, counts.
     */
    change: (
      { id, revision }: CheckRow,
      { state, reason, verifiedUntil, looksAt }: Found,
      now: Date,
      also: (client: PoolClient) => Promise<void>,
    ): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const values = [id, revision, state, reason, verifiedUntil, looksAt, now]
        if ((await rowsChanged(client, CHANGE, values)) === 0) return false
        await also(client)
        return true
      }),
    /** Has the provider delete what it collected in this check. */
    redact: async (client: PoolClient, id: string, now: Date): Promise<void> => {
      await client.query(redactionOf('id = $1'), [id, now])
    },
    /** Has the provider delete what it collected in earlier checks of whoever this check is about. */
    redactEarlier: async (client: PoolClient, { id, memberId }: CheckRow, now: Date): Promise<void> => {
      await client.query(redactionOf('member_id = $1 and id <> $3'), [memberId, now, id])
    },
    /** Deletes checks that failed and that nobody followed up, here and at the provider; returns how many. */
    purge: (before: Date, now: Date): Promise<number> =>
      inTransaction(pool, async (client) => {
        const old = `changed_at < $1 and state in ('rejected', 'ended')`
        await client.query(redactionOf(old), [before, now])
        return rowsChanged(client, `delete from app.person_check where ${old}`, [before])
      }),
  }
}
export type Checks = ReturnType<typeof createChecks>
