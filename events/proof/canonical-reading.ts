import type { Json, JsonObject, RecordedEvent } from '../store/event-store.ts'
import { canonicalEvent } from './canonical-event.ts'

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `JSON.parse` with a result type. @throws {SyntaxError} */
const parseJson: (text: string) => Json = JSON.parse

/**
 * The event that {@link canonicalEvent} has written as this text. Its position is not part of the text.
 * @throws {Error} when the text is not that of an event
 */
export const readCanonicalEvent = (text: string, position: bigint): RecordedEvent => {
  const value = parseJson(text)
  if (!isObject(value)) throw new Error('It is no JSON object')
  const { id, type, stream: streamId, revision, recordedAt, data, metadata } = value
  if (
    typeof id !== 'string' ||
    typeof type !== 'string' ||
    typeof streamId !== 'string' ||
    typeof revision !== 'string' ||
    typeof recordedAt !== 'string' ||
    !isObject(data) ||
    !isObject(metadata) ||
    !/^(0|[1-9]\d{0,18})$/.test(revision)
  )
    throw new Error('It lacks what an event has')
  const event = { id, type, streamId, revision: BigInt(revision), position, recordedAt, data, metadata }
  if (canonicalEvent(event) !== text) throw new Error('It is not in its one canonical form')
  return event
}
