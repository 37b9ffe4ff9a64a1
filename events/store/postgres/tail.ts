import type { Client } from 'pg'
import { StoreUnavailable } from '../event-store.ts'
import { connect, discard, type ConnectionOptions } from './connection.ts'
import { failureOf } from './failures.ts'
import { allPage, type Page } from './pages.ts'

/** The connection that all subscriptions of a store share: it fetches their pages and hears of new events. */
export interface Tail {
  /** Pages are fetched one at a time; reconnects when it has to. */
  readonly page: (after: bigint, count: number) => Promise<Page>
  /** Counts what was heard; take it before a page is read, so that nothing heard in between is missed. */
  readonly heard: () => number
  /** Resolves when something was heard since, after `ms`, or when the signal aborts; never rejects. */
  readonly heardSince: (count: number, ms: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

const STATEMENT_TIMEOUT_MS = 15_000
/** When the server says nothing at all for this long, the connection is given up. */
const ANSWER_TIMEOUT_MS = 20_000

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

  const hear = (): void => {
    heard += 1
    for (const wake of waiting) wake()
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = undefined
    hear() // whoever waits for news must come and reconnect
  }

  const connected = async (): Promise<Client> => {
    if (closed) throw new StoreUnavailable('The event store is closed')
    if (client) return client
    const fresh = await connect(options, lose)
    fresh.on('notification', hear)
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
      return await allPage(connection, after, count)
    } catch (cause) {
      if (failureOf(cause) === 'lost') lose(connection)
      throw cause
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    page: (after, count) => {
      const mine = turn.then(() => fetch(after, count))
      turn = mine.catch(() => {})
      return mine
    },
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
