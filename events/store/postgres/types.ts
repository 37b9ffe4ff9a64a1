import type { CustomTypesConfig } from 'pg'
import { UnreadableEvent, type JsonObject, type RecordedEvent } from '../event-store.ts'

const INT8 = 20
const INT4 = 23
const BOOL = 16
const TIMESTAMPTZ = 1184

/** '2025-11-20 12:36:43.4+00' (ISO, UTC) -> '2025-11-20T12:36:43.400Z' */
const isoTime = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`

const parser = (oid: number): ((text: string) => unknown) => {
  if (oid === INT8) return BigInt
  if (oid === INT4) return Number
  if (oid === BOOL) return (text) => text === 't'
  if (oid === TIMESTAMPTZ) return isoTime
  return (text) => text
}

/** How the event store's own connections read values; everything else stays text. */
export const typeParsers: CustomTypesConfig = { getTypeParser: parser }

/** A row of table `event`, read with {@link typeParsers}. */
export interface EventRow {
  readonly position: bigint
  readonly stream_id: string
  readonly revision: bigint
  readonly event_id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
  readonly created_at: string
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `serialise` wrote these texts from JSON objects, unless somebody has changed the table. */
const payload = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new Error('Not an object')
  return value
}

/** @throws {UnreadableEvent} naming the event whose payload is damaged */
export const recordedEvent = (row: EventRow): RecordedEvent => {
  try {
    return {
      id: row.event_id,
      type: row.type,
      data: payload(row.data),
      metadata: payload(row.metadata),
      streamId: row.stream_id,
      revision: row.revision,
      position: row.position,
      recordedAt: row.created_at,
    }
  } catch (cause) {
    const { position, stream_id: streamId, event_id: eventId } = row
    throw new UnreadableEvent({ position, streamId, eventId }, { cause })
  }
}
