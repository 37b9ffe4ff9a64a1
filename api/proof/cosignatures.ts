import type { Pool } from 'pg'
import { toHex } from '../../events/proof/byte-text.ts'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import { cosignedAt, readCosignature } from '../../events/proof/cosignature.ts'
import type { NoteVerifier } from '../../events/proof/note-keys.ts'
import { isBy } from '../../events/proof/witnessed.ts'
import { lineOf, parseNote, verifyNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { messageOf } from '../../events/thrown.ts'
import { HttpError } from '../http/errors.ts'
import { checkpointOf, saveCosignature, type Cosignature } from './checkpoints.ts'

const refuse = (code: string, sentence: string): never => {
  throw new HttpError(422, code, sentence, { fields: { note: sentence } })
}

const readNote = (text: string): { note: SignedNote; size: number } => {
  try {
    const note = parseNote(text)
    return { note, size: parseCheckpoint(note.text).size }
  } catch (error) {
    const why = messageOf(error)
    throw new HttpError(400, 'invalid_note', `This is not a signed checkpoint: ${why}.`, {
      fields: { note: why },
    })
  }
}

/** How far the clock of a witness may be ahead, s: a later time would keep its next signatures out. */
const AHEAD_SECONDS_MAX = 3_600

/** A signature that is not valid, or has no valid time. */
export class BadCosignature extends Error {}

interface Taking {
  readonly pool: Pool
  readonly witnesses: readonly NoteVerifier[]
  readonly now: Date
}

/**
 * Stores the signatures of known witnesses under a checkpoint of ours; those of other keys are ignored.
 * @returns how many are of known witnesses, and how many of these are stored: of each key the newest
 * @throws {BadCosignature} when one of a known witness is not valid; nothing is stored then
 */
export const storeCosignatures = async (
  { pool, witnesses, now }: Taking,
  size: number,
  { text, signatures }: SignedNote,
): Promise<{ known: number; accepted: number }> => {
  const valid = new Map<string, Cosignature>()
  for (const line of signatures) {
    const witness = witnesses.find(isBy(line))
    if (!witness) continue
    const read = readCosignature(line.signature)
    if (!read || !(await verifyNote({ text, signatures: [line] }, witness)).ok)
      throw new BadCosignature(`The signature of ${witness.name} does not belong to this checkpoint`)
    const seconds = (cosignedAt(read.seconds)?.getTime() ?? 0) / 1_000
    if (seconds === 0)
      throw new BadCosignature(
        `The signature of ${witness.name} is dated ${read.seconds} s after 1970, which is no time`,
      )
    if (seconds > now.getTime() / 1_000 + AHEAD_SECONDS_MAX)
      throw new BadCosignature(`The signature of ${witness.name} is dated in the future`)
    const key = `${line.name}+${toHex(line.keyId)}`
    const before = valid.get(key)
    if (!before || before.seconds < seconds) valid.set(key, { size, key, line: lineOf(line), seconds })
  }
  let accepted = 0
  for (const one of valid.values()) if (await saveCosignature(pool, one, now)) accepted += 1
  return { known: valid.size, accepted }
}

/**
 * Stores the signatures of known witnesses under one of our checkpoints. Other signatures are ignored.
 * @returns the size of the checkpoint, and how many signatures are stored
 * @throws {HttpError} when it is not one of our checkpoints, a signature is invalid, or no known witness has signed it
 */
export const takeCosignatures = async (
  taking: Taking,
  text: string,
): Promise<{ size: number; accepted: number }> => {
  const { note, size } = readNote(text)
  const ours = await checkpointOf(taking.pool, size)
  if (!ours || parseNote(ours.note).text !== note.text)
    return refuse('unknown_checkpoint', 'This is not a checkpoint that this log has signed lately.')
  try {
    const { known, accepted } = await storeCosignatures(taking, size, note)
    if (known > 0) return { size, accepted }
  } catch (error) {
    if (error instanceof BadCosignature) return refuse('bad_cosignature', `${error.message}.`)
    throw error
  }
  return refuse('unknown_witness', 'None of the witnesses that this log knows has signed this.')
}
