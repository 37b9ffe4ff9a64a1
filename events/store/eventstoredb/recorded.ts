import { UnreadableEvent, type Json, type JsonObject, type RecordedEvent } from '../event-store.ts'
import { Fields } from './wire.ts'

/** An answer of a read: an event, that the stream isn't there, or something that only subscriptions heed. */
export type ReadAnswer = RecordedEvent | 'no_stream' | null

const EVENT = 1
const STREAM_NOT_FOUND = 4

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Where an event that was copied from another store keeps the time at which it was recorded there: in its metadata,
 * from where it is taken out. No other metadata begin with `$`.
 */
export const RECORDED_AT = '$recordedAt'

const TICKS_DIGITS = 4

/** ISO text of a time in 100 ns since 1970, which comes as a decimal text. */
const isoTime = (ticks: string): string => new Date(Number(ticks.slice(0, -TICKS_DIGITS))).toISOString()

/** What the server keeps about an event beside its payload. */
interface Kept {
  type: string
  created: string
  isJson: boolean
}

const keepEntry = (kept: Kept, entry: Fields): void => {
  let key = ''
  while (entry.next()) {
    if (entry.field === 1) key = entry.ascii()
    else if (key === 'type') kept.type = entry.text()
    else if (key === 'created') kept.created = entry.ascii()
    else if (key === 'content-type') kept.isJson = entry.ascii() === 'application/json'
  }
}

const firstField = (message: Fields): Fields | null => (message.next() ? message : null)

/**
 * The event in a field. Its position is the commit position: since version 5 servers write each event as a
 * record that commits itself, so commit and prepare position are equal, and differ for the events of one append.
 */
const recordedEvent = (fields: Fields): RecordedEvent | null => {
  let [id, streamId, revision, position] = ['', '', 0, Infinity]
  const kept: Kept = { type: '', created: '', isJson: false }
  let data = ''
  let metadata = ''
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        id = firstField(fields.inner())?.ascii() ?? ''
        break
      case 2:
        streamId = firstField(fields.inner())?.text() ?? ''
        break
      case 3:
        revision = fields.number()
        break
      case 5:
        position = fields.number()
        break
      case 6:
        keepEntry(kept, fields.inner())
        break
      case 7:
        metadata = fields.text()
        break
      case 8:
        data = fields.text()
        break
    }
  }
  // What isn't marked as JSON was never written by us: we mark all of ours.
  if (!kept.isJson) return null
  if (!Number.isSafeInteger(position)) throw new PositionNotTold(streamId)
  const place = { position: BigInt(position), streamId, eventId: id }
  const { [RECORDED_AT]: copied, ...own } = metadata ? parsed(metadata, place) : {}
  return {
    streamId,
    revision: BigInt(revision),
    position: place.position,
    id,
    type: kept.type,
    data: parsed(data, place),
    metadata: own,
    recordedAt: typeof copied === 'string' ? copied : isoTime(kept.created),
  }
}

const parsed = (text: string, place: ConstructorParameters<typeof UnreadableEvent>[0]): JsonObject => {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new UnreadableEvent(place, { cause })
  }
  if (!isObject(value)) throw new UnreadableEvent(place)
  return value
}

/** A server from before 22.6, whose reads of one stream leave the events' positions out. */
export class PositionNotTold extends Error {
  constructor(streamId: string) {
    super(`EventStoreDB leaves out positions in a read of ${streamId}; version 22.6 or later is needed`)
    this.name = 'PositionNotTold'
  }
}

/**
 * What an answer of a read holds. Events that are not marked as JSON are somebody else's and are passed over.
 * @throws {UnreadableEvent} it is marked as JSON and is no JSON object
 * @throws {PositionNotTold} the server is too old
 */
export const readAnswer = (message: Buffer): ReadAnswer => {
  const fields = new Fields(message)
  while (fields.next()) {
    if (fields.field === STREAM_NOT_FOUND) return 'no_stream'
    if (fields.field !== EVENT) continue
    const event = fields.inner()
    while (event.next()) if (event.field === 1) return recordedEvent(event.inner())
  }
  return null
}
