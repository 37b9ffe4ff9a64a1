import { bookingIdOf, bookingKind, decideBooking } from '../../events/bank/booking.ts'
import type { BookedAs } from '../../events/bank/events.ts'
import type { Clock } from '../../events/ids.ts'
import { TooNew } from '../../events/level.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'
import { bySystem } from '../http/attempt.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import type { CopiedTransaction } from './transactions.ts'

/** What a transaction is booked as without asking anybody; null: the operator has to say. */
const KNOWN: Partial<Record<BankTransaction['kind'], BookedAs>> = {
  interest: 'interest',
  fee: 'fee',
  micro: 'fee',
}

/** Books what no member ordered, each transaction once. */
export const createBookings = ({ store, clock }: { readonly store: EventStore; readonly clock: Clock }) => {
  const { execute } = createStreamCommands({ store, stream: bookingKind, decide: decideBooking })

  const bookOne = async (
    bank: string,
    transactionId: string,
    as: BookedAs,
    cents: bigint,
  ): Promise<boolean> => {
    const bookingId = bookingIdOf(bank, transactionId)
    const context = { ...bySystem(clock, bookingId, bookingId), contested: true }
    try {
      const { events } = await execute(bookingId, { bank, transactionId, as, cents }, context)
      return events.length > 0
    } catch (error) {
      // While processes of the release before may run, it is not written.
      if (error instanceof TooNew) return false
      throw error
    }
  }

  return {
    /**
     * Books what the ledger lacks of these transactions, where it is known what they are. Safe to repeat.
     * @param lacking cents by the id of the transaction
     * @returns whether there was something to book
     */
    book: async (
      bank: string,
      transactions: readonly Pick<CopiedTransaction, 'id' | 'kind' | 'bookAs'>[],
      lacking: ReadonlyMap<string, bigint>,
    ): Promise<boolean> => {
      let isAny = false
      for (const { id, kind, bookAs } of transactions) {
        const as = bookAs ?? KNOWN[kind]
        const cents = lacking.get(id) ?? 0n
        if (as !== undefined && cents !== 0n && (await bookOne(bank, id, as, cents))) isAny = true
      }
      return isAny
    },
  }
}
