import type { BodyInput } from '../../../api/contract/operation.ts'
import type { depositOperations } from '../../../api/contract/deposits.ts'

export type BankDetails = BodyInput<typeof depositOperations.saveBankAccount>

/**
 * Values that must never be stored: bank details and the sandbox's test card. They live in a variable of the open
 * dialog's flow, outside its state, so that a retry can use them again, and are cleared when the dialog closes.
 */
export interface Typed {
  readonly bank: BankDetails | null
  readonly card: string | null
}

export const NOTHING_TYPED: Typed = { bank: null, card: null }
