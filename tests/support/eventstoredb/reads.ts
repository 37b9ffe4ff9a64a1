import { once } from 'node:events'
import { Metadata, status, type handleServerStreamingCall, type ServerWritableStream } from '@grpc/grpc-js'
import service from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import type { Log, LoggedEvent } from './log.ts'
import { readEventBytes, streamIdentifier, streamIdOf } from './messages.ts'
import type { Role } from './role.ts'

type Call = ServerWritableStream<streams.ReadReq, Buffer>

/** The method with answers that are already serialised. */
export const READ_METHOD = {
  ...service.StreamsService.read,
  responseSerialize: (bytes: Buffer) => bytes,
}
type Options = streams.ReadReq.Options

/** The real server reads its log in pages of this many events. */
const PAGE = 32

/** Open reads, for tests that end or count them. */
export interface OpenRead {
  readonly subscription: boolean
  /** How many messages were handed to the connection. */
  written: number
  /** Ends the call as if all had been read. */
  end(): void
}

/** `Streams.Read`: one stream or all, forwards or backwards, a number of events or a subscription. */
export const readHandler =
  (
    log: Log,
    faults: Faults,
    role: Role,
    open: Set<OpenRead>,
    counts: { reads: number; ofStreams: number },
  ): handleServerStreamingCall<streams.ReadReq, Buffer> =>
  (call) => {
    const options = call.request.getOptions()
    if (!options || faults.silentReads) return
    const unauthenticated = faults.authenticationError(call.metadata)
    if (unauthenticated) {
      call.emit('error', unauthenticated)
      return
    }
    const refusal = role.refusal()
    if (refusal && call.metadata.get('requires-leader')[0] === 'true') {
      call.emit('error', Object.assign(new Error(refusal.details), refusal))
      return
    }
    const over = new AbortController()
    const read: OpenRead = {
      subscription: options.hasSubscription(),
      written: 0,
      end: () => {
        over.abort()
        call.end()
      },
    }
    open.add(read)
    counts.reads += 1
    const closed = () => {
      open.delete(read)
      over.abort()
    }
    call.on('error', closed).on('cancelled', closed).on('close', closed).on('finish', closed)
    const send = async (message: streams.ReadResp | Buffer) => {
      over.signal.throwIfAborted()
      read.written += 1
      if (options.hasStream()) counts.ofStreams += 1
      const bytes = Buffer.isBuffer(message) ? message : Buffer.from(message.serializeBinary())
      if (!call.write(bytes)) await once(call, 'drain', { signal: over.signal })
    }
    run({ log, faults }, call, options, send, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) call.emit('error', error)
    })
  }

type Send = (message: streams.ReadResp | Buffer) => Promise<void>

interface Source {
  readonly log: Log
  readonly faults: Faults
}

const run = async (source: Source, call: Call, options: Options, send: Send, signal: AbortSignal) => {
  if (options.hasSubscription()) return subscribe(source.log, options, send, signal)
  if (options.hasStream()) await readStream(source, options, send)
  else await readAll(source.log, options, send)
  call.end()
}

const streamDeleted = (streamId: string): Error => {
  const metadata = new Metadata()
  metadata.set('exception', 'stream-deleted')
  metadata.set('stream-name', streamId)
  const details = `Event stream '${streamId}' is deleted.`
  return Object.assign(new Error(details), { code: status.FAILED_PRECONDITION, details, metadata })
}

const isBackwards = (options: Options) =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

const readStream = async ({ log, faults }: Source, options: Options, send: Send) => {
  const stream = options.getStream()
  const streamId = streamIdOf(stream?.getStreamIdentifier())
  if (log.tombstones.has(streamId)) throw streamDeleted(streamId)
  const events = log.readable(streamId)
  if (!events) {
    const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(streamId))
    return send(new streams.ReadResp().setStreamNotFound(notFound))
  }
  const count = Number(options.getCount())
  const last = () => events.length - 1
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : stream?.hasEnd() ? last() : 0
  const step = isBackwards(options) ? -1 : 1
  let at = step < 0 ? Math.min(from, last()) : from
  for (let sent = 0; sent < count && at >= 0 && at <= last(); sent += 1, at += step) {
    const event = events[at]
    if (event) await send(readEventBytes(event, { ofAll: false, hasPosition: !faults.noPositions }))
  }
}

/** The server reads a record at the very byte: where none begins, it finds nonsense, and says so in its own words. */
const unreadable = (details: string): Error =>
  Object.assign(new Error(details), { code: status.UNKNOWN, details })

const isReadable = (log: Log, position: bigint): boolean => {
  const end = log.events[log.indexed - 1]?.position ?? 0n
  return position === 0n || position > end || log.events[log.indexOf(position)]?.position === position
}

const readAll = async (log: Log, options: Options, send: Send) => {
  const all = options.getAll()
  const count = Number(options.getCount())
  if (!isReadable(log, BigInt(all?.getPosition()?.getCommitPosition() ?? '0')))
    throw unreadable(`Unexpected ${options.hasFilter() ? 'Filtered' : ''}ReadAllResult: Error`)
  const from = BigInt(all?.getPosition()?.getCommitPosition() ?? '0')
  const backwards = isBackwards(options)
  // Forwards begins with the event at the position, backwards with the one before it.
  let at = all?.hasEnd() ? log.indexed : log.indexOf(from)
  if (backwards) at -= 1
  const wanted = filterOf(options)
  for (let sent = 0; sent < count && at >= 0 && at < log.indexed; at += backwards ? -1 : 1) {
    const event = log.events[at]
    if (!event || !wanted(event)) continue
    await send(readEventBytes(event, { ofAll: true }))
    sent += 1
  }
}

/** Starts after the position: confirms, catches up in pages, reports that, and continues with new events. */
const subscribe = async (log: Log, options: Options, send: Send, signal: AbortSignal) => {
  const all = options.getAll()
  const position = all?.getPosition()
  if (!isReadable(log, BigInt(position?.getCommitPosition() ?? '0')))
    throw unreadable('Exception was thrown by handler.')
  let at = position ? log.indexOf(BigInt(position.getCommitPosition()) + 1n) : 0
  if (all?.hasEnd()) at = log.indexed
  const wanted = filterOf(options)
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  await send(new streams.ReadResp().setConfirmation(confirmation))
  for (;;) {
    const page = log.events.slice(at, Math.min(at + PAGE, log.indexed))
    at += page.length
    for (const event of page) if (wanted(event)) await send(readEventBytes(event, { ofAll: true }))
    const last = page.at(-1)
    if (last && options.hasFilter()) await send(checkpoint(last))
    if (page.length === PAGE) continue
    await send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
    if (at === log.indexed) await once(log.changes, 'appended', { signal })
  }
}

const checkpoint = ({ position }: LoggedEvent): streams.ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint()
      .setCommitPosition(position.toString())
      .setPreparePosition(position.toString()),
  )

const filterOf = (options: Options): ((event: LoggedEvent) => boolean) => {
  const filter = options.getFilter()
  const byType = filter?.getEventType()
  const expression = byType ?? filter?.getStreamIdentifier()
  if (!expression) return () => true
  const regex = expression.getRegex() === '' ? null : new RegExp(expression.getRegex())
  return ({ type, streamId }) => {
    const name = byType ? type : streamId
    return regex ? regex.test(name) : expression.getPrefixList().some((prefix) => name.startsWith(prefix))
  }
}
