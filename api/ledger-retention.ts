import { findForgettingStreams } from '../events/store/eventstoredb/retention.ts'
import type { CleanUp } from './clean-up.ts'
import type { Logger } from './http/logger.ts'

/** Somebody told the event store to let events go, and the log would no longer be what was sealed. */
export class LedgerForgets extends Error {
  constructor(streams: readonly { readonly streamId: string; readonly setting: string }[]) {
    const named = streams.map(({ streamId, setting }) => `${setting} of ${streamId}`).join(', ')
    super(
      `EventStoreDB is told to let events of the ledger go: ${named}. Take it back before the next scavenge`,
    )
    this.name = 'LedgerForgets'
  }
}

/**
 * Looks once, while the server starts and beside everything else, whether a stream has been told to let events go.
 * @param onFatal called with {@link LedgerForgets} when one has
 */
export const watchRetention = (
  eventStoreUrl: string,
  { log, onFatal, cleanUp }: { log: Logger; onFatal: (error: Error) => void; cleanUp: CleanUp },
): void => {
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    try {
      const streams = await findForgettingStreams(eventStoreUrl, ending.signal)
      if (streams.length > 0) onFatal(new LedgerForgets(streams))
    } catch (error) {
      log.warn({ err: error }, 'It could not be seen whether the event store is told to let events go')
    }
  }
  const looking = look()
  cleanUp.defer(async () => {
    ending.abort()
    await looking
  })
}
