import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadOptions } from '../event-store.ts'

const { AllOptions, FilterOptions, Position, ReadDirection, StreamOptions, SubscriptionOptions, UUIDOption } =
  streams.ReadReq.Options

/** Reads one stream, or from the whole store the events that match a pattern, or everything. */
export type ReadRequest =
  | ({ readonly stream: string } & ReadOptions)
  | ({
      readonly all: 'forwards' | 'backwards'
      /** Position to begin at; reading forwards includes the event there, subscribing does not. */
      readonly from: bigint | 'start' | 'end'
      readonly limit: number | 'subscribe'
    } & (Pattern | { readonly everything: true }))

/** A .NET regular expression that the event's type, or its stream, must match. */
type Pattern = { readonly types: string } | { readonly streams: string }

/** Counts are signed on the server. */
const COUNT_MAX = 2n ** 63n - 1n
/** The server searches this many events at a time; its default of 32 makes it slow. */
const SEARCH_WINDOW = 1_024
/** Windows without a match after which the server reports how far it has searched. */
const CHECKPOINT_EVERY = 64

const EMPTY = new shared.Empty()

export const streamIdentifier = (streamId: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(streamId))

const ofStream = ({ stream, from, direction }: Extract<ReadRequest, { stream: string }>) => {
  const options = new StreamOptions().setStreamIdentifier(streamIdentifier(stream))
  if (from !== undefined) return options.setRevision(from.toString())
  return direction === 'backwards' ? options.setEnd(EMPTY) : options.setStart(EMPTY)
}

const ofAll = (from: bigint | 'start' | 'end') => {
  const options = new AllOptions()
  if (from === 'start') return options.setStart(EMPTY)
  if (from === 'end') return options.setEnd(EMPTY)
  const position = from.toString()
  return options.setPosition(new Position().setCommitPosition(position).setPreparePosition(position))
}

const countOf = (limit: number | undefined): string =>
  limit === undefined || limit === Infinity ? COUNT_MAX.toString() : limit.toString()

const filterOf = (pattern: Pattern) => {
  const filter = new FilterOptions().setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(CHECKPOINT_EVERY)
  return 'types' in pattern
    ? filter.setEventType(new FilterOptions.Expression().setRegex(pattern.types))
    : filter.setStreamIdentifier(new FilterOptions.Expression().setRegex(pattern.streams))
}

/** The client's own methods filter subscriptions only, and count in numbers. */
export const readRequest = (request: ReadRequest): streams.ReadReq => {
  const options = new streams.ReadReq.Options().setUuidOption(new UUIDOption().setString(EMPTY))
  if (request.limit === 'subscribe') options.setSubscription(new SubscriptionOptions())
  else options.setCount(countOf(request.limit))
  if ('stream' in request) options.setStream(ofStream(request)).setNoFilter(EMPTY)
  else if ('everything' in request) options.setAll(ofAll(request.from)).setNoFilter(EMPTY)
  else options.setAll(ofAll(request.from)).setFilter(filterOf(request))
  const backwards = 'stream' in request ? request.direction === 'backwards' : request.all === 'backwards'
  if (backwards) options.setReadDirection(ReadDirection.BACKWARDS)
  return new streams.ReadReq().setOptions(options)
}
