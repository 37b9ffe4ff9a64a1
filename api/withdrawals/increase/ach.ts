import type { Increase } from 'increase'
import type { Payout } from '../paying-bank.ts'
import { once } from './client.ts'
import { centsOf, PAYER, plain, PURPOSE, STOPPED, type KnownPayout, type Network } from './known-payout.ts'

/** Letters of a name in an ACH entry (Nacha, field "individual name"). */
const NAME_LETTERS_MAX = 22

type Transfer = Increase.ACHTransfer

/** A transfer that was given back stays `taken`: the return is news. */
const payoutOf = ({ id, status }: Transfer): Payout => {
  switch (status) {
    // Funded, and in the next file to the Federal Reserve; or gone.
    case 'pending_submission':
    case 'submitted':
    case 'returned':
      return { state: 'taken', reference: id }
    case 'rejected':
      return { state: 'refused', reason: STOPPED.rejected }
    case 'canceled':
      return { state: 'refused', reason: STOPPED.canceled }
    case 'pending_approval':
    case 'pending_transfer_session_confirmation':
    case 'pending_reviewing':
    case 'requires_attention':
    default:
      // Increase's enumerations are open: what is not known is not decided.
      return { state: 'pending' }
  }
}

const knownOf = (transfer: Transfer): KnownPayout => ({
  payout: payoutOf(transfer),
  cents: transfer.amount,
  routingNumber: transfer.routing_number,
  accountNumber: transfer.account_number,
})

/** ACH credits to persons (PPD), settled the banking day after they are sent. */
export const createAch = (client: Increase, accountId: string): Network => ({
  order: async (order) =>
    knownOf(
      await client.achTransfers.create(
        {
          account_id: accountId,
          amount: centsOf(order),
          routing_number: order.to.routingNumber,
          account_number: order.to.accountNumber,
          funding: order.to.accountType,
          standard_entry_class_code: 'prearranged_payments_and_deposit',
          destination_account_holder: 'individual',
          individual_name: plain(order.to.holderName, NAME_LETTERS_MAX),
          company_name: PAYER,
          company_entry_description: PURPOSE.toUpperCase(),
          statement_descriptor: PURPOSE,
          preferred_effective_date: { settlement_schedule: 'future_dated' },
        },
        once(order.key),
      ),
    ),
  find: async (key) => {
    const [transfer] = (await client.achTransfers.list({ idempotency_key: key })).data
    return transfer ? knownOf(transfer) : null
  },
})
