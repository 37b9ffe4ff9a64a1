import type { Readable } from 'node:stream'
import type { BaseLogger } from 'pino'
import { createBackoff } from '../../events/backoff.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { realTimers } from '../../events/timers.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { concernsOf, type RequestParties } from './concerns.ts'
import { createHeardLately } from './heard-lately.ts'
import { createStreams } from './streams.ts'

/** A comment goes out this often, below the minute after which proxies take a connection for dead. */
const HEARTBEAT_MS = 15_000
/** Members' ids, a blank between them: something outside the ledger has changed for them (migrations 0180, 0183). */
const NEWS_CHANNEL = 'news'
/** A session's hash: it has changed, perhaps ended; an empty text: any may have (migration 0170). */
const SESSIONS_CHANNEL = 'session_changed'
const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 5_000

interface LiveOptions {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly requestParties: RequestParties
  readonly announcements: Pick<Announcements, 'hear'>
  /** Which of these sessions are still good; one question for all. */
  readonly goodSessions: (hashes: readonly string[]) => Promise<ReadonlySet<string>>
  readonly log: Pick<BaseLogger, 'warn'>
  readonly heartbeatMs?: number
}

export interface Live {
  /** A stream of a member's news, after a position where they say one. Null: there are too many. */
  readonly open: (
    of: { readonly memberId: string; readonly session: string },
    after: bigint | undefined,
  ) => Promise<Readable | null>
  /** How many are open in this process. */
  readonly size: () => number
  /** Ends all of them. */
  readonly close: () => Promise<void>
}

/**
 * Tells members' open pages of what concerns them. It follows the log itself, from memory where this process wrote it,
 * and asks nothing for any connection; what is outside the ledger the database announces. Nothing runs until somebody
 * opens a stream.
 */
export const createLive = (options: LiveOptions): Live => {
  const { store, requestParties, announcements, goodSessions, log, heartbeatMs = HEARTBEAT_MS } = options
  const streams = createStreams()
  const lately = createHeardLately()
  const closing = new AbortController()
  /** Up to here everything has been said. */
  let position = 0n
  let started: Promise<void> | undefined
  const running: Promise<void>[] = []

  const sendTo = (memberId: string, at: bigint | null): void => {
    lately.record(memberId, at ?? position, at === null)
    streams.send(memberId, position, { position: at?.toString() ?? null })
  }

  const follow = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: RETRY_MS_MIN, maxMs: RETRY_MS_MAX })
    const { signal } = closing
    while (!signal.aborted) {
      try {
        for await (const batch of store.subscribe({ after: position, signal })) {
          const concerned = await concernsOf(batch, requestParties)
          position = batch.at(-1)?.position ?? position
          for (const [memberId, at] of concerned) sendTo(memberId, at)
          backoff.reset()
        }
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'Open pages cannot be told what is new; trying again')
        await realTimers.sleep(backoff.nextMs(), signal).catch(() => undefined)
      }
    }
  }

  const endOver = async (among: readonly string[] = streams.sessions()): Promise<void> => {
    if (among.length === 0) return
    try {
      const good = await goodSessions(among)
      for (const session of among) if (!good.has(session)) streams.endSession(session)
    } catch (error) {
      log.warn({ err: error }, 'Sessions of open pages cannot be looked at; trying again')
    }
  }

  const beat = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await realTimers.sleep(heartbeatMs, closing.signal).catch(() => undefined)
      if (closing.signal.aborted) return
      streams.beat()
      // Sessions also end by themselves, and an announcement may have gone astray.
      await endOver()
    }
  }

  const start = async (): Promise<void> => {
    position = await store.head()
    lately.beginAnew(position)
    const listening = Promise.withResolvers<void>()
    closing.signal.addEventListener('abort', () => listening.resolve())
    announcements.hear({
      channel: NEWS_CHANNEL,
      heard: (memberIds) => {
        for (const memberId of memberIds.split(' ')) sendTo(memberId, null)
      },
      // What was announced before may have gone unheard.
      connected: () => lately.beginAnew(position),
    })
    announcements.hear({
      channel: SESSIONS_CHANNEL,
      heard: (session) => {
        if (session === '') void endOver()
        else if (streams.hasSession(session)) void endOver([session])
      },
      connected: () => {
        listening.resolve()
        void endOver()
      },
    })
    // Whoever opens a stream before it is heard when sessions end could keep theirs.
    await listening.promise
    running.push(follow(), beat())
  }

  return {
    open: async (of, after) => {
      started ??= start().catch((error: unknown) => {
        started = undefined
        throw error
      })
      await started
      if (closing.signal.aborted) return null
      const missed = lately.mayHaveMissed(of.memberId, after)
      const stream = streams.open(of, {
        event: missed ? 'news' : 'ready',
        position,
        data: { position: missed ? position.toString() : null },
      })
      // It may have ended between the look at the cookie and now.
      if (stream && !(await goodSessions([of.session])).has(of.session)) streams.endSession(of.session)
      return stream
    },
    size: streams.size,
    close: async () => {
      closing.abort()
      streams.close()
      await Promise.all([...running, started?.catch(() => undefined)])
    },
  }
}
