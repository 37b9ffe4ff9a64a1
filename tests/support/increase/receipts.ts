import type { Increase } from 'increase'
import type { Book } from './book.ts'

type Category = 'inbound_ach_transfer' | 'inbound_real_time_payments_transfer_confirmation'

/** What others pay to account numbers. */
export const createReceipts = (
  { now, at, idFor, post }: Book,
  { accountOf }: { readonly accountOf: (numberId: string) => string },
) => {
  const inbound = new Map<string, Increase.InboundACHTransfer>()

  return {
    inbound,
    /** Somebody pays to an account number, or debits it; returns the transaction's id. */
    receive: (numberId: string, cents: number, category: Category = 'inbound_ach_transfer'): string => {
      const transferId = idFor('inbound_ach_transfer')
      const account = accountOf(numberId)
      const id = post({ category }, cents, now(), { route: numberId, account })
      if (category === 'inbound_ach_transfer')
        inbound.set(id, {
          id: transferId,
          acceptance: { accepted_at: at(now()), transaction_id: id },
          account_id: account,
          account_number_id: numberId,
          addenda: null,
          amount: Math.abs(cents),
          automatically_resolves_at: at(now()),
          created_at: at(now()),
          decline: null,
          direction: cents > 0 ? 'credit' : 'debit',
          effective_date: at(now()),
          international_addenda: null,
          notification_of_change: null,
          originator_company_descriptive_date: null,
          originator_company_discretionary_data: null,
          originator_company_entry_description: 'PAYROLL',
          originator_company_id: '0987654321',
          originator_company_name: 'BIG BANK',
          originator_routing_number: '101050001',
          receiver_id_number: null,
          receiver_name: 'ADA LOVELACE',
          settlement: { settled_at: at(now()), settlement_schedule: 'same_day' },
          standard_entry_class_code: 'prearranged_payments_and_deposit',
          status: 'accepted',
          trace_number: '021000038461022',
          transfer_return: null,
          type: 'inbound_ach_transfer',
        })
      return id
    },
    /** What came in by ACH is sent back. */
    sendBack: (transactionId: string): void => {
      const transfer = inbound.get(transactionId)
      if (!transfer) throw new Error('Nothing came in by such a transaction')
      transfer.status = 'returned'
      const back = { inbound_ach_transfer_id: transfer.id }
      const source = {
        category: 'inbound_ach_transfer_return_intention',
        inbound_ach_transfer_return_intention: back,
      } as const
      const { account_id: account, account_number_id: route } = transfer
      post(source, -transfer.amount, now(), { route, account })
    },
  }
}
