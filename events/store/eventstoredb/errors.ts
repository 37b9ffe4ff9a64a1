import { AccessDeniedError, isCommandError, StreamDeletedError } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import {
  InvalidEvent,
  NoSuchPosition,
  StoreUnavailable,
  StreamDeleted,
  UnreadableEvent,
} from '../event-store.ts'
import { messageOf } from '../../thrown.ts'
import { PositionMissing } from './recorded.ts'

/** The port's error for a failed read: most reads can be repeated later. */
export const readError = (cause: unknown, streamId: string | null = null): Error => {
  if (cause instanceof InvalidEvent || cause instanceof StoreUnavailable) return cause
  if (cause instanceof UnreadableEvent || cause instanceof PositionMissing) return cause
  if (cause instanceof NoSuchPosition) return cause
  if (cause instanceof StreamDeletedError && streamId !== null) return new StreamDeleted(streamId, { cause })
  if (isRefusedLogin(cause)) return refusedCredentials(cause)
  return new StoreUnavailable(`EventStoreDB cannot be read: ${messageOf(cause)}`, { cause })
}

/** Whether a read found no record at the position where it began; the server says so in words alone. */
export const isUnreadPosition = (error: unknown): error is Error =>
  error instanceof Error &&
  isCommandError(error) &&
  error.code === status.UNKNOWN &&
  error.message.includes('ReadAllResult: Error')

export const isRefusedLogin = (error: unknown): error is Error =>
  error instanceof AccessDeniedError ||
  (error instanceof Error && isCommandError(error) && error.code === status.PERMISSION_DENIED)

/** The login is refused, or it is right and its user lacks a right. */
export const refusedCredentials = (cause: Error) =>
  new StoreUnavailable(
    isCommandError(cause) && cause.code === status.PERMISSION_DENIED
      ? 'The user of the connection string lacks a right in EventStoreDB: it must be allowed to read $all and to append'
      : 'EventStoreDB does not accept the credentials of the connection string',
    { cause },
  )

export const tooOld = (cause: Error) =>
  new InvalidEvent('This EventStoreDB does not take batches of appends; version 22.6 or later is needed', {
    cause,
  })
