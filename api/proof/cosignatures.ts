import type { Pool } from 'pg'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import type { NoteVerifier } from '../../events/proof/note-keys.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { lineOf, parseNote, verifyNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { messageOf } from '../../events/thrown.ts'
import { HttpError } from '../http/errors.ts'
import { checkpointOf, saveCosignature } from './checkpoints.ts'

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

/**
 * Stores the signatures of known witnesses under one of our checkpoints. Other signatures are ignored.
 * @returns the size of the checkpoint, and the number of valid signatures
 * @throws {HttpError} when it is not one of our checkpoints, a signature is invalid, or no known witness has signed it
 */
export const takeCosignatures = async (
  { pool, witnesses, now }: { pool: Pool; witnesses: readonly NoteVerifier[]; now: Date },
  text: string,
): Promise<{ size: number; accepted: number }> => {
  const { note, size } = readNote(text)
  const ours = await checkpointOf(pool, size)
  if (!ours || parseNote(ours.note).text !== note.text)
    return refuse('unknown_checkpoint', 'This is not a checkpoint that this log has signed lately.')
  let accepted = 0
  for (const line of note.signatures) {
    const witness = witnesses.find(({ name, keyId }) => name === line.name && sameBytes(keyId, line.keyId))
    if (!witness) continue
    if (!(await verifyNote({ text: note.text, signatures: [line] }, witness)).ok)
      return refuse('bad_cosignature', `The signature of ${witness.name} does not belong to this checkpoint.`)
    await saveCosignature(pool, { size, witness: witness.name, line: lineOf(line) }, now)
    accepted += 1
  }
  if (accepted === 0)
    return refuse('unknown_witness', 'None of the witnesses that this log knows has signed this.')
  return { size, accepted }
}
