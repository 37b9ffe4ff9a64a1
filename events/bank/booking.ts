import { derivedId } from '../ids.ts'
import { defineStream } from '../stream.ts'
import { bankEvents, type BankEvent, type BookedAs } from './events.ts'

/** A transaction of the bank: null until it is booked, which happens once. */
export type Booking = BankEvent['data'] | null

/** Id of the booking of a bank's transaction. */
export const bookingIdOf = (bank: string, transactionId: string): string =>
  derivedId('bank transaction', bank, transactionId)

/** Books a transaction. `cents`: into the bank, below zero out of it. */
export interface BookTransaction {
  readonly bank: string
  readonly transactionId: string
  readonly as: BookedAs
  readonly cents: bigint
}

/** Nothing once it is booked: the first booking stands. */
export const decideBooking = (
  { bank, transactionId, as, cents }: BookTransaction,
  booking: Booking,
): BankEvent[] =>
  booking
    ? []
    : [
        {
          type: 'BankTransactionBooked',
          data: {
            bookingId: bookingIdOf(bank, transactionId),
            bank,
            transactionId,
            as,
            amount: { currency: 'USD', minor: cents.toString() },
          },
        },
      ]

/** How the stream of a transaction is read and folded. */
export const bookingKind = defineStream<Booking, BankEvent>(bankEvents, {
  initialState: () => null,
  evolve: (_, { data }) => data,
})
