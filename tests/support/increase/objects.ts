import type { Increase } from 'increase'

/** What every transfer of Increase has that the adapter does not read. */
const unread = {
  acknowledgement: null,
  approval: null,
  cancellation: null,
  created_by: { category: 'api_key', api_key: { description: null } },
  currency: 'USD',
  external_account_id: null,
  pending_transaction_id: null,
} as const

type Ach = Increase.ACHTransfer
type Instant = Increase.RealTimePaymentsTransfer
type FedNow = Increase.FednowTransfer

/** An ACH transfer as Increase answers it, from the parameters it was ordered with. */
export const achTransfer = (
  order: Increase.ACHTransferCreateParams,
  more: Pick<Ach, 'id' | 'created_at' | 'idempotency_key' | 'status' | 'transaction_id'>,
): Ach => ({
  ...unread,
  type: 'ach_transfer',
  account_id: order.account_id,
  account_number: order.account_number ?? '',
  routing_number: order.routing_number ?? '',
  amount: order.amount,
  addenda: null,
  company_descriptive_date: null,
  company_discretionary_data: null,
  company_entry_description: order.company_entry_description ?? null,
  company_id: '1234987601',
  company_name: order.company_name ?? null,
  destination_account_holder: order.destination_account_holder ?? 'unknown',
  funding: order.funding ?? 'checking',
  inbound_funds_hold: null,
  individual_id: null,
  individual_name: order.individual_name ?? null,
  network: 'ach',
  notifications_of_change: [],
  preferred_effective_date: { date: null, settlement_schedule: 'future_dated' },
  return: null,
  settlement: null,
  standard_entry_class_code: order.standard_entry_class_code ?? 'corporate_credit_or_debit',
  statement_descriptor: order.statement_descriptor,
  submission: null,
  ...more,
})

/** A return as Increase answers it. */
export const achReturn = (
  code: string,
  { transferId, transactionId, at }: { transferId: string; transactionId: string; at: string },
): NonNullable<Ach['return']> => ({
  addenda_information: null,
  created_at: at,
  raw_return_reason_code: code,
  return_reason_code: code === 'R03' ? 'no_account' : 'account_closed',
  trace_number: '111122223333444',
  transaction_id: transactionId,
  transfer_id: transferId,
})

/** A notification of change as Increase answers it. */
export const changeOfNumber = (
  accountNumber: string,
  at: string,
): Ach['notifications_of_change'][number] => ({
  change_code: 'incorrect_account_number',
  corrected_account_funding: null,
  corrected_account_number: accountNumber,
  corrected_individual_id: null,
  corrected_routing_number: null,
  created_at: at,
})

const instantFields = (order: Increase.RealTimePaymentsTransferCreateParams) => ({
  account_number: order.account_number ?? '',
  routing_number: order.routing_number ?? '',
  amount: order.amount,
  creditor_name: order.creditor_name,
  source_account_number_id: order.source_account_number_id,
  submission: null,
  unstructured_remittance_information: order.unstructured_remittance_information,
})

/** A transfer by RTP as Increase answers it. */
export const realTimeTransfer = (
  order: Increase.RealTimePaymentsTransferCreateParams,
  more: Pick<Instant, 'id' | 'account_id' | 'created_at' | 'idempotency_key' | 'status' | 'transaction_id'>,
): Instant => ({
  ...unread,
  ...instantFields(order),
  type: 'real_time_payments_transfer',
  debtor_name: order.debtor_name ?? null,
  rejection: null,
  ultimate_creditor_name: null,
  ultimate_debtor_name: null,
  ...more,
})

/** A transfer by FedNow as Increase answers it. */
export const fedNowTransfer = (
  order: Increase.FednowTransferCreateParams,
  more: Pick<FedNow, 'id' | 'account_id' | 'created_at' | 'idempotency_key' | 'status' | 'transaction_id'>,
): FedNow => ({
  ...unread,
  ...instantFields(order),
  type: 'fednow_transfer',
  creditor_address: null,
  debtor_address: null,
  debtor_name: order.debtor_name,
  rejection: null,
  unique_end_to_end_transaction_reference: '3f9c0b1e-7a4d-4a55-9d0c-0a5f0f3f9a11',
  ...more,
})

/** A transaction as Increase answers it. */
export const transaction = (
  source: Increase.Transaction['source'],
  more: Pick<Increase.Transaction, 'id' | 'account_id' | 'amount' | 'created_at' | 'route_id'>,
): Increase.Transaction => ({
  type: 'transaction',
  currency: 'USD',
  description: 'A transaction of the stand-in',
  route_type: more.route_id === null ? null : 'account_number',
  source,
  ...more,
})
