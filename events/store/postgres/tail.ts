import type { Client, Notification } from 'pg'
import { StoreUnavailable } from '../event-store.ts'
import { connect, discard, type ConnectionOptions } from './connection.ts'
import { failureOf } from './failures.ts'
import { allPage, type Page } from './pages.ts'
import { createRecentEvents } from './recent-events.ts'
import type { EventRow } from './types.ts'

/** The connection that all subscriptions of a store share: it fetches their pages and hears of new events. */
export interface Tail {
  /** Pages are fetched one at a time; reconnects when it has to. What this process stored is not fetched. */
  readonly page: (after: bigint, count: number) => Promise<Page>
  /** What this process has just stored, in the order of the log: its own subscriptions need not read it. */
  readonly feed: (rows: readonly EventRow[]) => void
  /** What is after a position, as far as this process has stored it itself; null where it has not. */
  readonly remembered: (after: bigint, count: number) => Page | null
  /** This process is about to append; to be called back when that has been answered, after {@link feed}. */
  readonly appending: () => () => void
  /** Whether news are heard of, so that asking for them is only a net. */
  readonly isListening: () => boolean
  /** Counts what was heard; take it before a page is read, so that nothing heard in between is missed. */
  readonly heard: () => number
  /** Resolves when something was heard since, after `ms`, or when the signal aborts; never rejects. */
  readonly heardSince: (count: number, ms: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

const STATEMENT_TIMEOUT_MS = 15_000
/** When the server says nothing at all for this long, the connection is given up. */
const ANSWER_TIMEOUT_MS = 20_000
/** How long silence is taken for an answer; then the database is asked all the same. */
const QUIET_MS_MAX = 4_000
/** How long something that was announced while this process appends may be that append, which is not answered yet. */
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
  let heard = 0
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()
  const waiting = new Set<() => void>()
  const recent = createRecentEvents()

  /** LISTEN is up, and what is stored up to here is known: read, or in memory. Null: who knows. */
  let known: bigint | null = null
  let quietUntil = 0
  /** The furthest that anybody has told of, and since when it is not known. */
  let announced = 0n
  let unknownSince = 0
  /** Appends of this process that have not been answered. */
  let underWay = 0

  const hear = (): void => {
    heard += 1
    for (const wake of waiting) wake()
  }

  /** What was announced may be our own append, which comes back by two ways. */
  const mayBeOwn = (): boolean => underWay > 0 && performance.now() - unknownSince < OWN_MS_MAX

  const isQuiet = (after: bigint): boolean =>
    known !== null && after >= known && performance.now() < quietUntil && (announced <= known || mayBeOwn())

  const hearUnknown = (): void => {
    if (known === null || announced > known) hear()
  }

  /** Another process, or this one, has told that the log now ends at a position. */
  const onAnnounced = ({ payload = '' }: Notification): void => {
    const position = BigInt(payload)
    if (position <= announced) return
    if (known === null || announced <= known) unknownSince = performance.now()
    announced = position
    if (known !== null && announced <= known) return
    if (mayBeOwn()) setTimeout(hearUnknown, OWN_MS_MAX).unref()
    else hear()
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = undefined
    known = null
    hear() // whoever waits for news must come and reconnect
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
      hear()
    },
    remembered: recent.after,
    appending: () => {
      underWay += 1
      return () => {
        underWay -= 1
        if (underWay === 0) hearUnknown()
      }
    },
    isListening: () => client !== undefined,
    heard: () => heard,
    heardSince: (count, ms, signal) =>
      new Promise((resolve) => {
        if (heard !== count || signal.aborted) return resolve()
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
      await turn // a connection that was being made meanwhile
      if (client) await discard(client)
    },
  }
}
