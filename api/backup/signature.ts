import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readVerifierKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote, verifyNote } from '../../events/proof/signed-note.ts'
import { messageOf } from '../../events/thrown.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { MANIFEST } from './manifest.ts'

/** A note by the key of the log. It names the hash of the manifest, which names those of all tables. */
const SIGNATURE = `${MANIFEST}.sig`

const textFor = (manifest: string): string =>
  `youtility backup\n${createHash('sha256').update(manifest).digest('base64')}\n`

/** Signs the manifest that is about to be written. */
export const writeSignature = async (dir: string, manifest: string, signer: NoteSigner): Promise<void> => {
  const note = formatNote(await signNote(textFor(manifest), signer))
  writeFileSync(path.join(dir, SIGNATURE), note, { mode: 0o600, flush: true })
}

/**
 * Checks that the log's key has signed the manifest: whoever can write into the store of backups has not made it.
 * @param logKey the public key of the log, which the operator has from elsewhere
 * @throws {InvalidConfig} there is no such signature, or the key is none
 */
export const assertSigned = async (dir: string, logKey: string): Promise<void> => {
  const verifier = await readVerifierKey(logKey.trim()).catch((error: unknown) => {
    throw new InvalidConfig(`--log-key ${logKey}: ${messageOf(error)}`)
  })
  const file = path.join(dir, SIGNATURE)
  if (!existsSync(file))
    throw new InvalidConfig(
      `There is no ${SIGNATURE} in ${dir}: the backup was made without LEDGER_LOG_KEY. If you are sure where it comes from, say --unsigned in place of --log-key`,
    )
  const note = parseNote(readFileSync(file, 'utf8'))
  const isOfManifest = note.text === textFor(readFileSync(path.join(dir, MANIFEST), 'utf8'))
  const verdict = await verifyNote(note, verifier)
  if (!isOfManifest || !verdict.ok)
    throw new InvalidConfig(`${MANIFEST} is not what ${verifier.name} signed: do not restore this backup`)
}
