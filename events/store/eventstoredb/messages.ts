import type { ExpectedRevision, ReadOptions } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import { bytes, Fields, uint } from './wire.ts'

/**
 * What goes to EventStoreDB and comes back, as its `streams.proto`, `shared.proto` and `gossip.proto` have it
 * (unchanged from 22.6 to 24.10). Numbers are those of the fields there.
 */
const EMPTY = Buffer.alloc(0)

/** The methods that are called. */
export const READ = '/event_store.client.streams.Streams/Read'
export const BATCH_APPEND = '/event_store.client.streams.Streams/BatchAppend'
export const GOSSIP = '/event_store.client.gossip.Gossip/Read'
export const SUPPORTED_METHODS = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods'

const streamIdentifier = (streamId: string): Buffer => bytes(3, streamId)

const seconds = (ms: number): Buffer =>
  Buffer.concat([uint(1, Math.floor(ms / 1_000)), uint(2, (ms % 1_000) * 1_000_000)])

const CONTENT_TYPE = bytes(2, bytes(1, 'content-type'), bytes(2, 'application/json'))

const proposed = ({ id, type, data, metadata }: SerialisedEvent): Buffer =>
  bytes(
    3,
    bytes(1, bytes(2, id)),
    bytes(2, bytes(1, 'type'), bytes(2, type)),
    CONTENT_TYPE,
    bytes(3, metadata),
    bytes(4, data),
  )

/** An append without its correlation id, which comes before it and is another each time it is sent. */
export const batchAppend = (
  streamId: string,
  expected: ExpectedRevision,
  events: readonly SerialisedEvent[],
  timeoutMs: number,
): Buffer => {
  const options = bytes(
    2,
    bytes(1, streamIdentifier(streamId)),
    expected === 'no_stream' ? bytes(3) : uint(2, expected),
    bytes(7, seconds(timeoutMs)),
  )
  return Buffer.concat([options, ...events.map(proposed), uint(4, 1)])
}

/** Made of two numbers; the same for all appends of a client, and the append's own. */
export const correlationId = (client: number, append: number): Buffer =>
  bytes(1, bytes(1, uint(1, client), uint(2, append)))

/** Why an append was not taken, by the last part of the details' type. */
export interface AppendRefusal {
  readonly reason: string
  readonly message: string
  /** Where the stream is, for `WrongExpectedVersion`. */
  readonly actual: ExpectedRevision
}

export interface AppendAnswer {
  /** The second number of its {@link correlationId}. */
  readonly append: number
  readonly stored: { readonly revision: bigint; readonly position: bigint | null } | null
  readonly refusal: AppendRefusal | null
}

const numberIn = (fields: Fields, wanted: number): number | null => {
  let found: number | null = null
  while (fields.next()) if (fields.field === wanted) found = fields.number()
  return found
}

const refusalOf = (status: Fields): AppendRefusal => {
  let [reason, message] = ['', '']
  let actual: ExpectedRevision = 'no_stream'
  while (status.next()) {
    if (status.field === 2) message = status.text()
    if (status.field !== 3) continue
    const details = status.inner()
    while (details.next()) {
      if (details.field === 1) reason = details.text().split(/[./]/).at(-1) ?? ''
      if (details.field !== 2 || reason !== 'WrongExpectedVersion') continue
      const current = numberIn(details.inner(), 1)
      if (current !== null) actual = BigInt(current)
    }
  }
  return { reason, message, actual }
}

const storedAs = (success: Fields): AppendAnswer['stored'] => {
  let revision = 0
  let position: number | null = null
  while (success.next()) {
    if (success.field === 1) revision = success.number()
    if (success.field === 3) position = numberIn(success.inner(), 1) ?? 0
  }
  return { revision: BigInt(revision), position: position === null ? null : BigInt(position) }
}

export const appendAnswer = (message: Buffer): AppendAnswer => {
  const fields = new Fields(message)
  let append = 0
  let stored: AppendAnswer['stored'] = null
  let refusal: AppendRefusal | null = null
  while (fields.next()) {
    if (fields.field === 1) {
      const uuid = fields.inner()
      while (uuid.next()) if (uuid.field === 1) append = numberIn(uuid.inner(), 2) ?? 0
    }
    if (fields.field === 2) refusal = refusalOf(fields.inner())
    if (fields.field === 3) stored = storedAs(fields.inner())
  }
  return { append, stored, refusal }
}

/** What is read: one stream, or the whole store with or without the events that a pattern of types leaves out. */
export type ReadRequest =
  | ({ readonly stream: string } & ReadOptions)
  | {
      readonly all: 'forwards' | 'backwards'
      /** Position to begin at: at it when reading forwards, behind it when subscribing. */
      readonly from: bigint | 'start' | 'end'
      readonly limit: number | 'subscribe'
      /** A .NET regular expression of the types wanted. */
      readonly types: string
    }

/** Counts are signed on the server. */
const COUNT_MAX = 2n ** 63n - 1n
/** The server looks through so many events before it goes back for more; its default of 32 makes it slow. */
const SEARCH_WINDOW = 1_024
/** How far it has searched is told this seldom, in windows, when nothing else is. */
const CHECKPOINT_EVERY = 64

const streamOptions = ({ stream, from, direction }: Extract<ReadRequest, { stream: string }>): Buffer => {
  const revision = from === undefined ? bytes(direction === 'backwards' ? 4 : 3) : uint(2, from)
  return bytes(1, bytes(1, streamIdentifier(stream)), revision)
}

const allOptions = (from: bigint | 'start' | 'end'): Buffer => {
  if (from === 'start') return bytes(2, bytes(2))
  if (from === 'end') return bytes(2, bytes(3))
  return bytes(2, bytes(1, uint(1, from), uint(2, from)))
}

export const readRequest = (request: ReadRequest): Buffer => {
  const ofStream = 'stream' in request
  const backwards = ofStream ? request.direction === 'backwards' : request.all === 'backwards'
  const limit = request.limit ?? COUNT_MAX
  return bytes(
    1,
    ofStream ? streamOptions(request) : allOptions(request.from),
    backwards ? uint(3, 1) : EMPTY,
    limit === 'subscribe' ? bytes(6) : uint(5, limit === Infinity ? COUNT_MAX : limit),
    ofStream
      ? bytes(8)
      : bytes(7, bytes(2, bytes(1, request.types)), uint(3, SEARCH_WINDOW), uint(5, CHECKPOINT_EVERY)),
    bytes(9, bytes(2)),
  )
}

export interface Member {
  readonly host: string
  readonly port: number
  readonly leads: boolean
}

const LEADER = 8

/** The members of a cluster that are alive, as one of them sees it. */
export const clusterMembers = (message: Buffer): Member[] => {
  const members: Member[] = []
  const cluster = new Fields(message)
  while (cluster.next()) {
    const member = cluster.inner()
    let [host, port, state, alive] = ['', 0, 0, false]
    while (member.next()) {
      if (member.field === 3) state = member.number()
      if (member.field === 4) alive = member.number() === 1
      if (member.field !== 5) continue
      const address = member.inner()
      while (address.next()) {
        if (address.field === 1) host = address.text()
        if (address.field === 2) port = address.number()
      }
    }
    if (alive) members.push({ host, port, leads: state === LEADER })
  }
  return members
}

/** The version that a server says it has. */
export const serverVersion = (message: Buffer): string => {
  const fields = new Fields(message)
  let version = ''
  while (fields.next()) if (fields.field === 2) version = fields.text()
  return version
}
