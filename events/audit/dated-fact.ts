import type { LedgerEvent } from '../ledger-event.ts'

/** A fact, the time it happened by our clock (ISO), and its position in the log. */
export interface DatedFact {
  readonly event: LedgerEvent
  readonly at: string
  readonly position: bigint
}
