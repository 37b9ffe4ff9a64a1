import { sameBytes } from '../../events/proof/hashing.ts'
import type { NoteSigner, NoteVerifier } from '../../events/proof/note-keys.ts'
import { formatNote, lineOf, signNote, type SignedNote } from '../../events/proof/signed-note.ts'

/** A checkpoint that this witness has signed. */
interface Cosigned {
  /** To be stored: the text, one line of the log's key, and the line of this witness. */
  readonly note: string
  /** The line of this witness. */
  readonly line: string
}

/**
 * Signs a checkpoint that carries a verified signature of the log's key. Of the lines that came with it one of that key
 * is kept: anyone can add others, and the same one as often as they like.
 * @throws {Error} when the note with this signature could not be read again; nothing of it may be shown then
 */
export const cosign = async (
  { text, signatures }: SignedNote,
  logKey: NoteVerifier,
  signer: NoteSigner,
): Promise<Cosigned> => {
  const byLog = signatures.filter(({ name, keyId }) => name === logKey.name && sameBytes(keyId, logKey.keyId))
  const own = (await signNote(text, signer)).signatures
  return {
    note: formatNote({ text, signatures: [...byLog.slice(0, 1), ...own] }),
    line: own.map(lineOf).join(''),
  }
}
