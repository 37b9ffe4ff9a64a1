import { createHmac } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { PlatformKeys } from '../keys/platform-keys.ts'
import { formerUses } from './former-uses.ts'
import { plainForm } from './look-alikes.ts'

/** A person's identity at the identity provider. */
interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
}

/**
 * People who closed an account and may come back, and the handles they had. Only keyed hashes survive the erasure: they
 * recognise the same person, or the same handle, and nothing else, and without the key cannot be guessed by trial.
 */
export interface FormerMembers {
  /** Records a closed account, in the transaction that deletes it. Repeating it changes nothing. */
  readonly recordClosure: (client: PoolClient, memberId: string) => Promise<void>
  /** Records, in the transaction that creates a member, that they had an account before. */
  readonly recordReturn: (client: PoolClient, identity: ProviderIdentity, memberId: string) => Promise<void>
  /**
   * Whether a closed account had the handle, or one that looks the same. Ask after taking the handle, in the same
   * transaction: a closing that was under way has then recorded it.
   */
  readonly isFormerHandle: (client: PoolClient, handle: string) => Promise<boolean>
}

const MOVE = `
  update app.departed set identity_hash = $1, returned_as = null,
    member_ids = case when $3 = any(member_ids) then member_ids else member_ids || $3::uuid end
  where identity_hash = any($2)`
/** Whoever had blocked them has blocked them still. */
const STILL_BLOCKED = `
  update app.blocked_member set blocked_id = $2
  where blocked_id in (select unnest(member_ids) from app.departed where identity_hash = any($1))`
/** Whoever has just changed a handle, and closed the account, does not change another one at once. */
const STILL_CHANGED = `
  insert into app.profile (member_id, handle_changed_at)
  select $1::uuid, max(at) from (${formerUses('$1::uuid', 'handle_change')}) as used having max(at) is not null
  on conflict (member_id) do update set handle_changed_at = excluded.handle_changed_at`
const ADD_HANDLES =
  'insert into app.former_handle (handle_hash) select unnest($1::bytea[]) on conflict do nothing'
const ADD = 'insert into app.departed (identity_hash, member_ids) values ($1, array[$2::uuid])'

export const createFormerMembers = ({ keys }: { readonly keys: Pick<PlatformKeys, 'of'> }): FormerMembers => {
  /** Hashes by every existing key, the newest first. */
  const hashesOf = async (
    client: PoolClient,
    { issuer, subject }: ProviderIdentity,
  ): Promise<readonly Buffer[]> =>
    (await keys.of('departed identities', client)).map((key) =>
      createHmac('sha256', key)
        .update(JSON.stringify([issuer, subject]))
        .digest(),
    )
  const handleHash = (key: Buffer, handle: string): Buffer =>
    createHmac('sha256', key).update(plainForm(handle)).digest()

  const recordHandles = async (client: PoolClient, memberId: string): Promise<void> => {
    const { rows } = await client.query<{ handle: string }>(
      'select handle from app.handle where member_id = $1',
      [memberId],
    )
    if (rows.length === 0) return
    const [key] = await keys.of('former handles', client)
    await client.query(ADD_HANDLES, [rows.map(({ handle }) => handleHash(key, handle))])
  }

  return {
    isFormerHandle: async (client, handle) => {
      const hashes = (await keys.of('former handles', client)).map((key) => handleHash(key, handle))
      const { rowCount } = await client.query('select from app.former_handle where handle_hash = any($1)', [
        hashes,
      ])
      return rowCount !== 0
    },
    recordClosure: async (client, memberId) => {
      await recordHandles(client, memberId)
      const { rows } = await client.query<ProviderIdentity>(
        'select issuer, subject from app.member where id = $1 for update',
        [memberId],
      )
      const [identity] = rows
      if (!identity) return
      const hashes = await hashesOf(client, identity)
      const { rowCount } = await client.query(MOVE, [hashes[0], hashes, memberId])
      if (rowCount === 0) await client.query(ADD, [hashes[0], memberId])
    },
    recordReturn: async (client, identity, memberId) => {
      const hashes = await hashesOf(client, identity)
      await client.query('update app.departed set returned_as = $2 where identity_hash = any($1)', [
        hashes,
        memberId,
      ])
      await client.query(STILL_BLOCKED, [hashes, memberId])
      await client.query(STILL_CHANGED, [memberId])
    },
  }
}

/** A member's former, closed accounts, oldest first; usually none. */
export const formerAccountsOf = async (pool: Pool, memberId: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ member_ids: string[] }>({
    name: 'departed-accounts',
    text: 'select member_ids from app.departed where returned_as = $1',
    values: [memberId],
  })
  return rows[0]?.member_ids ?? []
}
