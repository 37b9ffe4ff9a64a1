import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type EventStore } from '../events/store/event-store.ts'
import type { Logger } from './http/logger.ts'

const PROBE_EVERY_MS = 1_000
const LOG_EVERY_MS = 5_000

/**
 * Waits until the event store answers, which after a restart of everything may be after us; says so once in a few
 * seconds in the log and through `onWaiting`.
 * @throws whatever is wrong with it other than that it isn't there
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
