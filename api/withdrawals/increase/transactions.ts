import type { Increase } from 'increase'
import { LRUCache } from 'lru-cache'
import type { BankTransaction } from '../paying-bank.ts'

type Transaction = Increase.Transaction
type Kind = BankTransaction['kind']

/** Kinds of transactions that no payout of ours makes. */
const KINDS: Partial<Record<Transaction['source']['category'], Kind>> = {
  inbound_ach_transfer: 'ach-in',
  inbound_real_time_payments_transfer_confirmation: 'instant-in',
  inbound_fednow_transfer_confirmation: 'instant-in',
  // A wire is there at once as well.
  inbound_wire_transfer: 'instant-in',
  interest_payment: 'interest',
  fee_payment: 'fee',
}

/** `other` for what Increase adds later, and for a debit of ours that was let through. */
const kindOf = ({ amount, source: { category } }: Transaction): Kind =>
  category === 'inbound_ach_transfer' && amount < 0 ? 'other' : (KINDS[category] ?? 'other')

/** The keys of transfers that were asked for, most of which have two transactions at most. */
const KEYS_MAX = 1_000

/** Increase's transactions as lines of a bank's books; asks for the key of each transfer that one belongs to. */
export const createBooks = (client: Increase) => {
  const keys = new LRUCache<string, { readonly key: string | null }>({ max: KEYS_MAX })

  const keyOf = async (
    transferId: string,
    transfers: { retrieve(id: string): PromiseLike<{ readonly idempotency_key: string | null }> },
  ): Promise<string | null> => {
    const known = keys.get(transferId) ?? { key: (await transfers.retrieve(transferId)).idempotency_key }
    keys.set(transferId, known)
    return known.key
  }

  /** What it is, and the key of our order that it belongs to. */
  const belonging = async (
    transaction: Transaction,
  ): Promise<Pick<BankTransaction, 'kind' | 'reference'>> => {
    const { source } = transaction
    const sent = source.ach_transfer_intention
    if (sent) return { kind: 'ach-out', reference: await keyOf(sent.transfer_id, client.achTransfers) }
    const moved = source.account_transfer_intention
    if (moved) return { kind: 'moved', reference: moved.transfer_id }
    const sentBack = source.inbound_ach_transfer_return_intention
    if (sentBack) {
      const { acceptance } = await client.inboundACHTransfers.retrieve(sentBack.inbound_ach_transfer_id)
      return { kind: 'sent-back', reference: acceptance?.transaction_id ?? null }
    }
    const back = source.ach_transfer_return ?? source.ach_transfer_rejection
    if (back) return { kind: 'returned', reference: await keyOf(back.transfer_id, client.achTransfers) }
    const realTime = source.real_time_payments_transfer_acknowledgement
    if (realTime)
      return {
        kind: 'instant-out',
        reference: await keyOf(realTime.transfer_id, client.realTimePaymentsTransfers),
      }
    const fedNow = source.fednow_transfer_acknowledgement
    if (fedNow)
      return { kind: 'instant-out', reference: await keyOf(fedNow.transfer_id, client.fednowTransfers) }
    return { kind: kindOf(transaction), reference: null }
  }

  return {
    lineOf: async (transaction: Transaction): Promise<BankTransaction> => ({
      id: transaction.id,
      at: new Date(transaction.created_at),
      amountMinor: BigInt(transaction.amount),
      ...(await belonging(transaction)),
    }),
  }
}
