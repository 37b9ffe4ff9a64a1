import type { EventStoreDBClient } from '@eventstore/db-client'
import { OutcomeUnknown, type Appended, type ExpectedRevision } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import { appendError } from './errors.ts'
import { toServer } from './events.ts'

/** One append on the server; see {@link createAppend}. */
export type Append = (
  streamId: string,
  expected: ExpectedRevision,
  events: readonly SerialisedEvent[],
) => Promise<Appended>

/**
 * Sends one append and waits for its answer, `timeoutMs` at most. The call carries that as its deadline too,
 * which ends it on the server, but does not cover what the client may do first (finding the cluster's
 * leader).
 *
 * The server itself recognises a repeated append, because the expectation is always explicit: when the
 * events after the expected revision have these very ids it answers as it did the first time.
 */
export const createAppend =
  (client: EventStoreDBClient, timeoutMs: number): Append =>
  async (streamId, expected, events) => {
    const sent = client.appendToStream(streamId, events.map(toServer), {
      expectedRevision: expected,
      deadline: timeoutMs,
    })
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      const { nextExpectedRevision, position } = await Promise.race([sent, timeout.promise])
      if (!position) throw new OutcomeUnknown(streamId)
      return { revision: nextExpectedRevision, position: position.commit }
    } catch (cause) {
      sent.catch(() => {})
      throw cause instanceof OutcomeUnknown ? cause : appendError(streamId, expected, cause)
    } finally {
      clearTimeout(timer)
    }
  }
