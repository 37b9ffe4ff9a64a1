import type { Increase } from 'increase'
import { addBusinessDays } from '../../../events/business-days.ts'
import type { Book } from './book.ts'
import { ACCOUNT_ID, MOVED_TO, NUMBERS, ROUTING } from './constants.ts'
import { achReturn, achTransfer, changeOfNumber, fedNowTransfer, realTimeTransfer } from './objects.ts'

export type Transfer = Increase.ACHTransfer | Increase.RealTimePaymentsTransfer | Increase.FednowTransfer

const SUBMITTED_MS = 30 * 60_000

/** Payouts by ACH, RTP and FedNow. What becomes of one follows from its account number and the time. */
export const createPayouts = ({ now, at, idFor, post, tell, plan }: Book) => {
  const transfers: Transfer[] = []

  const goOn = (transfer: Increase.ACHTransfer, from: Date): void => {
    const { id, amount, account_number: number } = transfer
    transfer.status = 'pending_submission'
    transfer.transaction_id = post(
      {
        category: 'ach_transfer_intention',
        ach_transfer_intention: {
          account_number: number,
          amount,
          routing_number: transfer.routing_number,
          statement_descriptor: transfer.statement_descriptor,
          transfer_id: id,
        },
      },
      -amount,
      from,
    )
    plan(new Date(from.getTime() + SUBMITTED_MS), (date) => {
      transfer.status = 'submitted'
      tell(id, date)
    })
    plan(addBusinessDays(from, 1), (date) => {
      transfer.settlement = { settled_at: at(date) }
      if (number === NUMBERS.moved) transfer.notifications_of_change.push(changeOfNumber(MOVED_TO, at(date)))
      tell(id, date)
    })
    if (number !== NUMBERS.returned) return
    plan(addBusinessDays(from, 2), (date) => {
      const back = achReturn('R03', { transferId: id, transactionId: '', at: at(date) })
      const source = { category: 'ach_transfer_return', ach_transfer_return: back } as const
      back.transaction_id = post(source, amount, date)
      transfer.return = back
      transfer.status = 'returned'
      tell(id, date)
    })
  }

  const orderAch = (order: Increase.ACHTransferCreateParams, key: string | null): Increase.ACHTransfer => {
    const transfer = achTransfer(order, {
      id: idFor('ach_transfer'),
      created_at: at(now()),
      idempotency_key: key,
      status: 'pending_reviewing',
      transaction_id: null,
    })
    transfers.push(transfer)
    if (order.account_number === NUMBERS.rejected) transfer.status = 'rejected'
    else if (order.account_number === NUMBERS.reviewed)
      plan(addBusinessDays(now(), 1), (date) => goOn(transfer, date))
    else goOn(transfer, now())
    return transfer
  }

  const orderRealTime = (order: Increase.RealTimePaymentsTransferCreateParams, key: string) => {
    const id = idFor('real_time_payments_transfer')
    const more = {
      id,
      account_id: ACCOUNT_ID,
      created_at: at(now()),
      idempotency_key: key,
      transaction_id: null,
    }
    const transfer = realTimeTransfer(order, { ...more, status: 'pending_submission' })
    transfers.push(transfer)
    const answer = structuredClone(transfer)
    // It is decided a moment later.
    if (order.account_number === NUMBERS.rejected) {
      transfer.status = 'rejected'
      transfer.rejection = {
        reject_reason_additional_information: null,
        reject_reason_code: 'account_closed',
        rejected_at: at(now()),
      }
    } else {
      transfer.status = 'complete'
      const { account_number, amount, routing_number, unstructured_remittance_information } = transfer
      const details = { account_number, amount, routing_number, unstructured_remittance_information }
      transfer.transaction_id = post(
        {
          category: 'real_time_payments_transfer_acknowledgement',
          real_time_payments_transfer_acknowledgement: { ...details, transfer_id: id },
        },
        -amount,
        now(),
      )
    }
    return answer
  }

  const orderFedNow = (order: Increase.FednowTransferCreateParams, key: string) => {
    const id = idFor('fednow_transfer')
    const more = {
      id,
      account_id: ACCOUNT_ID,
      created_at: at(now()),
      idempotency_key: key,
      transaction_id: null,
    }
    const transfer = fedNowTransfer(order, { ...more, status: 'pending_response' })
    transfers.push(transfer)
    const answer = structuredClone(transfer)
    transfer.status = 'complete'
    const source = {
      category: 'fednow_transfer_acknowledgement',
      fednow_transfer_acknowledgement: { transfer_id: id },
    } as const
    transfer.transaction_id = post(source, -order.amount, now())
    return answer
  }

  return {
    transfers,
    orderAch,
    orderRealTime,
    orderFedNow,
    /** Increase stops the transfer of a key. */
    reject: (key: string): void => {
      const transfer = transfers.find(({ idempotency_key: of }) => of === key)
      if (transfer?.type !== 'ach_transfer') throw new Error('There is no such transfer')
      transfer.status = 'rejected'
      const { id, amount } = transfer
      post({ category: 'ach_transfer_rejection', ach_transfer_rejection: { transfer_id: id } }, amount, now())
      tell(id, now())
    },
    /** The operator pays somebody by hand. */
    payByHand: (cents: number): void =>
      void orderAch(
        {
          account_id: ACCOUNT_ID,
          amount: cents,
          statement_descriptor: 'By hand',
          account_number: NUMBERS.returned,
          routing_number: ROUTING.ach,
        },
        null,
      ),
  }
}
