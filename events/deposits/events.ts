import * as z from 'zod'
import { Cents, CentsOrNone, fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

export const DepositMethod = z.enum(['card', 'ach'])
export type DepositMethod = z.infer<typeof DepositMethod>

/** Why a deposit failed or came back: a decline code of the processor, or an ACH return code such as R01. */
const Code = z.string().regex(/^[A-Za-z0-9_]{1,60}$/)
/** The code if it is valid in a fact, else `unspecified`. */
export const codeOf = (text: string): string => (Code.safeParse(text).success ? text : 'unspecified')
/** The processor's id of the payment. */
const Reference = z.string().regex(/^[A-Za-z0-9_]{1,200}$/)

/** A deposit reaches each stage at most once; claims may change it any number of times. */
const deposit = { depositId: Id, memberId: Id }
const claim = {
  takeId: Id,
  /** `refunds` for their reported total, `refund_…` for a single one, or the processor's id of a dispute. */
  claim: Reference,
  level: CentsOrNone,
  amount: CentsOrNone,
  fee: CentsOrNone,
}

export const DepositEvent = z.discriminatedUnion('type', [
  /** A member wants `amount` in their wallet; the payer is charged `fee` on top. */
  fact('DepositInitiated', ['depositId'], {
    ...deposit,
    method: DepositMethod,
    amount: Cents,
    fee: CentsOrNone,
    provider: z.string(),
  }),
  /** The processor accepted the order as `reference`; the payer may still have to act. */
  fact('DepositSubmitted', ['depositId'], { ...deposit, reference: Reference }),
  /** The payer has to confirm the payment with their bank. */
  fact('DepositActionRequired', ['depositId'], { ...deposit, reference: Reference }),
  fact('DepositProcessing', ['depositId'], { ...deposit, reference: Reference }),
  fact('DepositFailed', ['depositId'], { ...deposit, reference: z.nullable(Reference), reason: Code }),
  /** The money may be credited to the wallet. */
  fact('DepositSucceeded', ['depositId'], { ...deposit, reference: Reference }),
  /** The money was taken back, possibly long after it succeeded. */
  fact('DepositReturned', ['depositId'], { ...deposit, reference: Reference, code: Code }),
  /**
   * A part of the charge was taken: refunded, or withheld because its payer disputes it. `level`: the total that this
   * claim has taken; `amount` and `fee`: what it takes now from the wallet and from the fee.
   */
  fact('DepositClaimed', ['takeId'], {
    ...deposit,
    reference: Reference,
    code: Code,
    ...claim,
    /** The claim is decided for good. */
    final: z.optional(z.literal(true)),
  }),
  /**
   * The payer lost the dispute, or a refund did not reach them: the amount is the member's again, and the claim has
   * ended for good. `failed`: what the refund would have taken.
   */
  fact('DepositReleased', ['takeId'], {
    ...deposit,
    reference: Reference,
    ...claim,
    failed: z.optional(CentsOrNone),
  }),
])
export type DepositEvent = z.infer<typeof DepositEvent>
export type DepositEventOf<Type extends DepositEvent['type']> = Extract<DepositEvent, { type: Type }>

/** Facts of one deposit on its way from a card or a bank, the stream `deposit-{deposit id}`. */
export const depositEvents = defineEvents({ prefix: 'deposit-', schema: DepositEvent, version: 1 })

/** Whether a claim's fact moves anything; one that decides a claim before it was reported does not. */
export const movesCents = ({
  amount,
  fee,
}: {
  readonly amount: { readonly minor: string }
  readonly fee: { readonly minor: string }
}): boolean => amount.minor !== '0' || fee.minor !== '0'
