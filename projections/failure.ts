import { DatabaseError } from 'pg'
import type { RecordedEvent } from '../events/store/event-store.ts'
import { messageOf } from '../events/thrown.ts'

/** Another process has moved the checkpoint, so this one must not write. */
export class Fenced extends Error {
  override name = 'Fenced'
  constructor(names: readonly string[], position: bigint) {
    super(`The checkpoint of ${names.join(', ')} is no longer at ${position}`)
  }
}

/** A batch cannot be applied however often it is tried: an event in it is at fault. */
export class BatchRefused extends Error {
  override name = 'BatchRefused'
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

/** The one event at which a projection stopped. */
export class PoisonEvent extends Error {
  override name = 'PoisonEvent'
  readonly projection: string
  readonly event: RecordedEvent
  /** The projection's checkpoint: everything before the event is applied. */
  readonly checkpoint: bigint
  constructor(projection: string, event: RecordedEvent, checkpoint: bigint, cause: Error) {
    super(
      `Projection ${projection} stopped at position ${event.position}: event ${event.id} of type ${event.type} ` +
        `in stream ${event.streamId} (revision ${event.revision}): ${cause.message}`,
      { cause },
    )
    this.projection = projection
    this.event = event
    this.checkpoint = checkpoint
  }
}

/**
 * SQLSTATE classes of errors of the connection, of other transactions or of the server's state, not of the
 * data: the same batch may succeed later.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const PASSING_CLASSES = ['08', '25', '40', '53', '55', '57', '58']

/** Whether the same work may succeed later. After an error of the connection itself it always may. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return PASSING_CLASSES.includes(error.code?.slice(0, 2) ?? '08')
  return !(error instanceof BatchRefused || error instanceof PoisonEvent || error instanceof Fenced)
}
