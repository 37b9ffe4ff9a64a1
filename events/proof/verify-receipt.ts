import { toUtf8 } from './byte-text.ts'
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts'
import type { Sha256Maybe } from './hashing.ts'
import { parseReceipt, readReceiptEvent, type ReceiptEvent } from './receipt.ts'
import { parseNote, type SignedNote } from './signed-note.ts'
import { parseTlogProof, type TlogProof } from './tlog-proof.ts'
import { verifyLogSignature } from './verify-checkpoint.ts'
import { verifyInclusion, type Verdict } from './verify.ts'
import { checkWitnesses, type KnownKeys, type Witnessed } from './witnessed.ts'

export type CheckName = 'form' | 'event' | 'checkpoint' | 'inclusion' | 'witness'

/**
 * One check. `skipped`: not made, because an earlier one failed, no key for it is known, or no witness that is known
 * has signed and none must have. `note` is a sentence for people.
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
  /** Nobody while an earlier check has failed. */
  readonly witnesses: Witnessed
}

const ORDER: readonly CheckName[] = ['form', 'event', 'checkpoint', 'inclusion', 'witness']
const NOBODY: Witnessed = { signed: [], missing: [], unknown: [] }
const NOT_REACHED = 'Not looked at, because an earlier check failed.'

const sentence = (error: unknown): string => `${error instanceof Error ? error.message : String(error)}.`
const checkOf = (verdict: Verdict, passed: string): Pick<Check, 'state' | 'note'> =>
  verdict.ok ? { state: 'passed', note: passed } : { state: 'failed', note: `${verdict.why}.` }

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
  const found: {
    event: ReceiptEvent | null
    index: number | null
    checkpoint: Checkpoint | null
  } = { event: null, index: null, checkpoint: null }
  const done = (witnesses: Witnessed = NOBODY): ReceiptVerdict => ({
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

  const signed = await verifyLogSignature(note, checkpoint.origin, keys.logs)
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

  const { state, note: why, ...witnesses } = await checkWitnesses(note, keys)
  checks.push({ name: 'witness', state, note: why })
  return done(witnesses)
}
