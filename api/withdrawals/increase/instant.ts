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

/** What RTP and FedNow have alike at Increase. */
interface Transfers {
  create(fields: ReturnType<typeof fieldsOf>, options: ReturnType<typeof once>): PromiseLike<Transfer>
  list(query: { readonly idempotency_key: string }): PromiseLike<{ readonly data: readonly Transfer[] }>
}

/**
 * Instant payments by one network.
 * @param payer the id of the account number that pays
 */
export const createInstant = (transfers: Transfers, payer: () => Promise<string>): Network => ({
  order: async (order) => knownOf(await transfers.create(fieldsOf(order, await payer()), once(order.key))),
  find: async (key) => {
    const [transfer] = (await transfers.list({ idempotency_key: key })).data
    return transfer ? knownOf(transfer) : null
  },
})
