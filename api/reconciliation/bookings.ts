import { bookingIdOf, bookingKind, decideBooking } from '../../events/bank/booking.ts'
import type { BookedAs } from '../../events/bank/events.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { TooNew } from '../../events/level.ts'
import { Refusal } from '../../events/refusal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'
import { bySystem } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import type { CopiedTransaction } from './transactions.ts'

/** What a transaction is booked as without asking anybody; null: the operator has to say. */
const KNOWN: Partial<Record<BankTransaction['kind'], BookedAs>> = {
  interest: 'interest',
  fee: 'fee',
  micro: 'fee',
}

type Explained = Pick<CopiedTransaction, 'id' | 'kind' | 'bookAs' | 'bookFor'>

/** Books what no member ordered, each transaction once. */
export const createBookings = ({
  store,
  wallets,
  clock,
}: {
  readonly store: EventStore
  readonly wallets: Pick<Wallets, 'execute'>
  readonly clock: Clock
}) => {
  const { execute } = createStreamCommands({ store, stream: bookingKind, decide: decideBooking })

  /** @param cents into the bank, below zero out of it */
  const bookOne = async (
    bank: string,
    { id: transactionId, kind, bookAs, bookFor }: Explained,
    cents: bigint,
  ): Promise<boolean> => {
    const bookingId = bookingIdOf(bank, transactionId)
    const context = { ...bySystem(clock, bookingId, bookingId), contested: true }
    if (bookAs === 'owed' && bookFor !== null) {
      const step = { eventId: derivedId('LeftoverPaidOut', bookingId), after: 0n }
      const command = {
        type: 'payOutLeftover',
        paymentId: bookingId,
        bank,
        transactionId,
        cents: -cents,
      } as const
      return (await wallets.execute(bookFor, command, { ...context, step })).events.length > 0
    }
    const as = bookAs === 'owed' || bookAs === null ? KNOWN[kind] : bookAs
    if (as === undefined) return false
    return (await execute(bookingId, { bank, transactionId, as, cents }, context)).events.length > 0
  }

  return {
    /**
     * Books what the ledger lacks of these transactions, where it is known what they are. Safe to repeat.
     * @param lacking cents by the id of the transaction
     * @returns whether there was something to book
     */
    book: async (
      bank: string,
      transactions: readonly Explained[],
      lacking: ReadonlyMap<string, bigint>,
    ): Promise<boolean> => {
      let isAny = false
      for (const one of transactions) {
        const cents = lacking.get(one.id) ?? 0n
        if (cents === 0n) continue
        try {
          if (await bookOne(bank, one, cents)) isAny = true
        } catch (error) {
          // A closed wallet that is not owed so much; or processes of the release before may run. It stays different.
          if (!(error instanceof Refusal) && !(error instanceof TooNew)) throw error
        }
      }
      return isAny
    },
  }
}
