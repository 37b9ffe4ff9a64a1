import { fromBase64, toBase64 } from './byte-text.ts'
import type { Checkpoint } from './checkpoint.ts'
import { HASH_BYTES } from './hashing.ts'
import { readVerifierKey, type NoteVerifier } from './note-keys.ts'
import { parseNote, verifyNote } from './signed-note.ts'

type Tree = Pick<Checkpoint, 'size' | 'root'>

/**
 * The end of a log whose events were lost or changed, such as by restoring a backup that lacks its last seconds: what
 * it had sealed, how many of its events are the beginning of the log after it, and whose key signs that one. It is the
 * text of a signed note, signed with both keys. Its first line keeps it apart from a checkpoint.
 */
export interface LogEnd {
  /** Name of the ended log. */
  readonly origin: string
  /** The newest checkpoint of the ended log that is known. */
  readonly sealed: Tree
  /** The newest checkpoint of the ended log that the new one continues. */
  readonly kept: Tree
  /** Public key of the new log. */
  readonly newKey: string
  /** ISO 8601, UTC. */
  readonly at: string
}

const TITLE = 'youtility-log-end/v1'
const FORM =
  /^youtility-log-end\/v1\norigin (\S+)\nsealed (\d{1,16}) (\S+)\nkept (\d{1,16}) (\S+)\nnew (\S+)\nat (\S+)\n$/

const written = ({ origin, sealed, kept, newKey, at }: LogEnd): string =>
  [
    TITLE,
    `origin ${origin}`,
    `sealed ${sealed.size} ${toBase64(sealed.root)}`,
    `kept ${kept.size} ${toBase64(kept.root)}`,
    `new ${newKey}`,
    `at ${at}`,
  ]
    .map((line) => `${line}\n`)
    .join('')

/** The statement's text, to be signed. @throws {Error} when {@link parseLogEnd} would refuse it */
export const formatLogEnd = (end: LogEnd): string => {
  const text = written(end)
  parseLogEnd(text)
  return text
}

const treeOf = (size: string, base64: string): Tree => {
  const root = fromBase64(base64)
  if (root.length !== HASH_BYTES) throw new Error('The root is not a SHA-256 hash')
  return { size: Number(size), root }
}

/** Whether a text looks like a statement of a log's end. */
export const isLogEnd = (text: string): boolean => text.startsWith(`${TITLE}\n`)

/** @throws {Error} when the text is not such a statement; its signatures are not verified */
export const parseLogEnd = (text: string): LogEnd => {
  const [, origin, size, root, keptSize, keptRoot, newKey, at] = FORM.exec(text) ?? []
  if (!origin || !size || !root || !keptSize || !keptRoot || !newKey || !at)
    throw new Error('This is not the statement of the end of a log')
  const end = { origin, sealed: treeOf(size, root), kept: treeOf(keptSize, keptRoot), newKey, at }
  if (written(end) !== text || end.kept.size > end.sealed.size || Number.isNaN(Date.parse(at)))
    throw new Error('This is not the statement of the end of a log')
  return end
}

/**
 * Reads a statement and verifies that the ended log signed it, by one of these keys, and the new one by its own.
 * @throws {Error} when it does not hold, and why
 */
export const readLogEnd = async (note: string, keys: readonly NoteVerifier[]): Promise<LogEnd> => {
  const signed = parseNote(note)
  const end = parseLogEnd(signed.text)
  const old = keys.filter(({ kind, name }) => kind === 'log' && name === end.origin)
  if (old.length === 0) throw new Error(`It is of ${end.origin}, whose key is not given`)
  const verdicts = await Promise.all(old.map((key) => verifyNote(signed, key)))
  if (!verdicts.some(({ ok }) => ok)) throw new Error(`It is not signed by ${end.origin}`)
  const next = await readVerifierKey(end.newKey)
  const byNext = await verifyNote(signed, next)
  if (!byNext.ok) throw new Error(byNext.why)
  if (next.name === end.origin) throw new Error('The new log has the name of the ended one')
  return end
}
