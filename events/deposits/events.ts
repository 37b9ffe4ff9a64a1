import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { defineEvents } from '../stream.ts'

const Id = z.uuid()
/** US cents as a decimal string. */
const Cents = z.strictObject({ currency: z.literal('USD'), minor: z.string().regex(/^[1-9]\d{0,18}$/) })
const CentsOrNone = z.strictObject({
  currency: z.literal('USD'),
  minor: z.string().regex(/^(0|[1-9]\d{0,18})$/),
})

export const DepositMethod = z.enum(['card', 'ach'])
export type DepositMethod = z.infer<typeof DepositMethod>

/** Why a deposit failed or came back: a decline code of the processor, or an ACH return code such as R01. */
const Code = z.string().regex(/^[A-Za-z0-9_]{1,60}$/)
/** A code as it may stand in a fact; what a processor says instead of one is `unspecified`. */
export const codeOf = (text: string): string => (Code.safeParse(text).success ? text : 'unspecified')
/** What the processor calls the payment. */
const Reference = z.string().regex(/^[A-Za-z0-9_]{1,200}$/)

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject({ depositId: Id, memberId: Id, ...shape }) })

const claim = {
  takeId: Id,
  /** `refunds`, or what the processor calls a dispute. */
  claim: Reference,
  level: CentsOrNone,
  amount: CentsOrNone,
  fee: CentsOrNone,
}

export const DepositEvent = z.discriminatedUnion('type', [
  /** A member wants `amount` in their wallet; the payer is charged `fee` on top. */
  event('DepositInitiated', { method: DepositMethod, amount: Cents, fee: CentsOrNone, provider: z.string() }),
  /** The processor took the order and knows it as `reference`; the payer may still have to do something. */
  event('DepositSubmitted', { reference: Reference }),
  /** The payer's bank wants to hear from the payer. */
  event('DepositActionRequired', { reference: Reference }),
  event('DepositProcessing', { reference: Reference }),
  event('DepositFailed', { reference: z.nullable(Reference), reason: Code }),
  /** The money is ours to credit. */
  event('DepositSucceeded', { reference: Reference }),
  /** The money was taken back, possibly long after it succeeded. */
  event('DepositReturned', { reference: Reference, code: Code }),
  /**
   * A part of the charge is gone: refunded, or held because its payer disputes it. `level` is what this claim has
   * taken in all; `amount` and `fee` are what it takes now from the wallet and from the fee.
   */
  event('DepositClaimed', { reference: Reference, code: Code, ...claim }),
  /** A claim has lost, so what it held is the member's again. */
  event('DepositReleased', { reference: Reference, ...claim }),
])
export type DepositEvent = z.infer<typeof DepositEvent>
export type DepositEventOf<Type extends DepositEvent['type']> = Extract<DepositEvent, { type: Type }>

/** A deposit goes through each of its states once at most, so its facts are identified by type and deposit. */
export const depositEventId = (event: DepositEvent): string =>
  'takeId' in event.data
    ? derivedId(event.type, event.data.takeId)
    : derivedId(event.type, event.data.depositId)

/** Facts of one deposit on its way from a card or a bank, the stream `deposit-{deposit id}`. */
export const depositEvents = defineEvents({
  prefix: 'deposit-',
  schema: DepositEvent,
  version: 1,
  idOf: depositEventId,
})
