import { randomUUID, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { columnsOf } from '../database/database.ts'
import type { KeyWrapping } from '../keys/key-wrapping.ts'
import { generateEd25519, privateKeyObject, publicKeyOf, type PublicKey } from './ed25519.ts'

/** A DID's public key. */
interface DidKey extends PublicKey {
  readonly createdAt: Date
}

interface PlatformKey extends DidKey {
  /** Unwrapped only for signing: the public key is readable without the key-encryption key. */
  readonly privateKey: () => KeyObject
  /** Keys whose private part was given up as lost, newest first. */
  readonly former: readonly PublicKey[]
}

/** Ed25519 keys in `app.did_key`: one for each member's DID, and one of the platform, which signs credentials. */
export interface DidKeys {
  /** The public key of an existing member; created at the first call. */
  readonly ofMember: (memberId: string) => Promise<DidKey>
  readonly ofPlatform: () => Promise<PlatformKey>
  /** Rewraps all keys of older key-encryption keys with the newest; returns how many. */
  readonly rewrap: () => Promise<number>
}

interface Row {
  readonly id: string
  readonly publicKey: Buffer
  readonly wrappedKey: Buffer
  readonly wrappedBy: string
  readonly createdAt: Date
}

const COLUMNS = columnsOf<Row>('id', 'publicKey', 'wrappedKey', 'wrappedBy', 'createdAt')
/** Maximum number of keys rewrapped in one statement. */
const REWRAP_BATCH = 500

export const createDidKeys = ({
  pool,
  wrapping,
  clock,
}: {
  readonly pool: Pool
  readonly wrapping: KeyWrapping
  readonly clock: Clock
}): DidKeys => {
  const read = async (memberId: string | null): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>({
      name: memberId === null ? 'did-key-platform' : 'did-key-member',
      text:
        memberId === null
          ? `select ${COLUMNS} from app.did_key where member_id is null`
          : `select ${COLUMNS} from app.did_key where member_id = $1`,
      values: memberId === null ? [] : [memberId],
    })
    return rows[0]
  }

  const make = async (memberId: string | null): Promise<void> => {
    const id = randomUUID()
    const { publicKey, privateKey } = generateEd25519()
    await pool.query(
      `insert into app.did_key (id, member_id, public_key, wrapped_key, wrapped_by, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (member_id) do nothing`,
      [id, memberId, publicKey, wrapping.wrap(privateKey, id), wrapping.newestId, clock()],
    )
  }

  const readOrMake = async (memberId: string | null): Promise<Row> => {
    const known = await read(memberId)
    if (known) return known
    await make(memberId)
    const made = await read(memberId)
    if (!made) throw new Error('The key of a DID was destroyed while being made')
    return made
  }

  const unwrap = ({ id, wrappedKey: wrapped, wrappedBy }: Row): Buffer =>
    wrapping.unwrap({ wrapped, wrappedBy }, id)

  /** Caches the platform's key: it signs often and does not change. */
  const platform = new LRUCache<'platform', PlatformKey>({ max: 1 })

  return {
    ofMember: async (memberId) => {
      const row = await readOrMake(memberId)
      return { ...(await publicKeyOf(row.publicKey)), createdAt: row.createdAt }
    },
    ofPlatform: async () => {
      const cached = platform.get('platform')
      if (cached) return cached
      const row = await readOrMake(null)
      const { rows: former } = await pool.query<{ key: Buffer }>(
        'select public_key as key from app.former_issuer_key order by given_up_at desc, public_key',
      )
      const key = {
        ...(await publicKeyOf(row.publicKey)),
        former: await Promise.all(former.map((one) => publicKeyOf(one.key))),
        createdAt: row.createdAt,
        privateKey: () => privateKeyObject(unwrap(row), row.publicKey),
      }
      platform.set('platform', key)
      return key
    },
    rewrap: async () => {
      let count = 0
      for (;;) {
        const { rows } = await pool.query<Row>(
          `select ${COLUMNS} from app.did_key where wrapped_by = any($1) limit ${REWRAP_BATCH}`,
          [wrapping.ids.slice(1)],
        )
        if (rows.length === 0) return count
        await pool.query(
          `update app.did_key as known set wrapped_key = new.wrapped_key, wrapped_by = $3
           from unnest($1::uuid[], $2::bytea[]) as new (id, wrapped_key) where known.id = new.id`,
          [
            rows.map(({ id }) => id),
            rows.map((row) => wrapping.wrap(unwrap(row), row.id)),
            wrapping.newestId,
          ],
        )
        count += rows.length
      }
    },
  }
}
