import * as z from 'zod/mini'
import { Currency } from '../../../../api/contract/fields.ts'
import { Payee } from '../../../../api/contract/members.ts'
import type { TransferReceipt } from '../../../../api/contract/wallet.ts'
import { bindingMachine, type Failure, type Problems } from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'
import { t } from '../../../texts/texts.ts'

/** The send forms; `variants.ts` has their rules. */
const Variant = z.enum(['unified', 'any', 'usd', 'token'])
export type Variant = z.infer<typeof Variant>

/** The form's values. The amount is text in currency units, as typed. */
export const Draft = z.object({
  variant: Variant,
  to: z.string(),
  currency: Currency,
  amount: z.string(),
  message: z.string(),
})
export type Draft = Readonly<z.infer<typeof Draft>>

export const EMPTY_DRAFT: Draft = { variant: 'unified', to: '', currency: 'USD', amount: '', message: '' }

const Intent = z.object({ draft: Draft, payee: Payee, key: z.uuid() })
/** One intent to send, with the payee as the server resolved them and the idempotency key. */
export type Intent = Readonly<z.infer<typeof Intent>>

/** A transfer as the server last reported it. */
export type Receipt = Pick<TransferReceipt, 'transfer_id' | 'status' | 'created_at'>

/** The steps before there is an intent. */
export type Form =
  | { readonly step: 'details'; readonly draft: Draft; readonly problems: Problems }
  /** The server looks up the recipient. */
  | { readonly step: 'looking_up'; readonly draft: Draft }

/** The flow's own events. Finding the recipient creates the intent's key and opens the review. */
export type OwnEvent =
  | { readonly type: 'opened' | 'drafted' | 'continued'; readonly draft: Draft }
  | { readonly type: 'payee_found'; readonly draft: Draft; readonly payee: Payee; readonly key: string }
  | { readonly type: 'payee_refused'; readonly draft: Draft; readonly problems: Problems }

const RETURNED: Failure = {
  message: t('The transfer could not be delivered. The money is back in your wallet.'),
  reason: null,
  code: null,
  problems: {},
}

const details = (draft: Draft, problems: Problems = {}): Form => ({ step: 'details', draft, problems })

/** Pure transition function of the flow. */
export const transition = bindingMachine<Intent, Receipt, Form, OwnEvent>({
  own: (state, event) => {
    if ('intent' in state) return null
    switch (state.step) {
      case 'closed':
        return event.type === 'opened' ? details(event.draft) : null
      case 'details':
        if (event.type === 'drafted') return { ...state, draft: event.draft }
        return event.type === 'continued' ? { step: 'looking_up', draft: event.draft } : null
      case 'looking_up': {
        if (!('draft' in event) || event.draft !== state.draft) return null
        const { draft } = event
        if (event.type === 'payee_refused') return details(draft, event.problems)
        if (event.type !== 'payee_found') return null
        return { step: 'review', intent: { draft, payee: event.payee, key: event.key }, problem: null }
      }
      default:
        return state satisfies never
    }
  },
  beforeReview: ({ draft }) => details(draft),
  again: ({ draft }, { problems }) => details(draft, problems),
  concluded: (outcome) =>
    outcome.ok && outcome.receipt.status === 'returned'
      ? { step: 'error', intent: outcome.intent, failure: RETURNED }
      : null,
})

/** What survives a reload: the form, the review, or the sent transfer, whose outcome is then requested by its key. */
export const saved = savedBinding({
  version: 2,
  intent: Intent,
  form: { schema: z.object({ draft: Draft }), restored: ({ draft }) => details(draft) },
})
