import { Pool } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { systemClock } from '../../events/ids.ts'
import { loadConfig } from '../load-config.ts'
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
  select 'keys of DIDs', null, count(*)::int, wrapped_by, null from app.did_key group by wrapped_by
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
  usage: 'keys [--rotate <purpose>]',
  summary:
    'the keys in the database, by what they are wrapped, and how to make a newer one (this one writes)',
  help: `Lists every key that the database keeps, wrapped, with the name of the key-encryption key that wraps it: an older
KEY_ENCRYPTION_KEY can go once its name stands nowhere. Keys of the environment are in docs/operators.md.

  --rotate <purpose>  adds a newer key for "departed identities", "bank account fingerprints", "sandbox webhooks" or
                      "web push". What older ones made is still recognised; but browsers must subscribe to pushes anew,
                      which they do when the app is opened next. Restart the servers to have it used. Needs the settings
                      of the server (KEY_ENCRYPTION_KEY), and DATABASE_URL as the server's user.`,
  options: { rotate: 'text' },
  takes: 0,
  run: async ({ applicationUrl, env, writableUrl, json, out }, given) => {
    const wanted = given.text('rotate')
    if (wanted !== null) {
      const purpose = purposeOf(wanted)
      const { keyEncryptionKeys } = loadConfig(env)
      const pool = new Pool({ connectionString: env['DATABASE_URL']?.trim() || writableUrl, max: 1 })
      try {
        await createPlatformKeys({ pool, keyEncryptionKeys, clock: systemClock }).rotate(purpose)
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
