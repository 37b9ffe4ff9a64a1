import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { UnreadableEvent, type Json, type JsonObject, type RecordedEvent } from '../event-store.ts'

/** A message of a read: an event, `no_stream`, or null for what is to be ignored (foreign events, checkpoints). */
type ReadAnswer = RecordedEvent | 'no_stream' | null

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Metadata key of a copied event's original time of recording; reads move it to `recordedAt`. No other key of our
 * metadata begins with `$`.
 */
export const RECORDED_AT = '$recordedAt'

const TICKS_DIGITS = 4

/** ISO text of a time in units of 100 ns since 1970, given as a decimal text. */
const isoTime = (ticks: string): string => new Date(Number(ticks.slice(0, -TICKS_DIGITS))).toISOString()

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/** "No position" of servers before 22.6: all bits set. */
const NO_POSITION = '18446744073709551615'

/**
 * An event as the server sends it. Its position is the commit position: since version 5 servers write each event as a
 * record that commits itself, so its commit and prepare positions are equal, and each event of an append has its own.
 */
const recordedEvent = (recorded: ReadResp.ReadEvent.RecordedEvent): RecordedEvent | null => {
  const systemMetadata = recorded.getMetadataMap()
  // We mark all our events as JSON, so any other is not ours.
  if (systemMetadata.get('content-type') !== 'application/json') return null
  const streamId = text(recorded.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array())
  if (recorded.getCommitPosition() === NO_POSITION) throw new PositionMissing(streamId)
  const position = BigInt(recorded.getCommitPosition())
  const id = recorded.getId()?.getString() ?? ''
  const place = { position, streamId, eventId: id }
  const metadata = text(recorded.getCustomMetadata_asU8())
  const { [RECORDED_AT]: copied, ...own } = metadata ? parsed(metadata, place) : {}
  return {
    streamId,
    revision: BigInt(recorded.getStreamRevision()),
    position,
    id,
    type: systemMetadata.get('type') ?? '',
    data: parsed(text(recorded.getData_asU8()), place),
    metadata: own,
    recordedAt: typeof copied === 'string' ? copied : isoTime(systemMetadata.get('created') ?? ''),
  }
}

const parsed = (json: string, place: ConstructorParameters<typeof UnreadableEvent>[0]): JsonObject => {
  let value: Json
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new UnreadableEvent(place, { cause })
  }
  if (!isObject(value)) throw new UnreadableEvent(place)
  return value
}

/** The server is older than 22.6: its reads of one stream leave out the events' positions. */
export class PositionMissing extends Error {
  override name = 'PositionMissing'
  constructor(streamId: string) {
    super(`EventStoreDB leaves out positions in a read of ${streamId}; version 22.6 or later is needed`)
  }
}

/** Size of a message's event data, the only part that can be large. */
export const payloadBytes = (answer: ReadResp): number =>
  answer.getEvent()?.getEvent()?.getData_asU8().byteLength ?? 0

/**
 * Parses a message of a read. Events that are not marked as JSON are not ours and are skipped.
 * @throws {UnreadableEvent} the event is marked as JSON and is no JSON object
 * @throws {PositionMissing} the server is too old
 */
export const readAnswer = (answer: ReadResp): ReadAnswer => {
  if (answer.hasStreamNotFound()) return 'no_stream'
  const recorded = answer.getEvent()?.getEvent()
  return recorded ? recordedEvent(recorded) : null
}
