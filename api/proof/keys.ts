import path from 'node:path'
import type { Pool } from 'pg'
import {
  makeNoteKeys,
  readSignerKey,
  readVerifierKey,
  type NoteSigner,
  type NoteVerifier,
} from '../../events/proof/note-keys.ts'
import { messageOf } from '../../events/thrown.ts'
import type { Config } from '../config/config.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { readOrMake } from '../config/secret-file.ts'

/** Name of a development machine's log, part of every checkpoint. */
const DEVELOPMENT_LOG = 'development.youtility.example/log'
const DEVELOPMENT_WITNESS = 'development.youtility.example/witness'

/** A development key pair: created on first use and stored, so that the next start signs with the same key. */
const developmentKey = async (dataDir: string, name: string, kind: NoteVerifier['kind']): Promise<string> => {
  const { signerKey } = await makeNoteKeys(name, kind)
  return readOrMake(path.join(dataDir, `${kind}.key`), () => `${signerKey}\n`).trim()
}

/** The key that signs checkpoints; null where none is required (`ROLE=api` in production). */
export const openLogKey = async ({
  ledgerLogKey,
  dataDir,
  environment,
}: Pick<Config, 'ledgerLogKey' | 'dataDir' | 'environment'>): Promise<NoteSigner | null> => {
  if (ledgerLogKey !== null) return readSignerKey(ledgerLogKey)
  if (environment === 'production') return null
  return readSignerKey(await developmentKey(dataDir, DEVELOPMENT_LOG, 'log'))
}

/** Private key of a development machine's witness. */
export const developmentWitnessKey = (dataDir: string): Promise<string> =>
  developmentKey(dataDir, DEVELOPMENT_WITNESS, 'witness')

/** Public keys of witnesses whose cosignatures are accepted. @throws {InvalidConfig} when one of them is not a witness's key */
export const openWitnessKeys = async (
  { witnessKeys, dataDir, environment }: Pick<Config, 'witnessKeys' | 'dataDir' | 'environment'>,
  readPublic: (privateKey: string) => Promise<string>,
): Promise<readonly { readonly key: string; readonly verifier: NoteVerifier }[]> => {
  const keys =
    witnessKeys ??
    (environment === 'production' ? [] : [await readPublic(await developmentWitnessKey(dataDir))])
  return Promise.all(
    keys.map(async (key) => {
      const verifier = await readVerifierKey(key).catch((error: unknown) => {
        throw new InvalidConfig(`WITNESS_KEYS: ${messageOf(error)}`)
      })
      if (verifier.kind !== 'witness')
        throw new InvalidConfig(`WITNESS_KEYS: ${verifier.name} is not the key of a witness`)
      return { key, verifier }
    }),
  )
}

/** Records that the log signs with this key now. Returns whether another key signed before. */
export const recordLogKey = async (pool: Pool, verifierKey: string, at: Date): Promise<boolean> => {
  const { rows } = await pool.query<{ changed: boolean }>(
    `insert into app.log_key (verifier_key, first_used_at) values ($1, $2)
     on conflict (verifier_key) do nothing returning exists (select from app.log_key) as changed`,
    [verifierKey, at.toISOString()],
  )
  return rows[0]?.changed ?? false
}

/** Public keys of the log, the newest first. */
export const logKeys = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ verifier_key: string }>({
    name: 'app_log_keys',
    text: 'select verifier_key from app.log_key order by first_used_at desc, verifier_key',
  })
  return rows.map((row) => row.verifier_key)
}
