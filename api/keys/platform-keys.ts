import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { createKeyWrapping } from './key-wrapping.ts'

/** Purposes of the platform's own keys. A key is used for one purpose only. */
export const KEY_PURPOSES = [
  'departed identities',
  'former handles',
  'bank account fingerprints',
  'saved bank accounts',
  'sandbox market',
  'sandbox webhooks',
  'sandbox carrier',
  'sandbox payouts',
  'web push',
] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/**
 * Keys that must outlive the key-encryption key, because their output could not be recomputed, such as hashes of values
 * that we do not store. Each is random, for one purpose, and wrapped at rest.
 */
export interface PlatformKeys {
  /**
   * All keys of a purpose that can be unwrapped, newest first; creates one when there is none. 32 bytes each.
   * @param client the caller's, inside a transaction: waiting there for a second connection could deadlock
   */
  readonly of: (purpose: KeyPurpose, client?: PoolClient) => Promise<readonly [Buffer, ...Buffer[]]>
  /** Adds a newer key; the older ones remain available. */
  readonly rotate: (purpose: KeyPurpose) => Promise<void>
  /** Rewraps all keys with the newest key-encryption key; returns how many. */
  readonly rewrap: () => Promise<number>
}

interface Row {
  readonly purpose: string
  readonly generation: number
  readonly wrapped_key: Buffer
  readonly wrapped_by: string
}

const KEY_BYTES = 32

const READ = `
  select purpose, generation, wrapped_key, wrapped_by from app.kept_key where purpose = $1 order by generation desc`
const ADD = `
  insert into app.kept_key (purpose, generation, wrapped_key, wrapped_by, created_at) values ($1, $2, $3, $4, $5)
  on conflict do nothing`

export const createPlatformKeys = ({
  pool,
  keyEncryptionKeys,
  clock,
}: {
  readonly pool: Pool
  /** 32 bytes each, base64, newest first. */
  readonly keyEncryptionKeys: readonly string[]
  readonly clock: Clock
}): PlatformKeys => {
  const wrapping = createKeyWrapping(keyEncryptionKeys)
  const boundTo = (purpose: string, generation: number): string => `kept key: ${purpose} ${generation}`
  const unwrap = ({ purpose, generation, wrapped_key: wrapped, wrapped_by: wrappedBy }: Row): Buffer =>
    wrapping.unwrap({ wrapped, wrappedBy }, boundTo(purpose, generation))
  const read = async (purpose: KeyPurpose, client: Pool | PoolClient = pool): Promise<readonly Row[]> =>
    (await client.query<Row>({ name: 'kept-keys', text: READ, values: [purpose] })).rows
  const isReadable = ({ wrapped_by: wrappedBy }: Row): boolean => wrapping.ids.includes(wrappedBy)
  /** If several processes add the same generation, only one succeeds. */
  const add = async (
    purpose: KeyPurpose,
    generation: number,
    client: Pool | PoolClient = pool,
  ): Promise<void> => {
    const wrapped = wrapping.wrap(randomBytes(KEY_BYTES), boundTo(purpose, generation))
    await client.query(ADD, [purpose, generation, wrapped, wrapping.newestId, clock()])
  }
  return {
    of: async (purpose, client) => {
      const known = await read(purpose, client)
      if (!known.some(isReadable)) await add(purpose, (known[0]?.generation ?? 0) + 1, client)
      const [newest, ...older] = (await read(purpose, client)).filter(isReadable).map(unwrap)
      if (!newest) throw new Error(`The key for ${purpose} was made and cannot be found`)
      return [newest, ...older]
    },
    rotate: async (purpose) => {
      const [newest] = await read(purpose)
      await add(purpose, (newest?.generation ?? 0) + 1)
    },
    rewrap: async () => {
      const { rows } = await pool.query<Row>(
        'select purpose, generation, wrapped_key, wrapped_by from app.kept_key where wrapped_by = any($1)',
        [wrapping.ids.slice(1)],
      )
      for (const row of rows)
        await pool.query(
          'update app.kept_key set wrapped_key = $3, wrapped_by = $4 where purpose = $1 and generation = $2',
          [
            row.purpose,
            row.generation,
            wrapping.wrap(unwrap(row), boundTo(row.purpose, row.generation)),
            wrapping.newestId,
          ],
        )
      return rows.length
    },
  }
}
