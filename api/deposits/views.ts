import { formatMinor } from '../../events/money.ts'
import type { DepositRow } from '../../projections/deposits/queries.ts'
import type { DepositDetails, DepositStage } from '../contract/deposits.ts'
import { VALIDATION_TRIES, type AccountValidation, type BankAccount } from '../contract/funding-accounts.ts'
import type { BankAccountRow } from './bank-accounts.ts'
import { failureSentence } from './failures.ts'
import type { PaymentProcessor } from './processor.ts'

const validationView = (row: BankAccountRow, now: Date): AccountValidation => {
  const { validation, validationUntil: until, validationTries: tries } = row
  const left = VALIDATION_TRIES - tries
  const none = { asks: null, arrives_by: null, until: null, tries_left: 0 }
  if (validation === 'valid') return { ...none, state: 'valid' }
  if (until === null || until <= now) return { ...none, state: 'expired' }
  if (validation === 'refused' || left <= 0) return { ...none, state: 'refused', until: until.toISOString() }
  return {
    state: 'asked',
    asks: row.validationAsks,
    arrives_by: row.validationArrivesBy?.toISOString() ?? null,
    until: until.toISOString(),
    tries_left: left,
  }
}

/** A saved bank account as shown to its owner. */
export const bankAccountView = (row: BankAccountRow, now: Date, isSandbox: boolean): BankAccount => ({
  payment_method_id: row.id,
  last4: row.last4,
  bank_name: row.bankName,
  account_type: row.accountType,
  sandbox: isSandbox,
  validation: validationView(row, now),
})

/** A deposit's stage in the API. Before the processor reports, a Stripe card form may still be open. */
const stageOf = ({ status, stage, method, provider }: DepositRow, isHeld: boolean): DepositStage => {
  // Also when several claims together have taken the whole amount.
  if (status === 'returned') return status
  if (isHeld) return 'processing'
  switch (stage) {
    case 'initiated':
    case 'submitted':
      return method === 'card' && provider === 'stripe' ? 'requires_payment' : 'processing'
    case 'action_required':
      return 'requires_action'
    case 'processing':
    case 'failed':
    case 'succeeded':
    case 'returned':
      return stage
  }
}

/** The API's name for cards is `stripe`. */
export const methodOf = (method: DepositRow['method']): DepositDetails['method'] =>
  method === 'card' ? 'stripe' : method

/** Why a deposit failed or was returned; null otherwise. */
export const failureOf = ({ status, code }: DepositRow): DepositDetails['failure'] =>
  (status === 'failed' || status === 'returned') && code !== null
    ? { code, message: failureSentence(code, status) }
    : null

/** A deposit as shown to its owner. */
export const depositDetails = (
  row: DepositRow,
  processor: Pick<PaymentProcessor, 'arrival'>,
  heldUntil: Date | null,
): DepositDetails => {
  const arrival = row.method === 'ach' ? processor.arrival('ach', new Date(row.createdAt)) : null
  return {
    id: row.id,
    method: methodOf(row.method),
    status: row.status,
    stage: stageOf(row, heldUntil !== null),
    amount: formatMinor(row.currency, row.minor),
    amount_cents: Number(row.minor),
    fee_cents: Number(row.feeMinor),
    total_cents: Number(row.minor + row.feeMinor),
    taken_back_cents: Number(row.status === 'returned' ? row.minor : row.takenMinor),
    failure: failureOf(row),
    expected_from: arrival?.from.toISOString() ?? null,
    expected_by: arrival?.by.toISOString() ?? null,
    held_until: heldUntil?.toISOString() ?? null,
    sandbox: row.provider === 'sandbox',
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
