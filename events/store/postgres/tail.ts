import type { Client, Notification } from 'pg'
import { StoreUnavailable } from '../event-store.ts'
import { connect, discard, type ConnectionOptions } from './connection.ts'
import { failureOf } from './failures.ts'
import { allPage, type Page } from './pages.ts'
import { createRecentEvents } from './recent-events.ts'
import type { EventRow } from './types.ts'

/** The connection that all subscriptions of a store share: it fetches their pages and listens for new events. */
export interface Tail {
  /** Fetches pages one at a time and reconnects if necessary. Events that this process stored come from memory. */
  readonly page: (after: bigint, count: number) => Promise<Page>
  /** Adds rows that this process has just stored, in log order, so that its subscriptions need not read them. */
  readonly feed: (rows: readonly EventRow[]) => void
  /** The events after a position that are in memory; null when the first of them is not. */
  readonly fromMemory: (after: bigint, count: number) => Page | null
  /** Reports that this process is about to append; call the result once that was answered, after {@link feed}. */
  readonly appending: () => () => void
  /** Whether LISTEN is active, so that polling is only a safety net. */
  readonly isListening: () => boolean
  /** Number of wake-ups so far; take it before reading a page, so that none in between is missed. */
  readonly wakeUps: () => number
  /** Resolves at the first wake-up after `count`, after `ms`, or when the signal aborts; never rejects. */
  readonly wokenSince: (count: number, ms: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

const STATEMENT_TIMEOUT_MS = 15_000
/** When a query is not answered for this long, the connection is closed. */
const ANSWER_TIMEOUT_MS = 20_000
/** How long the absence of notifications means that there is nothing new; then the database is read anyway. */
const QUIET_MS_MAX = 4_000
/** How long a notification during an append of this process may be about that append, which is not answered yet. */
const OWN_MS_MAX = 50

const NOTHING: Page = { events: [], last: true }

export const createTail = (url: string): Tail => {
  const options: ConnectionOptions = {
    url,
    name: 'event store: subscriptions',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: STATEMENT_TIMEOUT_MS,
  }
  let client: Client | undefined
  let wakeUps = 0
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()
  const waiting = new Set<() => void>()
  const recent = createRecentEvents()

  /** While listening, the position up to which every event was read or is in memory; null when unknown. */
  let known: bigint | null = null
  let quietUntil = 0
  /** The highest position notified, and since when it is beyond `known`. */
  let announced = 0n
  let unknownSince = 0
  /** Appends of this process that have not been answered. */
  let underWay = 0

  const wakeAll = (): void => {
    wakeUps += 1
    for (const wake of waiting) wake()
  }

  /** Whether the notification may be about our own append, whose rows also come through `feed`. */
  const mayBeOwn = (): boolean => underWay > 0 && performance.now() - unknownSince < OWN_MS_MAX

  const isQuiet = (after: bigint): boolean =>
    known !== null && after >= known && performance.now() < quietUntil && (announced <= known || mayBeOwn())

  const wakeForUnknown = (): void => {
    if (known === null || announced > known) wakeAll()
  }

  /** A process (maybe this one) has notified that the log now ends at a position. */
  const onAnnounced = ({ payload = '' }: Notification): void => {
    const position = BigInt(payload)
    if (position <= announced) return
    if (known === null || announced <= known) unknownSince = performance.now()
    announced = position
    if (known !== null && announced <= known) return
    if (mayBeOwn()) setTimeout(wakeForUnknown, OWN_MS_MAX).unref()
    else wakeAll()
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = undefined
    known = null
    wakeAll() // waiting subscriptions must read again, and so reconnect
  }

  const connected = async (): Promise<Client> => {
    if (closed) throw new StoreUnavailable('The event store is closed')
    if (client) return client
    const fresh = await connect(options, lose)
    fresh.on('notification', onAnnounced)
    try {
      await fresh.query('listen event_store')
    } catch (cause) {
      void discard(fresh)
      throw cause
    }
    client = fresh
    return fresh
  }

  const fetch = async (after: bigint, count: number): Promise<Page> => {
    const connection = await connected()
    const timer = setTimeout(() => void discard(connection), ANSWER_TIMEOUT_MS)
    try {
      const page = await allPage(connection, after, count)
      if (page.last && connection === client) {
        known = recent.reach(page.events.at(-1)?.position ?? after)
        quietUntil = performance.now() + QUIET_MS_MAX
      }
      return page
    } catch (cause) {
      if (failureOf(cause) === 'lost') lose(connection)
      throw cause
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    page: (after, count) => {
      const known = recent.after(after, count) ?? (isQuiet(after) ? NOTHING : null)
      if (known) return Promise.resolve(known)
      const mine = turn.then(() => fetch(after, count))
      turn = mine.catch(() => {})
      return mine
    },
    feed: (rows) => {
      recent.add(rows)
      const [first, last] = [rows[0], rows.at(-1)]
      if (first && last && known !== null) known = first.position <= known + 1n ? last.position : null
      wakeAll()
    },
    fromMemory: recent.after,
    appending: () => {
      underWay += 1
      return () => {
        underWay -= 1
        if (underWay === 0) wakeForUnknown()
      }
    },
    isListening: () => client !== undefined,
    wakeUps: () => wakeUps,
    wokenSince: (count, ms, signal) =>
      new Promise((resolve) => {
        if (wakeUps !== count || signal.aborted) return resolve()
        const done = () => {
          clearTimeout(timer)
          waiting.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        waiting.add(done)
        signal.addEventListener('abort', done)
      }),
    close: async () => {
      closed = true
      if (client) await discard(client)
      await turn // it may be making a connection
      if (client) await discard(client)
    },
  }
}
