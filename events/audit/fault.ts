import type { RecordedEvent } from '../store/event-store.ts'

/** The kind of fault in a log, for programs. */
export type FaultCode =
  /** An event of a kind, a schema version or a shape that this code cannot read. */
  | 'unknown_stream'
  | 'future_schema'
  | 'unreadable_event'
  /** The order of the log or of a stream: something is missing, doubled or out of place. */
  | 'position_gap'
  | 'position_order'
  | 'stream_gap'
  | 'event_id_twice'
  | 'log_ends_early'
  | 'log_goes_on'
  /** A member's balance is below zero, further than what was taken back of deposits: money was made. */
  | 'overdraft_unexplained'
  /** Another rule of the ledger; the message says which. */
  | 'rule_broken'
  /** The log does not match a checkpoint. */
  | 'not_the_checkpoint'

/** The first fault found in a log, with the position, stream and id of its event. */
export class LedgerFault extends Error {
  override name = 'LedgerFault'
  readonly code: FaultCode
  /** Position of the event at fault; null when the log as a whole is at fault. */
  readonly position: bigint | null
  readonly streamId: string | null
  readonly eventId: string | null
  constructor(code: FaultCode, why: string, at: RecordedEvent | null, options?: ErrorOptions) {
    const where =
      at && `Position ${at.position}, stream ${at.streamId} at revision ${at.revision}, ${at.type} ${at.id}`
    super(where ? `${where}: ${why}` : why, options)
    this.code = code
    this.position = at?.position ?? null
    this.streamId = at?.streamId ?? null
    this.eventId = at?.id ?? null
  }
}
