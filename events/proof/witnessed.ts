import { toHex } from './byte-text.ts'
import { cosignedAt, readCosignature } from './cosignature.ts'
import { sameBytes } from './hashing.ts'
import type { NoteVerifier } from './note-keys.ts'
import { isMet, isSameKey, NO_QUORUM, type Quorum } from './quorum.ts'
import { verifyNote, type NoteSignature, type SignedNote } from './signed-note.ts'

/** Trusted keys to verify with; see {@link readVerifierKey}. */
export interface KnownKeys {
  /** The log's current and former keys: one of them must have signed. */
  readonly logs: readonly NoteVerifier[]
  /** Signatures of other witnesses are ignored. */
  readonly witnesses: readonly NoteVerifier[]
  /** Which of them must have signed. Default: nobody must. */
  readonly quorum?: Quorum
}

/** Who has signed a checkpoint besides the log. */
export interface Witnessed {
  /** Known witnesses whose signatures are valid, and when they signed (ISO 8601). */
  readonly signed: readonly { readonly name: string; readonly at: string }[]
  /** Names of known witnesses that have not signed. */
  readonly missing: readonly string[]
  /**
   * Names under signatures of keys that are not known: ignored, since anyone may add some. With the key's id where a key
   * of this name is known.
   */
  readonly unknown: readonly string[]
}

export const isBy =
  ({ name, keyId }: Pick<NoteSignature, 'name' | 'keyId'>) =>
  (verifier: NoteVerifier): boolean =>
    verifier.name === name && sameBytes(verifier.keyId, keyId)

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ')

/** Whether enough witnesses have signed. */
export interface WitnessCheck extends Witnessed {
  readonly state: 'passed' | 'failed' | 'skipped'
  /** A sentence for people. */
  readonly note: string
}

const judged = (found: Witnessed, met: boolean): Pick<WitnessCheck, 'state' | 'note'> => {
  const [by, not] = [listed(found.signed.map(({ name }) => name)), listed(found.missing)]
  if (!met)
    return by === ''
      ? { state: 'failed', note: `Witnesses must have signed this checkpoint, and none has: ${not}.` }
      : { state: 'failed', note: `It is not enough that ${by} signed this checkpoint: not signed by ${not}.` }
  if (by !== '' && not !== '')
    return { state: 'passed', note: `Signed by ${by} as well. Not signed by ${not}.` }
  if (by !== '') return { state: 'passed', note: `Signed by ${by} as well.` }
  if (not === '') return { state: 'skipped', note: 'Not looked at, because no key of a witness is known.' }
  return {
    state: 'skipped',
    note: `It has no signature of a witness you trust (${not}). A newer one may have it.`,
  }
}

/** `name+id` as at the beginning of a public key, where the name alone could be taken for a key that is known. */
const nameOfUnknown = ({ name, keyId }: NoteSignature, known: readonly NoteVerifier[]): string =>
  known.some((one) => one.name === name) ? `${name}+${toHex(keyId)}` : name

/**
 * Verifies the signatures of witnesses under a checkpoint. It fails when one of a known key is not valid, or when fewer
 * have signed than must; it is skipped when there is nothing to verify.
 */
export const checkWitnesses = async (
  note: SignedNote,
  { logs, witnesses, quorum = NO_QUORUM }: KnownKeys,
): Promise<WitnessCheck> => {
  const signed: { name: string; at: string }[] = []
  const keys: NoteVerifier[] = []
  const unknown = new Set<string>()
  for (const line of note.signatures) {
    const witness = witnesses.find(isBy(line))
    if (!witness) {
      if (!logs.some(isBy(line))) unknown.add(nameOfUnknown(line, [...logs, ...witnesses]))
      continue
    }
    const failed = (why: string): WitnessCheck => {
      return { state: 'failed', note: why, signed: [], missing: [], unknown: [...unknown] }
    }
    const verdict = await verifyNote({ text: note.text, signatures: [line] }, witness)
    const read = readCosignature(line.signature)
    if (!verdict.ok || !read) return failed(`The signature of the witness ${line.name} is not good.`)
    const at = cosignedAt(read.seconds)
    if (!at)
      return failed(
        `The witness ${line.name} dates its signature ${read.seconds} s after 1970: that is no time.`,
      )
    if (keys.some((key) => isSameKey(key, witness))) continue
    keys.push(witness)
    signed.push({ name: line.name, at: at.toISOString() })
  }
  const met = isMet(quorum, keys)
  // A witness with a former key has not missed to sign with it, unless that very key must have signed.
  const missing = witnesses.filter((witness) =>
    met ? !signed.some(({ name }) => name === witness.name) : !keys.some((key) => isSameKey(key, witness)),
  )
  const found = { signed, missing: [...new Set(missing.map(({ name }) => name))], unknown: [...unknown] }
  const { state, note: why } = judged(found, met)
  const others = listed(found.unknown)
  const whole = others === '' ? why : `${why} Ignored, because the key is not known here: ${others}.`
  return { state, note: whole, ...found }
}
