import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import {
  InvalidEvent,
  OutcomeUnknown,
  StoreUnavailable,
  WrongExpectedRevision,
  type ExpectedRevision,
} from '../event-store.ts'

/** How gRPC and the client word a failure before anything was sent. */
const NOTHING_SENT =
  /No connection established|Name resolution failed|Channel closed before call started|Failed to discover/

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The actual revision of a stream as the server reported it with a refusal. */
const actualOf = (error: WrongExpectedVersionError): ExpectedRevision =>
  typeof error.actualVersion === 'bigint' ? error.actualVersion : 'no_stream'

/**
 * What a failed append means to the port. Everything that does not certainly mean "not stored" is
 * {@link OutcomeUnknown}: time-outs, broken connections, and a server that says it is busy, because that
 * answer can come from a node that had passed the append on.
 */
export const appendError = (streamId: string, expected: ExpectedRevision, cause: unknown): Error => {
  if (cause instanceof WrongExpectedVersionError) {
    return new WrongExpectedRevision(streamId, expected, actualOf(cause))
  }
  if (cause instanceof MaxAppendSizeExceededError) {
    return new InvalidEvent(`An append to ${streamId} is larger than the server takes`, { cause })
  }
  if (cause instanceof StreamDeletedError) {
    return new InvalidEvent(`Stream ${streamId} was deleted for good in EventStoreDB`, { cause })
  }
  if (cause instanceof AccessDeniedError) return refusedCredentials(cause)
  if (NOTHING_SENT.test(messageOf(cause))) {
    return new StoreUnavailable(`EventStoreDB cannot be reached: ${messageOf(cause)}`, { cause })
  }
  return new OutcomeUnknown(streamId, { cause })
}

/** What a failed read means to the port: reading can always be repeated. */
export const readError = (cause: unknown): Error => {
  if (cause instanceof InvalidEvent || cause instanceof StoreUnavailable) return cause
  if (cause instanceof AccessDeniedError) return refusedCredentials(cause)
  return new StoreUnavailable(`EventStoreDB cannot be read: ${messageOf(cause)}`, { cause })
}

const refusedCredentials = (cause: Error) =>
  new StoreUnavailable('EventStoreDB does not accept the credentials of the connection string', { cause })
