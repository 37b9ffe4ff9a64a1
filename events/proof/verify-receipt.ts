import { toUtf8 } from './byte-text.ts'
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts'
import { readCosignature } from './cosignature.ts'
import { sameBytes, type Sha256Maybe } from './hashing.ts'
import type { NoteVerifier } from './note-keys.ts'
import { parseReceipt, readReceiptEvent, type ReceiptEvent } from './receipt.ts'
import { parseNote, verifyNote, type NoteSignature, type SignedNote } from './signed-note.ts'
import { parseTlogProof, type TlogProof } from './tlog-proof.ts'
import { verifyInclusion, type Verdict } from './verify.ts'

/** Trusted keys to verify a receipt with; see {@link readVerifierKey}. */
export interface KnownKeys {
  /** The log's current and former keys: one of them must have signed. */
  readonly logs: readonly NoteVerifier[]
  /** When any are given, signatures of other witnesses fail the check. */
  readonly witnesses: readonly NoteVerifier[]
}

export type CheckName = 'form' | 'event' | 'checkpoint' | 'inclusion' | 'witness'

/**
 * One check. `skipped`: not made, because an earlier one failed, no key for it is known or no witness had signed.
 * `note` is a sentence for people.
 */
export interface Check {
  readonly name: CheckName
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly note: string
}

export interface ReceiptVerdict {
  /** Every check that could be made has passed, including those of the checkpoint and the inclusion. */
  readonly ok: boolean
  /** In this order: form, event, checkpoint, inclusion, witness. */
  readonly checks: readonly Check[]
  /** Set when the receipt can be parsed, whether or not it is valid. */
  readonly event: ReceiptEvent | null
  readonly index: number | null
  readonly checkpoint: Checkpoint | null
  /** Witnesses whose signatures are valid, and when they signed (ISO 8601). */
  readonly witnesses: readonly { readonly name: string; readonly at: string }[]
}

const ORDER: readonly CheckName[] = ['form', 'event', 'checkpoint', 'inclusion', 'witness']
const NOT_REACHED = 'Not looked at, because an earlier check failed.'

const sentence = (error: unknown): string => `${error instanceof Error ? error.message : String(error)}.`
const checkOf = (verdict: Verdict, passed: string): Pick<Check, 'state' | 'note'> =>
  verdict.ok ? { state: 'passed', note: passed } : { state: 'failed', note: `${verdict.why}.` }

const isBy =
  ({ name, keyId }: NoteSignature) =>
  (verifier: NoteVerifier): boolean =>
    verifier.name === name && sameBytes(verifier.keyId, keyId)

/** Verifies that a key of the log that the checkpoint names as its origin signed it. */
const checkLog = async (note: SignedNote, origin: string, logs: readonly NoteVerifier[]) => {
  const signer = logs.find((log) => log.name === origin && note.signatures.some((one) => isBy(one)(log)))
  if (!signer)
    return {
      ok: false,
      why: `The checkpoint is of ${origin} and not signed by a key of the log you trust`,
    } as const
  return verifyNote(note, signer)
}

const checkWitnesses = async (
  note: SignedNote,
  { logs, witnesses }: KnownKeys,
): Promise<Pick<Check, 'state' | 'note'> & { readonly by: ReceiptVerdict['witnesses'] }> => {
  const others = note.signatures.filter((one) => !logs.some(isBy(one)))
  if (witnesses.length === 0)
    return { state: 'skipped', note: 'Not looked at, because no key of a witness is known.', by: [] }
  if (others.length === 0)
    return {
      state: 'skipped',
      note: 'No witness had signed this checkpoint when the receipt was made. A newer receipt may have it.',
      by: [],
    }
  const by: { name: string; at: string }[] = []
  for (const line of others) {
    const witness = witnesses.find(isBy(line))
    if (!witness)
      return { state: 'failed', note: `${line.name} signed, who is none of the witnesses you trust.`, by: [] }
    const verdict = await verifyNote({ text: note.text, signatures: [line] }, witness)
    const read = readCosignature(line.signature)
    if (!verdict.ok || !read)
      return { state: 'failed', note: `The signature of the witness ${line.name} is not good.`, by: [] }
    by.push({ name: line.name, at: new Date(read.seconds * 1_000).toISOString() })
  }
  return { state: 'passed', note: `Signed by ${by.map(({ name }) => name).join(', ')} as well.`, by }
}

/**
 * Verifies a receipt's file with keys that the reader trusts, without any request: form, event, the log's signature,
 * the event's place in the log, witnesses. Any change to a receipt fails one of these checks.
 */
export const verifyReceipt = async (
  text: string,
  keys: KnownKeys,
  sha256: Sha256Maybe,
): Promise<ReceiptVerdict> => {
  const checks: Check[] = []
  const found: Pick<ReceiptVerdict, 'witnesses'> & {
    event: ReceiptEvent | null
    index: number | null
    checkpoint: Checkpoint | null
  } = { event: null, index: null, checkpoint: null, witnesses: [] }
  const done = (witnesses: ReceiptVerdict['witnesses'] = []): ReceiptVerdict => ({
    ok: checks.length === ORDER.length && checks.every(({ state }) => state !== 'failed'),
    ...found,
    witnesses,
    checks: ORDER.map(
      (name) => checks.find((one) => one.name === name) ?? { name, state: 'skipped', note: NOT_REACHED },
    ),
  })
  const fail = (name: CheckName, error: unknown): ReceiptVerdict => {
    checks.push({ name, state: 'failed', note: sentence(error) })
    return done()
  }

  let event: string
  let proof: TlogProof
  let note: SignedNote
  let checkpoint: Checkpoint
  try {
    const receipt = parseReceipt(text)
    event = receipt.event
    proof = parseTlogProof(receipt.proof)
    note = parseNote(proof.checkpoint)
    checkpoint = parseCheckpoint(note.text)
    Object.assign(found, { index: proof.index, checkpoint })
    checks.push({ name: 'form', state: 'passed', note: 'It is a whole receipt, as the log writes them.' })
  } catch (error) {
    return fail('form', error)
  }
  try {
    const read = readReceiptEvent(event)
    found.event = read
    checks.push({ name: 'event', state: 'passed', note: `It tells of one event, ${read.type}.` })
  } catch (error) {
    return fail('event', error)
  }

  const signed = await checkLog(note, checkpoint.origin, keys.logs)
  checks.push({ name: 'checkpoint', ...checkOf(signed, `Signed by the log, ${checkpoint.origin}.`) })
  if (!signed.ok) return done()

  const { size, root } = checkpoint
  const { index, path } = proof
  const included = await verifyInclusion({ data: toUtf8(event), index, size, root, path }, sha256)
  checks.push({
    name: 'inclusion',
    ...checkOf(included, `The event is number ${index + 1} of the ${size} that the log then had.`),
  })
  if (!included.ok) return done()

  const { by, ...witnessed } = await checkWitnesses(note, keys)
  checks.push({ name: 'witness', ...witnessed })
  return done(by)
}
