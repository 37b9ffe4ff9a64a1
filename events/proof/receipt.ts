import { canonicalJson } from './canonical-json.ts'
import type { Json, JsonObject } from '../store/event-store.ts'

/**
 * What a member keeps of an event: its canonical text, and the proof that this very text is in the log. The file is
 * one JSON object by RFC 8785 and a newline, so that there is one way only to write a receipt.
 */
export interface Receipt {
  /** As {@link canonicalEvent} writes it: in UTF-8 the leaf's data. */
  readonly event: string
  /** A C2SP tlog-proof, with the checkpoint and whatever signatures it has. */
  readonly proof: string
}

/** Names the form of the file; another form gets another name. */
const RECEIPT_FORMAT = 'youtility-receipt-v1'
/** Many times the largest; what people paste is refused beyond it. */
export const RECEIPT_CHARACTERS_MAX = 500_000

export const formatReceipt = ({ event, proof }: Receipt): string =>
  `${canonicalJson({ event, format: RECEIPT_FORMAT, proof })}\n`

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The boundary: JSON.parse yields JSON. @throws {SyntaxError} */
const parseJson: (text: string) => Json = JSON.parse

/**
 * Reads a receipt's file or what was pasted of it, the newline at the end being optional. It is not verified.
 * @throws {Error} when it is none, with a sentence for people
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
  const written = formatReceipt({ event, proof })
  if (text.replace(/\r?\n$/, '') !== written.slice(0, -1))
    throw new Error('This file is not as a receipt is written: something was added or changed')
  return { event, proof }
}

/** What a receipt tells of its event. */
export interface ReceiptEvent {
  readonly id: string
  readonly type: string
  readonly stream: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly data: JsonObject
}

/**
 * Reads the event of a receipt.
 * @throws {Error} when the text is not an event's, or not its one canonical form
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
