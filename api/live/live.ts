import type { Readable } from 'node:stream'
import type { BaseLogger } from 'pino'
import { createBackoff } from '../../events/backoff.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { realTimers } from '../../events/timers.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { affectedMembers, type RequestParties } from './affected-members.ts'
import { createRecentChanges } from './recent-changes.ts'
import { createStreams } from './streams.ts'

/** Interval of comments on a stream; shorter than the minute after which proxies close an idle connection. */
const HEARTBEAT_MS = 10_000
/** Payload: ids of members, blank-separated; something outside the ledger changed for them (migrations 0180, 0183). */
const NEWS_CHANNEL = 'news'
/** Payload: hash of a session that has changed, perhaps ended; empty: any session may have changed (migration 0170). */
const SESSIONS_CHANNEL = 'session_changed'
const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 5_000

interface LiveOptions {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly requestParties: RequestParties
  readonly announcements: Pick<Announcements, 'listen'>
  /** Which of these sessions are still valid; one query for all. */
  readonly goodSessions: (hashes: readonly string[]) => Promise<ReadonlySet<string>>
  readonly log: Pick<BaseLogger, 'warn'>
  readonly heartbeatMs?: number
}

export interface Live {
  /** A stream of a member's changes, after a position if given. Null: too many streams are open. */
  readonly open: (
    of: { readonly memberId: string; readonly session: string },
    after: bigint | undefined,
  ) => Promise<Readable | null>
  /** Number of open streams in this process. */
  readonly size: () => number
  readonly close: () => Promise<void>
}

/**
 * Notifies members' open pages of changes that concern them. Follows the log itself, from memory for events of this
 * process, without a query per connection; the database announces changes outside the ledger. Nothing runs until the
 * first stream is opened.
 */
export const createLive = (options: LiveOptions): Live => {
  const { store, requestParties, announcements, goodSessions, log, heartbeatMs = HEARTBEAT_MS } = options
  const streams = createStreams()
  const recent = createRecentChanges()
  const closing = new AbortController()
  /** Changes up to this position have been announced. */
  let position = 0n
  let started: Promise<void> | undefined
  const running: Promise<void>[] = []

  const sendTo = (memberId: string, at: bigint | null): void => {
    recent.record(memberId, at ?? position, at === null)
    streams.send(memberId, position, { position: at?.toString() ?? null })
  }

  const follow = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: RETRY_MS_MIN, maxMs: RETRY_MS_MAX })
    const { signal } = closing
    while (!signal.aborted) {
      try {
        for await (const batch of store.subscribe({ after: position, signal })) {
          const affected = await affectedMembers(batch, requestParties)
          position = batch.at(-1)?.position ?? position
          for (const [memberId, at] of affected) sendTo(memberId, at)
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
      // Sessions also expire, and an announcement may be lost.
      await endOver()
    }
  }

  const start = async (): Promise<void> => {
    position = await store.head()
    recent.reset(position)
    const listening = Promise.withResolvers<void>()
    closing.signal.addEventListener('abort', () => listening.resolve())
    announcements.listen({
      channel: NEWS_CHANNEL,
      notified: (memberIds) => {
        for (const memberId of memberIds.split(' ')) sendTo(memberId, null)
      },
      // Earlier announcements may have been missed.
      connected: () => recent.reset(position),
    })
    announcements.listen({
      channel: SESSIONS_CHANNEL,
      notified: (session) => {
        if (session === '') void endOver()
        else if (streams.hasSession(session)) void endOver([session])
      },
      connected: () => {
        listening.resolve()
        void endOver()
      },
    })
    // Without listening for ended sessions, a stream opened now could outlive its session.
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
      const missed = recent.mayHaveChangedSince(of.memberId, after)
      const stream = streams.open(of, {
        event: missed ? 'news' : 'ready',
        position,
        data: { position: missed ? position.toString() : null },
      })
      // The session may have ended since the cookie was checked.
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
