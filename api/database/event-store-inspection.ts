import { STREAM_PREFIXES } from '../../events/ledger-event.ts'
import type { Findings } from '../../events/store/eventstoredb/inspect.ts'
import type { CleanUp } from '../processes/clean-up.ts'
import type { Logger } from '../logging/logger.ts'

/** A stream of the ledger is configured to drop events ($maxAge and the like), so the log would not match its seal. */
class LedgerForgets extends Error {
  override name = 'LedgerForgets'
  constructor(streams: Findings['forgetting']) {
    const named = streams.map(({ streamId, setting }) => `${setting} of ${streamId}`).join(', ')
    super(
      `EventStoreDB is told to let events of the ledger go: ${named}. Take it back before the next scavenge`,
    )
  }
}

/**
 * Checks once, in the background while the server starts, whether a stream is configured to drop events, and whether
 * the database contains only our events; if it does not, logs an error.
 * @param onFatal called with {@link LedgerForgets} when a stream drops events
 */
export const inspectLedger = (
  eventStoreUrl: string,
  { log, onFatal, cleanUp }: { log: Logger; onFatal: (error: Error) => void; cleanUp: CleanUp },
): void => {
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    try {
      const { inspect } = await import('../../events/store/eventstoredb/inspect.ts')
      const { forgetting, foreign } = await inspect(eventStoreUrl, {
        prefixes: STREAM_PREFIXES,
        signal: ending.signal,
      })
      if (foreign)
        log.error(
          { stream: foreign.streamId, position: String(foreign.position) },
          'The EventStoreDB is not the ledger’s alone: it holds events of something else, which are sealed with ours and ' +
            'stop `npm run ledger -- replay`. Give the ledger a database of its own',
        )
      if (forgetting.length > 0) onFatal(new LedgerForgets(forgetting))
    } catch (error) {
      log.warn({ err: error }, 'It could not be seen whether the event store is as the ledger needs it')
    }
  }
  const looking = look()
  cleanUp.defer(async () => {
    ending.abort()
    await looking
  })
}
