/** Where members' dollars are held. Account numbers stay with the bank; the ledger knows account ids only. */
export interface TreasuryBank {
  /** No real bank stands behind it: nothing is held, nothing is insured. */
  readonly simulated: boolean
  /** Why there are no accounts, a sentence; null where there are. */
  readonly closed: string | null
  /** Opens the member's account; the same member always gets the same one. */
  openAccount(memberId: string): Promise<{ readonly accountId: string }>
  /** Where money can be wired to, in full: show it to its owner only, never store or log it. */
  addressOf(accountId: string): Promise<FinancialAddress>
}

/** A US bank address (ABA routing number and account number). */
export interface FinancialAddress {
  readonly routingNumber: string
  readonly accountNumber: string
}

/** All but the last four digits hidden. */
export const masked = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`
