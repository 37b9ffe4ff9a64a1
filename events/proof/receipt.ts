import { canonicalJson } from './canonical-json.ts'
import type { Json, JsonObject } from '../store/event-store.ts'

/**
 * A member's proof of an event: its canonical text, and the proof that exactly this text is in the log. The file is
 * one JSON object by RFC 8785 and a newline, so a receipt has only one valid form.
 */
export interface Receipt {
  /** Written by {@link canonicalEvent}; in UTF-8 the leaf's data. */
  readonly event: string
  /** A C2SP tlog-proof, with the checkpoint and its signatures. */
  readonly proof: string
}

/** Names the format of the file; a new format gets a new name. */
const RECEIPT_FORMAT = 'youtility-receipt-v1'
/** Many times the size of the largest receipt; longer input is refused. */
export const RECEIPT_CHARACTERS_MAX = 500_000

const written = ({ event, proof }: Receipt): string =>
  `${canonicalJson({ event, format: RECEIPT_FORMAT, proof })}\n`

/** @throws {Error} when {@link parseReceipt} would refuse it */
export const formatReceipt = (receipt: Receipt): string => {
  const text = written(receipt)
  parseReceipt(text)
  return text
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `JSON.parse` with a result type. @throws {SyntaxError} */
const parseJson: (text: string) => Json = JSON.parse

/**
 * Parses a receipt's file or pasted text, whose last newline is optional. Does not verify it.
 * @throws {Error} when the text is not a receipt, with a sentence for people
 */
export const parseReceipt = (text: string): Receipt => {
  if (text.length > RECEIPT_CHARACTERS_MAX) throw new Error('This is too long for a receipt')
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    throw new Error('This is not a receipt: it is no JSON, or not all of it')
  }
  if (!isObject(value)) throw new Error('This is not a receipt: it is no JSON object')
  const { event, format, proof } = value
  if (format !== RECEIPT_FORMAT) throw new Error(`This is not a receipt of the form ${RECEIPT_FORMAT}`)
  if (typeof event !== 'string' || typeof proof !== 'string')
    throw new Error('This receipt lacks its event or its proof')
  if (text.replace(/\r?\n$/, '') !== written({ event, proof }).slice(0, -1))
    throw new Error('This file is not as a receipt is written: something was added or changed')
  return { event, proof }
}

/** The event in a receipt. */
export interface ReceiptEvent {
  readonly id: string
  readonly type: string
  readonly stream: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly data: JsonObject
}

/**
 * Parses the event of a receipt.
 * @throws {Error} when the text is not an event, or not in its one canonical form
 */
export const readReceiptEvent = (text: string): ReceiptEvent => {
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    throw new Error('The event is not JSON')
  }
  if (!isObject(value) || canonicalJson(value) !== text)
    throw new Error('The event is not written in its one canonical form (RFC 8785)')
  const { id, type, stream, recordedAt, data } = value
  if (
    typeof id !== 'string' ||
    typeof type !== 'string' ||
    typeof stream !== 'string' ||
    typeof recordedAt !== 'string' ||
    data === undefined ||
    !isObject(data)
  )
    throw new Error('The event lacks its id, type, stream, time or data')
  return { id, type, stream, recordedAt, data }
}
