import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import { newId, type Clock } from '../../events/ids.ts'
import { formatMinor, parseAmount } from '../../events/money.ts'
import {
  ACCESS_TOKENS_MAX,
  type AccessScope,
  type AccessToken,
  type CreateAccessTokenRequest,
} from '../contract/access-tokens.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { type PresentedTokens, SECRET_PREFIX } from '../http/access-tokens.ts'
import { gatherCalls } from '../http/batching.ts'
import { HttpError } from '../http/errors.ts'
import type { KnownToken } from '../http/session-data.ts'
import { hashOf } from '../http/session-store.ts'
import { holdAccountOpen } from '../identity/account-open.ts'

/** Precision of the last use. */
const USED_MS = 60_000

interface Row {
  readonly id: string
  readonly name: string
  readonly scopes: readonly AccessScope[]
  readonly pay_cents: bigint | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
}
type Found = Pick<Row, 'id' | 'scopes' | 'pay_cents' | 'expires_at' | 'last_used_at'> & {
  readonly secret_hash: string
  readonly member_id: string
}

const shown = (row: Row): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  pay_limit_usd: row.pay_cents === null ? null : formatMinor('USD', row.pay_cents),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const centsOf = (limit: string | null | undefined): bigint | null => {
  const parsed = typeof limit === 'string' ? parseAmount('USD', limit) : null
  return parsed?.ok ? parsed.money.minor : null
}

/** Personal access tokens, in `app.access_token` by the hashes of their secrets: reading the table lets nobody in. */
export const createAccessTokens = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) => {
  const find = gatherCalls<string, Found | undefined>({
    run: async (hashes) => {
      const { rows } = await pool.query<Found>({
        name: 'access-token-find',
        text: `select secret_hash, id, member_id, scopes, pay_cents, expires_at, last_used_at
          from app.access_token where secret_hash = any($1)`,
        values: [hashes],
      })
      const found = new Map(rows.map((row) => [row.secret_hash, row]))
      return hashes.map((hash) => found.get(hash))
    },
  })
  const use: PresentedTokens['use'] = async (secret): Promise<KnownToken | undefined> => {
    const found = await find(hashOf(secret))
    const now = clock()
    if (!found || found.expires_at <= now) return undefined
    const { id, member_id: memberId, scopes, pay_cents: payCents, last_used_at: last } = found
    if (last === null || now.getTime() - last.getTime() >= USED_MS)
      // Not waited for: what is read does not depend on it, and the next request repeats it if it fails.
      void pool
        .query({
          name: 'access-token-used',
          text: `update app.access_token set last_used_at = $2
            where id = $1 and (last_used_at is null or last_used_at < $2)`,
          values: [id, now],
        })
        .catch(() => undefined)
    return { id, memberId, scopes, payCents }
  }
  return {
    use,
    list: async (memberId: string): Promise<AccessToken[]> => {
      const { rows } = await pool.query<Row>({
        name: 'access-tokens',
        text: `select id, name, scopes, pay_cents, created_at, expires_at, last_used_at from app.access_token
          where member_id = $1 and expires_at > $2 order by created_at desc, id`,
        values: [memberId, clock()],
      })
      return rows.map(shown)
    },
    /**
     * Makes a token. Its secret has 256 random bits and is kept nowhere.
     * @throws {HttpError} 422 the member has as many as one may have; 403 the account is being closed
     */
    create: (
      memberId: string,
      { name, scopes, pay_limit_usd: limit, days }: CreateAccessTokenRequest,
    ): Promise<AccessToken & { readonly secret: string }> =>
      inTransaction(pool, async (client) => {
        // One at a time, so that two together cannot exceed the maximum.
        await client.query('select 1 from app.member where id = $1 for no key update', [memberId])
        await holdAccountOpen(client, memberId)
        const now = clock()
        const { rows: others } = await client.query<{ count: bigint }>(
          'select count(*) from app.access_token where member_id = $1 and expires_at > $2',
          [memberId, now],
        )
        if ((others[0]?.count ?? 0n) >= ACCESS_TOKENS_MAX)
          throw new HttpError(
            422,
            'too_many_tokens',
            `You have ${ACCESS_TOKENS_MAX} access tokens, the most there can be. End one that you do not use.`,
          )
        const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`
        const row: Row = {
          id: newId(),
          name,
          scopes,
          pay_cents: centsOf(limit),
          created_at: now,
          expires_at: new Date(now.getTime() + days * DAY_MS),
          last_used_at: null,
        }
        await client.query(
          `insert into app.access_token (id, member_id, name, secret_hash, scopes, pay_cents, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [row.id, memberId, name, hashOf(secret), scopes, row.pay_cents, now, row.expires_at],
        )
        return { ...shown(row), secret }
      }),
    /** Ends a token and returns its name. @throws {HttpError} 404 the member has no such token */
    end: async (memberId: string, id: string): Promise<string> => {
      const { rows } = await pool.query<{ name: string }>(
        'delete from app.access_token where member_id = $1 and id = $2 returning name',
        [memberId, id],
      )
      if (!rows[0])
        throw new HttpError(404, 'access_token_not_found', 'This access token is not there any more.')
      return rows[0].name
    },
    purge: () => rowsChanged(pool, 'delete from app.access_token where expires_at <= $1', [clock()]),
  }
}
export type AccessTokens = ReturnType<typeof createAccessTokens>
