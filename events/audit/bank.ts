import { bookingIdOf } from '../bank/booking.ts'
import { bankEvents } from '../bank/events.ts'
import type { LedgerEvent } from '../ledger-event.ts'

/**
 * A transaction of the bank is booked once, in the stream of its own: a second booking would have the same event id,
 * which is found elsewhere, so here only its stream and its id are looked at.
 */
export const bankChecks = () => ({
  check: (event: LedgerEvent, streamId: string): void => {
    if (event.type !== 'BankTransactionBooked') return
    const { bank, transactionId, bookingId, amount } = event.data
    if (bookingId !== bookingIdOf(bank, transactionId) || streamId !== bankEvents.streamOf(bookingId))
      throw new Error(`the booking of ${transactionId} stands in ${streamId}`)
    if (amount.minor === '0') throw new Error(`the booking of ${transactionId} moves nothing`)
  },
})
