import type { Money } from '../money.ts'

/** A change of a payment, as a processor reports it. */
export type PaymentChange =
  | { readonly to: 'action_required' | 'processing'; readonly reference: string }
  /** `charged` is what the payer paid in all, amount and fee. */
  | {
      readonly to: 'succeeded'
      readonly reference: string
      readonly charged: Money
      /** The processor's name for the card that was charged, the same for each payment with it; never in the ledger. */
      readonly card?: string
    }
  /** `code`: a decline code, or an ACH return code such as R01. */
  | { readonly to: 'failed'; readonly reference: string | null; readonly code: string }
  | { readonly to: 'returned'; readonly reference: string; readonly code: string }
  /** `taken`: the part of the charge (amount and fee) that this claim has taken. `disputed`: withheld until settled. */
  | {
      readonly to: 'claimed'
      readonly reference: string
      readonly claim: string
      readonly taken: Money
      readonly disputed: boolean
      readonly code: string
      /** The claim is decided: later reports of it say nothing new. */
      readonly final?: boolean
    }
  /** The payer lost the dispute that made the claim, or the refund of `failed` cents did not reach them. Final. */
  | { readonly to: 'released'; readonly reference: string; readonly claim: string; readonly failed?: Money }
