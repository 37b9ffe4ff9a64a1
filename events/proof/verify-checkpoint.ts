import { toHex } from './byte-text.ts'
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts'
import type { NoteVerifier } from './note-keys.ts'
import { parseNote, verifyNote, type SignedNote } from './signed-note.ts'
import type { Verdict } from './verify.ts'
import { checkWitnesses, isBy, type KnownKeys, type WitnessCheck } from './witnessed.ts'

/**
 * Verifies that a key of the log that the checkpoint names as its origin signed it. Where several have, none may be
 * wrong (https://c2sp.org/signed-note).
 */
export const verifyLogSignature = async (
  note: SignedNote,
  origin: string,
  logs: readonly NoteVerifier[],
): Promise<Verdict> => {
  const signers = logs.filter((log) => log.name === origin && note.signatures.some((one) => isBy(one)(log)))
  if (signers.length === 0) {
    const [other] = note.signatures.filter(({ name }) => name === origin)
    const why = `The checkpoint is of ${origin} and not signed by a key of the log you trust`
    // A reader who trusts one key of this name may lack the one before or after it.
    return other === undefined || !logs.some(({ name }) => name === origin)
      ? { ok: false, why }
      : {
          ok: false,
          why: `${why}, but by ${origin}+${toHex(other.keyId)}: perhaps a former or newer key of it`,
        }
  }
  const verdicts = await Promise.all(signers.map((log) => verifyNote(note, log)))
  return verdicts.find(({ ok }) => !ok) ?? { ok: true }
}

/** What was found of a checkpoint. */
export type CheckpointVerdict =
  /** It is none, or the log has not signed it. `why` is a sentence without its full stop. */
  | { readonly kind: 'unsigned'; readonly why: string }
  /** The log has signed it; whether enough witnesses have is in `check`. */
  | { readonly kind: 'signed'; readonly checkpoint: Checkpoint; readonly check: WitnessCheck }

/** Verifies the file of a checkpoint: its form, the log's signature, and those of witnesses. */
export const verifyCheckpoint = async (text: string, keys: KnownKeys): Promise<CheckpointVerdict> => {
  let note: SignedNote
  let checkpoint: Checkpoint
  try {
    note = parseNote(text)
    checkpoint = parseCheckpoint(note.text)
  } catch (error) {
    return { kind: 'unsigned', why: error instanceof Error ? error.message : String(error) }
  }
  const verdict = await verifyLogSignature(note, checkpoint.origin, keys.logs)
  return verdict.ok
    ? { kind: 'signed', checkpoint, check: await checkWitnesses(note, keys) }
    : { kind: 'unsigned', why: verdict.why }
}
