import { validate as isUuid } from 'uuid'
import { APPEND_BYTES_MAX, InvalidEvent, type ExpectedRevision, type NewEvent } from './event-store.ts'
import { messageOf } from '../thrown.ts'

/** An event whose payloads are JSON texts, ready for either adapter. */
export interface SerialisedEvent {
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

const NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,199}$/

/** Bytes that a server counts in addition for each event of an append: id, header fields, framing. */
const EVENT_OVERHEAD_BYTES = 100

const json = (event: NewEvent, part: 'data' | 'metadata'): string => {
  const payload: unknown = event[part]
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new InvalidEvent(`${part} of ${event.type} is not an object`)
  }
  if (part === 'metadata' && Object.keys(payload).some((key) => key.startsWith('$')))
    throw new InvalidEvent(
      `metadata of ${event.type} holds a key that begins with $, which are the store's own`,
    )
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new InvalidEvent(
      `${part} of ${event.type} is not JSON (${reason}); write a bigint as a decimal string`,
      { cause },
    )
  }
}

/**
 * Checks an append and turns its payloads into text before anything is sent, because both clients fail
 * badly on what they cannot serialise (EventStoreDB's hangs for ever on a BigInt).
 * @throws {InvalidEvent} naming the event and what is wrong with it
 */
export const serialise = (streamId: string, events: readonly NewEvent[]): SerialisedEvent[] => {
  if (!NAME.test(streamId)) throw new InvalidEvent(`"${streamId}" is not a stream id`)
  if (events.length === 0) throw new InvalidEvent(`An append to ${streamId} holds no event`)
  let bytes = 0
  const serialised = events.map((event) => {
    if (!isUuid(event.id)) throw new InvalidEvent(`"${event.id}" is not a UUID (event ${event.type})`)
    if (!NAME.test(event.type)) throw new InvalidEvent(`"${event.type}" is not an event type`)
    const data = json(event, 'data')
    const metadata = json(event, 'metadata')
    bytes +=
      Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * event.type.length + EVENT_OVERHEAD_BYTES
    return { id: event.id.toLowerCase(), type: event.type, data, metadata }
  })
  if (new Set(serialised.map((event) => event.id)).size < serialised.length) {
    throw new InvalidEvent(`An append to ${streamId} holds the same event id twice`)
  }
  if (bytes > APPEND_BYTES_MAX) {
    throw new InvalidEvent(
      `An append to ${streamId} is ${bytes} bytes; at most ${APPEND_BYTES_MAX} are allowed`,
    )
  }
  return serialised
}

const REVISION_MAX = 2n ** 63n - 1n

/** @throws {InvalidEvent} no stream can have this revision; servers would answer with a misleading error */
export const assertExpectedRevision = (streamId: string, expected: ExpectedRevision): void => {
  if (
    expected !== 'no_stream' &&
    (typeof expected !== 'bigint' || expected < 0n || expected > REVISION_MAX)
  ) {
    throw new InvalidEvent(`${String(expected)} is not a revision that ${streamId} can be expected at`)
  }
}
