import { PassThrough } from 'node:stream'
import type { LiveData, LiveEvent } from '../contract/live.ts'

/** Streams of one member at most; one more takes the place of the oldest, which may be dead without our knowing. */
export const STREAMS_PER_MEMBER = 8
/** Of all members, in this process. */
const STREAMS_MAX = 20_000
/** What waits for a slow reader at most, besides the one piece of news that stands for all that came meanwhile. */
const WAITING_BYTES = 1_024
/** The browser comes again after this time when the connection broke, ms. */
const COME_AGAIN_MS = 2_000

interface Stream {
  readonly memberId: string
  /** Hash of the session it was opened with. */
  readonly session: string
  readonly out: PassThrough
  /** What has come while the reader took nothing; only the newest counts. */
  waiting: { position: bigint; data: LiveData } | null
  /** It took nothing since the last heartbeat. */
  stalled: boolean
}

export interface Streams {
  readonly size: () => number
  /** Opens one that begins with `event`. Null: there are too many. */
  readonly open: (
    of: { readonly memberId: string; readonly session: string },
    first: { readonly event: LiveEvent; readonly position: bigint; readonly data: LiveData },
  ) => PassThrough | null
  /** Says to all streams of a member that something is new. `position`: up to where everything has been said. */
  readonly send: (memberId: string, position: bigint, data: LiveData) => void
  /** Ends those of a session that is over. */
  readonly endSession: (session: string) => void
  readonly sessions: () => readonly string[]
  readonly hasSession: (session: string) => boolean
  /** Keeps proxies from taking the connections for dead, and lets go of readers who take nothing. */
  readonly beat: () => void
  readonly close: () => void
}

const written = (event: LiveEvent, position: bigint, data: LiveData): string =>
  `event: ${event}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`

const NOTHING: LiveData = { position: null }

/** The open streams of server-sent events of this process (HTML, 9.2). What waits in each is bounded. */
export const createStreams = (): Streams => {
  const all = new Set<Stream>()
  const byMember = new Map<string, Set<Stream>>()

  const forget = (stream: Stream): void => {
    all.delete(stream)
    const others = byMember.get(stream.memberId)
    others?.delete(stream)
    if (others?.size === 0) byMember.delete(stream.memberId)
  }

  const end = (stream: Stream, event?: LiveEvent): void => {
    forget(stream)
    if (event !== undefined) stream.out.write(`event: ${event}\ndata: ${JSON.stringify(NOTHING)}\n\n`)
    stream.out.end()
  }

  const send = (stream: Stream, position: bigint, data: LiveData): void => {
    if (stream.out.writableNeedDrain)
      // A position that stands in what waits already must not be lost to news without one.
      stream.waiting = { position, data: data.position === null ? (stream.waiting?.data ?? data) : data }
    else stream.out.write(written('news', position, data))
  }

  return {
    size: () => all.size,
    open: ({ memberId, session }, { event, position, data }) => {
      if (all.size >= STREAMS_MAX) return null
      const own = byMember.get(memberId) ?? new Set()
      byMember.set(memberId, own)
      const [oldest] = own
      if (oldest && own.size >= STREAMS_PER_MEMBER) end(oldest, 'replaced')
      const out = new PassThrough({ highWaterMark: WAITING_BYTES })
      const stream: Stream = { memberId, session, out, waiting: null, stalled: false }
      all.add(stream)
      own.add(stream)
      out.on('close', () => forget(stream))
      out.on('error', () => undefined) // it closes, which is heard above
      out.on('drain', () => {
        stream.stalled = false
        if (stream.waiting === null) return
        const { position: at, data: last } = stream.waiting
        stream.waiting = null
        out.write(written('news', at, last))
      })
      out.write(`retry: ${COME_AGAIN_MS}\n${written(event, position, data)}`)
      return out
    },
    send: (memberId, position, data) => {
      for (const stream of byMember.get(memberId) ?? []) send(stream, position, data)
    },
    endSession: (session) => {
      for (const stream of all) if (stream.session === session) end(stream, 'ended')
    },
    sessions: () => [...new Set(Array.from(all, ({ session }) => session))],
    hasSession: (session) => all.values().some((stream) => stream.session === session),
    beat: () => {
      for (const stream of all) {
        if (!stream.out.writableNeedDrain) stream.out.write(': still here\n\n')
        else if (stream.stalled) stream.out.destroy()
        else stream.stalled = true
      }
    },
    close: () => {
      for (const stream of all) end(stream)
    },
  }
}
