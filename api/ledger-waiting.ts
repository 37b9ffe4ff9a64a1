import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type EventStore } from '../events/store/event-store.ts'
import type { Logger } from './http/logger.ts'

const PROBE_EVERY_MS = 1_000
const LOG_EVERY_MS = 5_000

/**
 * Waits until the event store responds: after a restart of all machines it may start later than this process. Reports
 * the wait in the log every few seconds, and through `onWaiting`.
 * @throws any error of the event store other than `StoreUnavailable`
 */
export const untilLedgerAnswers = async (
  store: Pick<EventStore, 'head'>,
  { log, onWaiting }: { readonly log: Logger; readonly onWaiting?: (forWhat: string) => void },
): Promise<void> => {
  let loggedAt = -Infinity
  for (;;) {
    try {
      await store.head()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onWaiting?.('the event store')
      const now = performance.now()
      if (now - loggedAt >= LOG_EVERY_MS) {
        loggedAt = now
        log.warn({ err: error }, 'Waiting for the event store before anything else can start')
      }
    }
    await sleep(PROBE_EVERY_MS)
  }
}
