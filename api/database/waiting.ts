import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type EventStore } from '../../events/store/event-store.ts'
import { NO_ANSWER_MS, STATEMENT_TIMEOUT_MS } from '../../events/store/postgres/keepalive.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { createCleanUp, type CleanUp } from '../processes/clean-up.ts'
import { isDatabaseDown } from './database-down.ts'
import type { Logger } from '../logging/logger.ts'

const PROBE_EVERY_MS = 1_000
const LOG_EVERY_MS = 5_000
/** Given up where the connection stands and nobody answers on it. */
const PROBE = { text: 'select 1', query_timeout: STATEMENT_TIMEOUT_MS + NO_ANSWER_MS }

interface Waiting {
  readonly log: Logger
  readonly onWaiting?: (forWhat: string) => void
}

/** Asks until there is an answer; reports the wait in the log every few seconds, and through `onWaiting`. */
const until = async (
  answers: () => Promise<unknown>,
  isAway: (error: unknown) => boolean,
  what: string,
  { log, onWaiting }: Waiting,
): Promise<void> => {
  let loggedAt = -Infinity
  for (;;) {
    try {
      await answers()
      return
    } catch (error) {
      if (!isAway(error)) throw error
      onWaiting?.(what)
      const now = performance.now()
      if (now - loggedAt >= LOG_EVERY_MS) {
        loggedAt = now
        log.warn({ err: error }, `Waiting for ${what} before anything else can start`)
      }
    }
    await sleep(PROBE_EVERY_MS)
  }
}

/**
 * Waits until the event store responds: after a restart of all machines it may start later than this process.
 * @throws any error of the event store other than `StoreUnavailable`
 */
export const untilLedgerAnswers = (store: Pick<EventStore, 'head'>, waiting: Waiting): Promise<void> =>
  until(
    () => store.head(),
    (error) => error instanceof StoreUnavailable,
    'the event store',
    waiting,
  )

/**
 * Waits until the database responds, for the same reason.
 * @throws at once what waiting does not mend, such as a wrong password
 */
export const untilDatabaseAnswers = (url: string, waiting: Waiting): Promise<void> =>
  until(
    () => withClient(url, 'start', (client) => client.query(PROBE)),
    isDatabaseDown,
    'the database',
    waiting,
  )

/** Whether the database or the event store went away, whatever library says so. */
const isOutage = (error: unknown): boolean =>
  isDatabaseDown(error) ||
  error instanceof StoreUnavailable ||
  (error instanceof Error && error.cause !== undefined && isOutage(error.cause))

/**
 * Runs `start`, which begins by waiting for the database, and runs it again from the beginning whenever the database or the
 * event store goes away in the middle: a start that is half done is undone. Every attempt gets a clean-up of its own, which
 * has run when the attempt failed.
 * @throws at once what waiting does not mend
 */
export const untilStarted = async <T>(
  start: (cleanUp: CleanUp) => Promise<T>,
  { log, onWaiting }: Waiting,
): Promise<{ readonly started: T; readonly cleanUp: CleanUp }> => {
  for (;;) {
    const cleanUp = createCleanUp()
    try {
      return { started: await start(cleanUp), cleanUp }
    } catch (error) {
      const isAway = isOutage(error)
      if (isAway) {
        onWaiting?.('the database')
        log.warn({ err: error }, 'The database went away in the middle of the start, which begins again')
      }
      // Why the start failed is what counts; what then also fails while cleaning up is only logged.
      await cleanUp.run().catch((after) => log.error({ err: after }, 'Cleaning up after a failed start'))
      if (!isAway) throw error
      await sleep(PROBE_EVERY_MS)
    }
  }
}
