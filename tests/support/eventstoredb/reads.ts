import { once } from 'node:events'
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import type { Log, LoggedEvent } from './log.ts'
import { readEvent, streamIdentifier, streamIdOf } from './messages.ts'

type Call = ServerWritableStream<streams.ReadReq, streams.ReadResp>
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

/** `Streams.Read`: one stream or all, forwards or backwards, counted or for ever. */
export const readHandler =
  (
    log: Log,
    faults: Faults,
    open: Set<OpenRead>,
  ): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> =>
  (call) => {
    const options = call.request.getOptions()
    if (!options || faults.silentReads) return
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
    const closed = () => {
      open.delete(read)
      over.abort()
    }
    call.on('error', closed).on('cancelled', closed).on('close', closed).on('finish', closed)
    const send = async (message: streams.ReadResp) => {
      over.signal.throwIfAborted()
      read.written += 1
      if (!call.write(message)) await once(call, 'drain', { signal: over.signal })
    }
    run(log, call, options, send, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) call.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  }

type Send = (message: streams.ReadResp) => Promise<void>

const run = async (log: Log, call: Call, options: Options, send: Send, signal: AbortSignal) => {
  if (options.hasSubscription()) return subscribe(log, options, send, signal)
  if (options.hasStream()) await readStream(log, options, send)
  else await readAll(log, options, send)
  call.end()
}

const isBackwards = (options: Options) =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

const readStream = async (log: Log, options: Options, send: Send) => {
  const stream = options.getStream()
  const streamId = streamIdOf(stream?.getStreamIdentifier())
  const events = log.streams.get(streamId)
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
    if (event) await send(readEvent(event, false))
  }
}

const readAll = async (log: Log, options: Options, send: Send) => {
  const all = options.getAll()
  const count = Number(options.getCount())
  const from = BigInt(all?.getPosition()?.getCommitPosition() ?? '0')
  const backwards = isBackwards(options)
  // Forwards begins with the event at the position, backwards with the one before it.
  let at = all?.hasEnd() ? log.events.length : log.indexOf(from)
  if (backwards) at -= 1
  for (let sent = 0; sent < count && at >= 0 && at < log.events.length; sent += 1) {
    const event = log.events[at]
    if (event) await send(readEvent(event, true))
    at += backwards ? -1 : 1
  }
}

/** Confirms, catches up in pages, says so, and goes on with what is appended; begins after the position. */
const subscribe = async (log: Log, options: Options, send: Send, signal: AbortSignal) => {
  const all = options.getAll()
  const position = all?.getPosition()
  let at = position ? log.indexOf(BigInt(position.getCommitPosition()) + 1n) : 0
  if (all?.hasEnd()) at = log.events.length
  const wanted = filterOf(options)
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  await send(new streams.ReadResp().setConfirmation(confirmation))
  for (;;) {
    const page = log.events.slice(at, at + PAGE)
    at += page.length
    for (const event of page) if (wanted(event)) await send(readEvent(event, true))
    const last = page.at(-1)
    if (last && options.hasFilter()) await send(checkpoint(last))
    if (page.length === PAGE) continue
    await send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
    if (at === log.events.length) await once(log.changes, 'appended', { signal })
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
