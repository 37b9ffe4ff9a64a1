import { formatMinor } from '../../events/money.ts'
import type { DepositRow } from '../../projections/deposits/queries.ts'
import type { DepositDetails, DepositStage } from '../contract/deposits.ts'
import { failureSentence } from './failures.ts'
import type { PaymentProcessor } from './processor.ts'

/** A deposit's stage in the words of the API: before its processor speaks, a card form may still be open. */
const stageOf = ({ status, stage, method, provider }: DepositRow): DepositStage => {
  // Also where claims have taken all of it, one after the other.
  if (status === 'returned') return status
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

/** Cards are shown as `stripe`, the name that clients know them by. */
export const methodOf = (method: DepositRow['method']): DepositDetails['method'] =>
  method === 'card' ? 'stripe' : method

/** Why a deposit failed or came back; null while neither is so. */
export const failureOf = ({ status, code }: DepositRow): DepositDetails['failure'] =>
  (status === 'failed' || status === 'returned') && code !== null
    ? { code, message: failureSentence(code, status) }
    : null

/** A deposit as its owner may see it. */
export const depositDetails = (
  row: DepositRow,
  processor: Pick<PaymentProcessor, 'arrival'>,
): DepositDetails => {
  const arrival = row.method === 'ach' ? processor.arrival('ach', new Date(row.createdAt)) : null
  return {
    id: row.id,
    method: methodOf(row.method),
    status: row.status,
    stage: stageOf(row),
    amount: formatMinor(row.currency, row.minor),
    amount_cents: Number(row.minor),
    fee_cents: Number(row.feeMinor),
    total_cents: Number(row.minor + row.feeMinor),
    taken_back_cents: Number(row.status === 'returned' ? row.minor : row.takenMinor),
    failure: failureOf(row),
    expected_from: arrival?.from.toISOString() ?? null,
    expected_by: arrival?.by.toISOString() ?? null,
    sandbox: row.provider === 'sandbox',
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
