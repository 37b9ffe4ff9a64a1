import { PassThrough } from 'node:stream'
import type { LiveData, LiveEvent } from '../contract/live.ts'

/** Maximum streams of one member; one more replaces an older one, whose connection may be dead without our knowledge. */
export const STREAMS_PER_MEMBER = 8
/** Maximum streams of all members in this process. */
const STREAMS_MAX = 20_000
/** Buffer of a slow reader, besides one pending event that replaces all further ones. */
const WAITING_BYTES = 1_024
/** The browser reconnects this long after a broken connection, ms. */
const COME_AGAIN_MS = 2_000

interface Stream {
  readonly memberId: string
  /** Hash of the session it was opened with. */
  readonly session: string
  readonly out: PassThrough
  /** Newest change since the reader stopped reading; it replaces earlier ones. */
  waiting: { position: bigint; data: LiveData } | null
  /** The reader has read nothing since the last heartbeat. */
  stalled: boolean
}

export interface Streams {
  readonly size: () => number
  /** Opens a stream that begins with `event`. Null: too many are open. */
  readonly open: (
    of: { readonly memberId: string; readonly session: string },
    first: { readonly event: LiveEvent; readonly position: bigint; readonly data: LiveData },
  ) => PassThrough | null
  /** Announces a change on all streams of a member. `position`: changes up to it have been announced. */
  readonly send: (memberId: string, position: bigint, data: LiveData) => void
  /** Ends the streams of an ended session. */
  readonly endSession: (session: string) => void
  readonly sessions: () => readonly string[]
  readonly hasSession: (session: string) => boolean
  /** Says that the server is there, which keeps proxies from closing it too; closes streams of readers who read nothing. */
  readonly beat: () => void
  readonly close: () => void
}

const written = (event: LiveEvent, position: bigint, data: LiveData): string =>
  `event: ${event}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`

const NOTHING: LiveData = { position: null }
const bare = (event: LiveEvent): string => `event: ${event}\ndata: ${JSON.stringify(NOTHING)}\n\n`
const BEAT = bare('beat')

/** The open streams of server-sent events of this process (HTML, 9.2), each with a bounded buffer. */
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
    if (event !== undefined) stream.out.write(bare(event))
    stream.out.end()
  }

  /** The oldest of whichever session or access token has most, so that a program takes no place from its member's pages. */
  const replaceOne = (own: ReadonlySet<Stream>): void => {
    const [most] = [...Map.groupBy(own, ({ session }) => session).values()].toSorted(
      (one, other) => other.length - one.length,
    )
    const [oldest] = most ?? []
    if (oldest) end(oldest, 'replaced')
  }

  const send = (stream: Stream, position: bigint, data: LiveData): void => {
    if (stream.out.writableNeedDrain)
      // A pending position must not be lost to a change without one.
      stream.waiting = { position, data: data.position === null ? (stream.waiting?.data ?? data) : data }
    else stream.out.write(written('news', position, data))
  }

  return {
    size: () => all.size,
    open: ({ memberId, session }, { event, position, data }) => {
      if (all.size >= STREAMS_MAX) return null
      const own = byMember.get(memberId) ?? new Set()
      byMember.set(memberId, own)
      if (own.size >= STREAMS_PER_MEMBER) replaceOne(own)
      const out = new PassThrough({ highWaterMark: WAITING_BYTES })
      const stream: Stream = { memberId, session, out, waiting: null, stalled: false }
      all.add(stream)
      own.add(stream)
      out.on('close', () => forget(stream))
      out.on('error', () => undefined) // the stream then closes, which is handled above
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
        if (!stream.out.writableNeedDrain) stream.out.write(BEAT)
        else if (stream.stalled) stream.out.destroy()
        else stream.stalled = true
      }
    },
    close: () => {
      for (const stream of all) end(stream)
    },
  }
}
