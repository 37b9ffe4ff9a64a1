import type { BodyInput } from '../../../api/contract/operation.ts'
import type { depositOperations } from '../../../api/contract/deposits.ts'

export type BankDetails = BodyInput<typeof depositOperations.saveBankAccount>

/**
 * What must not be kept anywhere: bank details and the sandbox's test card. It lives in a variable of the
 * open dialog's flow, outside of its state, so that a retry need not ask for it again, and goes with it.
 */
export interface Typed {
  readonly bank: BankDetails | null
  readonly card: string | null
}

export const NOTHING_TYPED: Typed = { bank: null, card: null }
