import type { Increase } from 'increase'
import type { Payout } from '../paying-bank.ts'
import { once } from './client.ts'
import { centsOf, PAYER, plain, PURPOSE, STOPPED, type KnownPayout, type Network } from './known-payout.ts'

/** Letters of a name in a message of RTP and FedNow (ISO 20022, Max140Text). */
const NAME_LETTERS_MAX = 140

type Transfer = Increase.RealTimePaymentsTransfer | Increase.FednowTransfer

/** An instant payment is taken when it has arrived; what is not known to have is not decided. */
const payoutOf = ({ id, status, rejection }: Transfer): Payout => {
  if (status === 'complete') return { state: 'taken', reference: id }
  if (status === 'rejected' || status === 'reviewing_rejected')
    return { state: 'refused', reason: rejection?.reject_reason_code ?? STOPPED.rejected }
  return status === 'canceled' ? { state: 'refused', reason: STOPPED.canceled } : { state: 'pending' }
}

const knownOf = (transfer: Transfer): KnownPayout => ({
  payout: payoutOf(transfer),
  cents: transfer.amount,
  routingNumber: transfer.routing_number,
  accountNumber: transfer.account_number,
})

/** @param numberId the account number that pays */
const fieldsOf = (order: Parameters<Network['order']>[0], numberId: string) => ({
  amount: centsOf(order),
  creditor_name: plain(order.to.holderName, NAME_LETTERS_MAX),
  debtor_name: PAYER,
  source_account_number_id: numberId,
  routing_number: order.to.routingNumber,
  account_number: order.to.accountNumber,
  unstructured_remittance_information: PURPOSE,
})

/** Instant payments by RTP. @param payer the id of the account number that pays */
export const createRealTime = (client: Increase, payer: () => Promise<string>): Network => ({
  order: async (order) =>
    knownOf(await client.realTimePaymentsTransfers.create(fieldsOf(order, await payer()), once(order.key))),
  find: async (key) => {
    const [transfer] = (await client.realTimePaymentsTransfers.list({ idempotency_key: key })).data
    return transfer ? knownOf(transfer) : null
  },
})

/** Instant payments by FedNow. @param payer the id of the account number that pays */
export const createFedNow = (client: Increase, payer: () => Promise<string>): Network => ({
  order: async (order) =>
    knownOf(await client.fednowTransfers.create(fieldsOf(order, await payer()), once(order.key))),
  find: async (key) => {
    const [transfer] = (await client.fednowTransfers.list({ idempotency_key: key })).data
    return transfer ? knownOf(transfer) : null
  },
})
