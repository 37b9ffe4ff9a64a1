import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { maxEntries } from '../../events/max-entries.ts'
import { columnsOf } from '../database/database.ts'
import { gatherCalls } from '../http/batching.ts'
import { createKeyWrapping, KeyLost, open, seal } from '../keys/key-wrapping.ts'

/** Free text as stored in an event; only the member's key, stored outside the log, decrypts it. */
export interface EncryptedText {
  readonly keyId: string
  /** 12 bytes, base64url. */
  readonly nonce: string
  /** AES-256-GCM ciphertext and tag, base64url. */
  readonly ciphertext: string
}

export interface MessageKeys {
  /**
   * Encrypts `text` with the key of `memberId`, which is created when missing.
   * @throws {KeyLost} the member's key cannot be unwrapped
   */
  readonly encrypt: (memberId: string, text: string) => Promise<EncryptedText>
  /** The text, or null when its key has been destroyed or cannot be unwrapped. */
  readonly decrypt: (message: EncryptedText) => Promise<string | null>
  /**
   * Destroys a member's key: texts encrypted with it are unreadable for good. Other processes drop their cached copy
   * within {@link CACHE_MS}.
   */
  readonly destroy: (memberId: string) => Promise<void>
  /** Rewraps every key of an older key-encryption key with the newest one; returns how many. */
  readonly rewrap: () => Promise<number>
}

interface MessageKeysOptions {
  readonly pool: Pool
  /** 32 bytes each, base64, newest first. */
  readonly keyEncryptionKeys: readonly string[]
}

/** How long a process may use its cached copy of a key that another process destroyed, in milliseconds. */
const CACHE_MS = 60_000

interface DataKey {
  readonly id: string
  readonly memberId: string
  /** Null once destroyed, and as long as the key-encryption key that wrapped it is missing. */
  readonly key: Buffer | null
  readonly wrappedBy: string
}

interface Row {
  readonly id: string
  readonly memberId: string
  readonly wrappedKey: Buffer | null
  readonly wrappedBy: string
}

const COLUMNS = columnsOf<Row>('id', 'memberId', 'wrappedKey', 'wrappedBy')

/**
 * Keys of members' free text in `app.member_key`: AES-256-GCM, one key per member, wrapped by the key-encryption key
 * and bound to the member's id, so that no row can replace another member's.
 */
export const createMessageKeys = ({ pool, keyEncryptionKeys }: MessageKeysOptions): MessageKeys => {
  const wrapping = createKeyWrapping(keyEncryptionKeys)
  const byKeyId = new LRUCache<string, DataKey>({ ...maxEntries(20_000), ttl: CACHE_MS })
  const byMember = new LRUCache<string, DataKey>({ ...maxEntries(20_000), ttl: CACHE_MS })

  const unwrap = ({ id, memberId, wrappedKey: wrapped, wrappedBy }: Row): DataKey => ({
    id,
    memberId,
    key:
      wrapped && wrapping.ids.includes(wrappedBy) ? wrapping.unwrap({ wrapped, wrappedBy }, memberId) : null,
    wrappedBy,
  })

  const loadByKeyId = gatherCalls<string, DataKey | undefined>({
    run: async (ids) => {
      const { rows } = await pool.query<Row>({
        name: 'member-key-by-id',
        text: `select ${COLUMNS} from app.member_key where id = any($1)`,
        values: [[...new Set(ids)]],
      })
      const found = new Map(rows.map((row) => [row.id, unwrap(row)]))
      return ids.map((id) => found.get(id))
    },
  })

  const currentKeys = async (memberIds: readonly string[]): Promise<Map<string, DataKey>> => {
    const { rows } = await pool.query<Row>({
      name: 'member-key-current',
      text: `select ${COLUMNS} from app.member_key
        where member_id = any($1) and wrapped_key is not null`,
      values: [memberIds],
    })
    return new Map(rows.map((row) => [row.memberId, unwrap(row)]))
  }

  const makeKeys = async (memberIds: readonly string[]): Promise<void> => {
    await pool.query({
      name: 'member-key-make',
      text: `insert into app.member_key (id, member_id, wrapped_key, wrapped_by, created_at)
        select id, member_id, wrapped_key, $4, now()
        from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as made (id, member_id, wrapped_key)
        on conflict (member_id) where wrapped_key is not null do nothing`,
      values: [
        memberIds.map(() => randomUUID()),
        memberIds,
        memberIds.map((memberId) => wrapping.wrap(randomBytes(32), memberId)),
        wrapping.newestId,
      ],
    })
  }

  const loadOrMake = gatherCalls<string, DataKey>({
    run: async (ids) => {
      const memberIds = [...new Set(ids)].toSorted()
      let keys = await currentKeys(memberIds)
      const without = memberIds.filter((memberId) => !keys.has(memberId))
      if (without.length > 0) {
        await makeKeys(without)
        keys = await currentKeys(memberIds)
      }
      return ids.map((id) => keys.get(id) ?? new Error('The key of a member was destroyed while being made'))
    },
  })

  const keyOfMember = async (memberId: string): Promise<DataKey> => {
    const cached = byMember.get(memberId)
    if (cached) return cached
    const loaded = await loadOrMake(memberId)
    byMember.set(memberId, loaded)
    byKeyId.set(loaded.id, loaded)
    return loaded
  }

  const keyById = async (id: string): Promise<DataKey | undefined> => {
    const cached = byKeyId.get(id)
    if (cached) return cached
    const loaded = await loadByKeyId(id)
    if (loaded) byKeyId.set(id, loaded)
    return loaded
  }

  return {
    encrypt: async (memberId, text) => {
      const { id, key, wrappedBy } = await keyOfMember(memberId)
      if (!key) throw new KeyLost(wrappedBy) // a destroyed one is never the current one
      const { nonce, sealed } = seal(key, Buffer.from(text), id)
      return { keyId: id, nonce: nonce.toString('base64url'), ciphertext: sealed.toString('base64url') }
    },
    decrypt: async ({ keyId, nonce, ciphertext }) => {
      const dataKey = await keyById(keyId)
      if (!dataKey?.key) return null
      const sealed = Buffer.from(ciphertext, 'base64url')
      return open(dataKey.key, Buffer.from(nonce, 'base64url'), sealed, keyId).toString()
    },
    destroy: async (memberId) => {
      const { rows } = await pool.query<{ id: string }>(
        `update app.member_key set wrapped_key = null, destroyed_at = now()
         where member_id = $1 and wrapped_key is not null returning id`,
        [memberId],
      )
      byMember.delete(memberId)
      for (const { id } of rows) byKeyId.delete(id)
    },
    rewrap: async () => {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from app.member_key
         where wrapped_key is not null and wrapped_by = any($1)`,
        [wrapping.ids.slice(1)],
      )
      for (const row of rows) {
        const { id, memberId, key } = unwrap(row)
        if (!key) continue
        await pool.query(
          'update app.member_key set wrapped_key = $2, wrapped_by = $3 where id = $1 and wrapped_key is not null',
          [id, wrapping.wrap(key, memberId), wrapping.newestId],
        )
      }
      return rows.length
    },
  }
}
