import * as z from 'zod'
import { AnyCents, fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/**
 * What a transaction of the bank is that no member ordered: interest that the bank pays, its fees, what the processor
 * pays out of cards and of bank debits, money on its way to the market or back, and the house's own money.
 */
export const BookedAs = z.enum(['interest', 'fee', 'cards', 'debits', 'market', 'house'])
export type BookedAs = z.infer<typeof BookedAs>

/** A transaction of the bank is in the books. `amount`: into the bank, below zero out of it. */
export const BankEvent = fact(
  'BankTransactionBooked',
  ['bookingId'],
  { bookingId: Id, bank: z.string(), transactionId: z.string(), as: BookedAs, amount: AnyCents },
  3,
)
export type BankEvent = z.infer<typeof BankEvent>

/** Facts of one transaction at the bank, the stream `bankTransaction-{booking id}`. */
export const bankEvents = defineEvents({ prefix: 'bankTransaction-', schema: BankEvent, version: 1 })
