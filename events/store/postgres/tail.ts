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

  /** LISTEN is up, and nothing is stored after this position that this process has not heard of; null: who knows. */
  let quietAfter: bigint | null = null
  let quietUntil = 0

  const hear = (): void => {
    heard += 1
    for (const wake of waiting) wake()
  }

  const isQuiet = (after: bigint): boolean =>
    quietAfter !== null && after >= quietAfter && performance.now() < quietUntil

  /** Another process, or this one, has told that the log now ends at a position. */
  const announced = ({ payload = '' }: Notification): void => {
    if (quietAfter !== null && BigInt(payload) <= quietAfter) return
    quietAfter = null
    hear()
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = undefined
    quietAfter = null
    hear() // whoever waits for news must come and reconnect
  }

  const connected = async (): Promise<Client> => {
    if (closed) throw new StoreUnavailable('The event store is closed')
    if (client) return client
    const fresh = await connect(options, lose)
    fresh.on('notification', announced)
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
    const before = heard
    try {
      const page = await allPage(connection, after, count)
      if (page.last && heard === before && connection === client) {
        quietAfter = page.events.at(-1)?.position ?? after
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
      quietAfter = first && last && first.position - 1n === quietAfter ? last.position : null
      hear()
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
