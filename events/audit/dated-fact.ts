import type { LedgerEvent } from '../ledger-event.ts'

/** A fact with when it happened by our clock (ISO) and where it stands. */
export interface DatedFact {
  readonly event: LedgerEvent
  readonly at: string
  readonly position: bigint
}
