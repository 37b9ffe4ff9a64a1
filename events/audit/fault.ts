import type { RecordedEvent } from '../store/event-store.ts'

/** What is wrong with a log, for programs. */
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
  /** A rule of the ledger, told by the message. */
  | 'rule_broken'
  /** The log is not the one that a checkpoint speaks of. */
  | 'not_the_checkpoint'

/** The first thing that is wrong with a log, and where: what an auditor goes to look at. */
export class LedgerFault extends Error {
  readonly code: FaultCode
  /** Position of the event at fault; null when it is about the log as a whole. */
  readonly position: bigint | null
  readonly streamId: string | null
  readonly eventId: string | null
  constructor(code: FaultCode, why: string, at: RecordedEvent | null, options?: ErrorOptions) {
    const where =
      at && `Position ${at.position}, stream ${at.streamId} at revision ${at.revision}, ${at.type} ${at.id}`
    super(where ? `${where}: ${why}` : why, options)
    this.name = 'LedgerFault'
    this.code = code
    this.position = at?.position ?? null
    this.streamId = at?.streamId ?? null
    this.eventId = at?.id ?? null
  }
}
