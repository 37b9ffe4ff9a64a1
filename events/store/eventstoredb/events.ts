import { jsonEvent, type JSONEventData, type RecordedEvent as ServerEvent } from '@eventstore/db-client'
import { InvalidEvent, type JsonObject, type RecordedEvent } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'

/** Where the server reports no position it sends this. */
const NOT_REPORTED = 0xffff_ffff_ffff_ffffn

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const parsed = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new InvalidEvent(`"${text.slice(0, 40)}" is not a JSON object`)
  return value
}

/**
 * The event for the client. It is read back from the checked text, because the client serialises once more
 * when it sends, and never settles when that throws: nothing the caller does to its object meanwhile counts.
 */
export const toServer = ({ id, type, data, metadata }: SerialisedEvent): JSONEventData =>
  jsonEvent({ id, type, data: parsed(data), metadata: parsed(metadata) })

/** Whether the database wrote the event for itself (statistics, stream metadata, links). */
export const isSystemEvent = (event: ServerEvent): boolean =>
  event.type.startsWith('$') || event.streamId.startsWith('$')

/** An event without its place in the whole store, as reads of one stream report it. */
export type PlacelessEvent = Omit<RecordedEvent, 'position'> & { readonly position?: bigint }

/**
 * An event from the server.
 *
 * Its position is the commit position. Servers since version 5 write each event as a record that commits
 * itself, so commit and prepare position are equal, are the record's place in the log, and differ for the
 * events of one append. Reads of the whole store report it; reads of one stream do not.
 * @throws {InvalidEvent} it is not JSON: something else writes to this database
 */
export const fromServer = (event: ServerEvent): PlacelessEvent => {
  const metadata = event.metadata ?? {}
  if (!event.isJson || !isObject(event.data) || !isObject(metadata)) {
    throw new InvalidEvent(`Event ${event.revision} of stream ${event.streamId} is not a JSON object`)
  }
  const position = event.position?.commit
  return {
    streamId: event.streamId,
    revision: event.revision,
    id: event.id,
    type: event.type,
    data: event.data,
    metadata,
    recordedAt: event.created.toISOString(),
    ...(position !== undefined && position !== NOT_REPORTED && { position }),
  }
}

/** The event as it was sent. */
export const textsOf = ({ id, type, data, metadata }: PlacelessEvent): SerialisedEvent => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
})

/** @throws {InvalidEvent} its position is not known, which it is in every read of the whole store */
export const withPlace = (event: PlacelessEvent, position = event.position): RecordedEvent => {
  if (position === undefined) throw new InvalidEvent(`Event ${event.id} came without a position`)
  return { ...event, position }
}
