/** An account transfer between a member's own account and the pooled one. */
export interface AccountMove {
  /** The same key is the same transfer, however often it is ordered. */
  readonly key: string
  /** The member's account, by the bank's id. */
  readonly accountId: string
  /** Into the member's account, or below zero out of it; never zero. */
  readonly cents: bigint
}

/** The bank's answer; `pending`: it has not decided, so it is asked again later. */
export type MoveState = 'done' | 'refused' | 'pending'

/** Members' own accounts at a bank, beside the pooled one. Each throws {BankUnavailable}. */
export interface MemberAccounts {
  /** What lies in a member's account, in cents. */
  balanceOf(accountId: string): Promise<bigint>
  /** What can be paid out of the pooled account, in cents. */
  pooledMinor(): Promise<bigint>
  move(order: AccountMove): Promise<MoveState>
  /** The transfer that was ordered with a key; null when there is none. */
  moveOf(key: string): Promise<MoveState | null>
  /** Closes an empty account for good. Safe to repeat. */
  close(accountId: string): Promise<void>
}
