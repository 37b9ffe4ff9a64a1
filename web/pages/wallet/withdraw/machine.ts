import * as z from 'zod/mini'
import { Id } from '../../../../api/contract/fields.ts'
import {
  type SavedBankAccount,
  type Withdrawal,
  WithdrawalRail,
} from '../../../../api/contract/withdrawals.ts'
import { bindingMachine, type Problems } from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'

/** The form's values; never the number of a bank account. */
const Draft = z.object({
  /** Dollars, as typed. */
  amount: z.string(),
  /** Of the saved account; null until one is chosen. */
  accountId: z.nullable(Id),
  rail: WithdrawalRail,
})
export type Draft = Readonly<z.infer<typeof Draft>>

export const EMPTY_DRAFT: Draft = { amount: '', accountId: null, rail: 'ach' }

/** A saved bank account as people know it: by its bank and its last digits. */
const KnownAccount = z.object({
  id: Id,
  bank_name: z.nullable(z.string()),
  last4: z.string(),
  account_type: z.string(),
})

/** One intent to withdraw, with what the server offered for it and its idempotency key. */
const Intent = z.object({
  /** Its amount is a plain decimal. */
  draft: Draft,
  account: KnownAccount,
  /** In dollars. The server refuses another one. */
  feeUsd: z.string(),
  /** The latest day of arrival, `yyyy-mm-dd`. */
  arrivesBy: z.string(),
  key: z.uuid(),
})
export type Intent = Readonly<z.infer<typeof Intent>>

/** Where a member came from to add an account, and goes back to. */
export type AddedFrom = 'details' | 'accounts'

/** The steps before there is an intent. What is typed of a new account is in the flow's memory only. */
export type Form =
  | { readonly step: 'details'; readonly draft: Draft; readonly problems: Problems }
  /** The saved accounts, to look at and to remove. */
  | { readonly step: 'accounts'; readonly draft: Draft }
  | {
      readonly step: 'new_account'
      readonly draft: Draft
      readonly from: AddedFrom
      readonly problems: Problems
      /** Why it was not saved, beyond its fields; null when nothing was tried. */
      readonly notice: string | null
    }
  | { readonly step: 'saving_account'; readonly draft: Draft; readonly from: AddedFrom }

export type OwnEvent =
  | { readonly type: 'opened' | 'drafted'; readonly draft: Draft }
  | { readonly type: 'listed_accounts' | 'began_account' | 'sent_account' }
  | { readonly type: 'saved_account'; readonly account: SavedBankAccount }
  | { readonly type: 'refused_account'; readonly problems: Problems; readonly notice: string | null }

const details = (draft: Draft, problems: Problems = {}): Form => ({ step: 'details', draft, problems })

const newAccount = (
  draft: Draft,
  from: AddedFrom,
  problems: Problems = {},
  notice: string | null = null,
): Form => ({ step: 'new_account', draft, from, problems, notice })

/** Pure transition function of the flow. */
export const transition = bindingMachine<Intent, Withdrawal, Form, OwnEvent>({
  own: (state, event) => {
    if ('intent' in state) return null
    switch (state.step) {
      case 'closed':
        return event.type === 'opened' ? details(event.draft) : null
      case 'details':
        if (event.type === 'drafted') return { ...state, draft: event.draft }
        if (event.type === 'listed_accounts') return { step: 'accounts', draft: state.draft }
        return event.type === 'began_account' ? newAccount(state.draft, 'details') : null
      case 'accounts':
        if (event.type === 'went_back') return details(state.draft)
        return event.type === 'began_account' ? newAccount(state.draft, 'accounts') : null
      case 'new_account': {
        const { draft, from } = state
        if (event.type === 'went_back') return from === 'details' ? details(draft) : { step: from, draft }
        return event.type === 'sent_account' ? { step: 'saving_account', draft, from } : null
      }
      case 'saving_account': {
        const { draft, from } = state
        if (event.type === 'saved_account') return details({ ...draft, accountId: event.account.id })
        return event.type === 'refused_account' ? newAccount(draft, from, event.problems, event.notice) : null
      }
      default:
        return state satisfies never
    }
  },
  beforeReview: ({ draft }) => details(draft),
  again: ({ draft }, { problems }) => details(draft, problems),
})

/** What survives a reload: the form, the review, or the sent withdrawal, whose outcome is then asked for by its key. */
export const saved = savedBinding({
  version: 1,
  intent: Intent,
  form: { schema: z.object({ draft: Draft }), restored: ({ draft }) => details(draft) },
})
