import type { Pool, PoolClient } from 'pg'
import { createKeyWrapping } from './key-wrapping.ts'

/** Stored keys that one key-encryption key wraps. */
interface Wrapped {
  /** Id of the key-encryption key. */
  readonly wrappedBy: string
  /** Keys of members' texts. */
  readonly texts: number
  readonly dids: number
  /** Whether the key that signs credentials is among them. */
  readonly issuer: boolean
  /** Purposes of the platform's own keys. */
  readonly purposes: readonly string[]
}

const WRAPPED = `
  select wrapped_by as "wrappedBy", sum(texts)::int as texts, sum(dids)::int as dids, bool_or(issuer) as issuer,
    array_agg(purpose order by purpose) filter (where purpose is not null) as purposes
  from (
    select wrapped_by, count(*) as texts, 0 as dids, false as issuer, null as purpose
      from app.member_key where wrapped_key is not null group by wrapped_by
    union all
    select wrapped_by, 0, count(*), bool_or(member_id is null), null
      from app.did_key where wrapped_key <> '' group by wrapped_by
    union all
    select wrapped_by, 0, 0, false, purpose from app.kept_key
  ) as key
  where not wrapped_by = any($1)
  group by wrapped_by order by wrapped_by`

const sentenceOf = ({ wrappedBy, texts, dids, issuer, purposes }: Wrapped): string => {
  const lost = [
    ...(texts > 0 ? [`the texts of ${texts} members`] : []),
    ...(dids > 0 ? [`${dids} keys of DIDs${issuer ? ', with the one that signs credentials' : ''}`] : []),
    ...(purposes?.length ? [`the keys for ${purposes.join(', ')}`] : []),
  ]
  return (
    `KEY_ENCRYPTION_KEY lacks the key ${wrappedBy}. Lost without it: ${lost.join('; ')}. Money moves. Add the key behind ` +
    `the present one and restart; or, if it is lost for good, run npm run ledger -- keys --give-up ${wrappedBy}`
  )
}

/** A sentence for each key-encryption key that wrapped stored keys and is not configured. */
export const lostKeys = async (
  pool: Pool,
  keyEncryptionKeys: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await pool.query<Wrapped>(WRAPPED, [createKeyWrapping(keyEncryptionKeys).ids])
  return rows.map(sentenceOf)
}

/**
 * Destroys all keys that a lost key-encryption key wraps, in the caller's transaction: texts are then as erased ones,
 * and new keys are made when they are needed. Public keys stay, so that issued credentials still verify.
 * @returns how many keys
 */
export const giveUpKeys = async (client: PoolClient, wrappedBy: string): Promise<number> => {
  let count = 0
  for (const statement of [
    `update app.member_key set wrapped_key = null, destroyed_at = now()
     where wrapped_by = $1 and wrapped_key is not null`,
    'delete from app.kept_key where wrapped_by = $1',
    `with gone as (delete from app.did_key where wrapped_by = $1 and member_id is null returning public_key, created_at)
     insert into app.former_issuer_key (public_key, created_at, given_up_at)
     select public_key, created_at, now() from gone`,
    `update app.did_key set wrapped_key = '' where wrapped_by = $1 and wrapped_key <> ''`,
  ])
    count += (await client.query(statement, [wrappedBy])).rowCount ?? 0
  return count
}
