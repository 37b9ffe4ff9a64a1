import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { UnreadableEvent, type Json, type JsonObject, type RecordedEvent } from '../event-store.ts'

/** An answer of a read: an event, that the stream isn't there, or something that only subscriptions heed. */
type ReadAnswer = RecordedEvent | 'no_stream' | null

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

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/** How servers before 22.6 say "no position": all bits set. */
const NO_POSITION = '18446744073709551615'

/**
 * What the server tells of an event. Its position is the commit position: since version 5 servers write each event as a
 * record that commits itself, so commit and prepare position are equal, and differ for the events of one append.
 */
const recordedEvent = (recorded: ReadResp.ReadEvent.RecordedEvent): RecordedEvent | null => {
  const systemMetadata = recorded.getMetadataMap()
  // What isn't marked as JSON was never written by us: we mark all of ours.
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

/** A server from before 22.6, whose reads of one stream leave the events' positions out. */
export class PositionMissing extends Error {
  constructor(streamId: string) {
    super(`EventStoreDB leaves out positions in a read of ${streamId}; version 22.6 or later is needed`)
    this.name = 'PositionMissing'
  }
}

/** How large what an answer holds is, as far as it can be large. */
export const payloadBytes = (answer: ReadResp): number =>
  answer.getEvent()?.getEvent()?.getData_asU8().byteLength ?? 0

/**
 * What an answer of a read holds. Events that are not marked as JSON are somebody else's and are passed over.
 * @throws {UnreadableEvent} it is marked as JSON and is no JSON object
 * @throws {PositionMissing} the server is too old
 */
export const readAnswer = (answer: ReadResp): ReadAnswer => {
  if (answer.hasStreamNotFound()) return 'no_stream'
  const recorded = answer.getEvent()?.getEvent()
  return recorded ? recordedEvent(recorded) : null
}
