import { fromBase64, toBase64, toUtf8 } from './byte-text.ts'
import { joined, sameBytes, type Bytes } from './hashing.ts'
import type { NoteSigner, NoteVerifier } from './note-keys.ts'
import type { Verdict } from './verify.ts'

/** One signature line: the name and id of the signer's key, and its signature of the text. */
export interface NoteSignature {
  readonly name: string
  readonly keyId: Bytes
  readonly signature: Bytes
}

/** A text and its signatures, by https://c2sp.org/signed-note. */
export interface SignedNote {
  /** Ends with a newline. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const KEY_ID_BYTES = 4
/** Far more than a log and its witnesses need; larger notes are refused. */
const NOTE_CHARACTERS_MAX = 100_000
export const SIGNATURES_MAX = 64

const isText = (text: string): boolean =>
  text.endsWith('\n') && text.isWellFormed() && !/(?!\n)\p{Cc}/u.test(text)

/** A signature's line in the note. */
export const lineOf = ({ name, keyId, signature }: NoteSignature): string =>
  `\u2014 ${name} ${toBase64(joined(keyId, signature))}\n`

/**
 * The note as it is published and stored.
 * @throws {Error} when {@link parseNote} would refuse it: what is written can be read again
 */
export const formatNote = ({ text, signatures }: SignedNote): string => {
  const note = `${text}\n${signatures.map(lineOf).join('')}`
  parseNote(note)
  return note
}

/** @throws {Error} when the text does not end with a newline, or contains other control characters */
export const signNote = async (text: string, ...signers: readonly NoteSigner[]): Promise<SignedNote> => {
  if (!isText(text)) throw new Error('The text of a note ends with a newline and holds no control characters')
  const message = toUtf8(text)
  const signatures = await Promise.all(
    signers.map(async ({ name, keyId, sign }) => ({ name, keyId, signature: await sign(message) })),
  )
  return { text, signatures }
}

const readLine = (line: string): NoteSignature => {
  const match = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line)
  const [, name, base64] = match ?? []
  if (name === undefined || base64 === undefined) throw new Error('A signature line of the note is malformed')
  const bytes = fromBase64(base64)
  if (bytes.length <= KEY_ID_BYTES) throw new Error('A signature of the note is too short')
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
}

/**
 * Parses a published note. Does not verify it: see {@link verifyNote}.
 * @throws {Error} when the text is not a note
 */
export const parseNote = (note: string): SignedNote => {
  if (note.length > NOTE_CHARACTERS_MAX) throw new Error('The note is too long')
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2)
  if (end < 0 || !isText(text) || !lines.endsWith('\n'))
    throw new Error('A note is a text, an empty line and lines of signatures, each ending with a newline')
  const signatures = lines.slice(0, -1).split('\n').map(readLine)
  if (signatures.length > SIGNATURES_MAX) throw new Error('The note has too many signatures')
  return { text, signatures }
}

/**
 * Verifies that this key signed the note. Signatures of other keys are ignored, as anyone may add some.
 */
export const verifyNote = async (
  { text, signatures }: SignedNote,
  verifier: NoteVerifier,
): Promise<Verdict> => {
  const own = signatures.filter(
    ({ name, keyId }) => name === verifier.name && sameBytes(keyId, verifier.keyId),
  )
  if (own.length === 0) return { ok: false, why: `The note is not signed by ${verifier.name}` }
  const message = toUtf8(text)
  const good = await Promise.all(own.map(({ signature }) => verifier.verify(message, signature)))
  return good.every(Boolean)
    ? { ok: true }
    : { ok: false, why: `The signature of ${verifier.name} does not belong to this text` }
}
