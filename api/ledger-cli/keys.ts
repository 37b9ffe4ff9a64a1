import { withClient } from '../../events/store/postgres/with-client.ts'
import { systemClock } from '../../events/ids.ts'
import { loadConfig } from '../config/load.ts'
import { createPool, inTransaction } from '../database/database.ts'
import { createKeyWrapping } from '../keys/key-wrapping.ts'
import { giveUpKeys } from '../keys/lost-keys.ts'
import { createPlatformKeys, KEY_PURPOSES, type KeyPurpose } from '../keys/platform-keys.ts'
import type { Command } from './command.ts'
import { UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'

/** Keys that must not be rotated, since past prices and assigned numbers are derived from them. */
const NEVER_ROTATED: ReadonlySet<KeyPurpose> = new Set(['sandbox market', 'sandbox carrier'])

const purposeOf = (text: string): KeyPurpose => {
  const purpose = KEY_PURPOSES.find((one) => one === text)
  if (!purpose) throw new UsageError(`There is no key for "${text}": ${KEY_PURPOSES.join(', ')}`)
  if (NEVER_ROTATED.has(purpose))
    throw new UsageError(`The key for "${purpose}" must not change: what it made would change with it`)
  return purpose
}

interface KeyLine {
  readonly key: string
  readonly generation: number | null
  readonly count: number
  /** Name of the key-encryption key; null: a public key. */
  readonly wrapped_by: string | null
  readonly since: string | null
}

const INVENTORY = `
  select purpose as key, generation, 1 as count, wrapped_by, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as since
    from app.kept_key
  union all
  select 'keys of members'' words', null, count(*)::int, wrapped_by, null
    from app.member_key where wrapped_key is not null group by wrapped_by
  union all
  select 'keys of DIDs', null, count(*)::int, wrapped_by, null from app.did_key where wrapped_key <> '' group by wrapped_by
  union all
  select 'log key ' || verifier_key, null, 1, null, to_char(first_used_at at time zone 'UTC', 'YYYY-MM-DD') from app.log_key
  order by 1, 2 desc`

const lineOf = ({ key, generation, count, wrapped_by: wrappedBy, since }: KeyLine): string =>
  [
    key,
    generation === null ? `${count}` : `generation ${generation}`,
    wrappedBy === null ? 'public' : `wrapped by ${wrappedBy}`,
    since === null ? '' : `since ${since}`,
  ]
    .join('  ')
    .trimEnd()

export const keys: Command = {
  name: 'keys',
  usage: 'keys [--rotate <purpose> | --give-up <id>]',
  summary:
    'the keys in the database, by what they are wrapped; how to make a newer one, or give up lost ones (these two write)',
  help: `Lists every key that the database keeps, wrapped, with the name of the key-encryption key that wraps it: an older
KEY_ENCRYPTION_KEY can go once its name stands nowhere. Keys of the environment are in docs/operators.md.

  --rotate <purpose>  adds a newer key for "departed identities", "former handles", "bank account fingerprints",
                      "sandbox webhooks" or "web push". What older ones made is still recognised; but browsers must subscribe to pushes anew,
                      which they do when the app is opened next. Restart the servers to have it used. Needs the settings
                      of the server (KEY_ENCRYPTION_KEY), and DATABASE_URL as the server's user.
  --give-up <id>      destroys what a lost KEY_ENCRYPTION_KEY wrapped, by the id that the server names at its start:
                      texts are unreadable for good, as erased ones are; a new key signs credentials, and those that
                      were issued still verify. Needs the same settings. Restart the servers.`,
  options: { rotate: 'text', 'give-up': 'text' },
  takes: 0,
  run: async ({ applicationUrl, env, writableUrl, json, out }, given) => {
    const [rotated, lost] = [given.text('rotate'), given.text('give-up')]
    if (rotated !== null && lost !== null) throw new UsageError('Give either --rotate or --give-up')
    const purpose = rotated === null ? null : purposeOf(rotated)
    if (purpose !== null || lost !== null) {
      const { keyEncryptionKeys } = loadConfig(env)
      if (lost !== null && createKeyWrapping(keyEncryptionKeys).ids.includes(lost))
        throw new UsageError(`The key ${lost} is in KEY_ENCRYPTION_KEY: nothing is lost`)
      const pool = createPool(env['DATABASE_URL']?.trim() || writableUrl, { max: 1, name: 'youtility keys' })
      try {
        if (purpose !== null)
          await createPlatformKeys({ pool, keyEncryptionKeys, clock: systemClock }).rotate(purpose)
        if (lost !== null && (await inTransaction(pool, (client) => giveUpKeys(client, lost))) === 0)
          throw new UsageError(`No key is wrapped by ${lost}`)
      } finally {
        await pool.end()
      }
    }
    await withClient(applicationUrl, 'keys', async (client) => {
      const { rows } = await client.query<KeyLine>(INVENTORY)
      for (const row of rows) await out(json ? jsonLine(row) : `${lineOf(row)}\n`)
    })
  },
}
