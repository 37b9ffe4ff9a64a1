import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type EventStore } from '../events/store/event-store.ts'
import type { Logger } from './http/logger.ts'

const ASK_EVERY_MS = 1_000
const SAY_EVERY_MS = 5_000

/**
 * Waits until the event store answers, which after a restart of everything may be after us; says so once in a few
 * seconds in the log and through `onWaiting`.
 * @throws whatever is wrong with it other than that it isn't there
 */
export const untilLedgerAnswers = async (
  store: Pick<EventStore, 'head'>,
  { log, onWaiting }: { readonly log: Logger; readonly onWaiting?: (forWhat: string) => void },
): Promise<void> => {
  let said = -Infinity
  for (;;) {
    try {
      await store.head()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onWaiting?.('the event store')
      const now = performance.now()
      if (now - said >= SAY_EVERY_MS) {
        said = now
        log.warn({ err: error }, 'Waiting for the event store before anything else can start')
      }
    }
    await sleep(ASK_EVERY_MS)
  }
}
