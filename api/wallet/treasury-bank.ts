/** The bank of members' dollars. Account numbers stay with the bank; the ledger only stores account ids. */
export interface TreasuryBank {
  /** Whether there is no real bank behind it: nothing is held, nothing is insured. */
  readonly simulated: boolean
  /** Sentence that says why there are no accounts; null where there are. */
  readonly closed: string | null
  /** Opens the member's account; the same member always gets the same one. */
  openAccount(memberId: string): Promise<{ readonly accountId: string }>
  /** The full address for wire transfers: show it to its owner only, never store or log it. */
  addressOf(accountId: string): Promise<FinancialAddress>
}

/** A US bank address (ABA routing number and account number). */
export interface FinancialAddress {
  readonly routingNumber: string
  readonly accountNumber: string
}

/** Masks all but the last four digits. */
export const masked = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`
