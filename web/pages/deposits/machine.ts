import * as z from 'zod/mini'
import type { DepositStage } from '../../../api/contract/deposits.ts'
import type { BankAccount } from '../../../api/contract/funding-accounts.ts'
import type { Unfamiliar } from '../../../api/contract/open.ts'
import {
  type BindingEvent,
  bindingMachine,
  type BindingState,
  type Failure,
  type Problems,
} from '../../flow/machine.ts'
import { savedBinding } from '../../flow/saved.ts'
import { t } from '../../texts/texts.ts'

const Method = z.enum(['card', 'ach', 'internal_transfer'])
export type Method = z.infer<typeof Method>

/** The form's values that may be stored. Never contains bank or card numbers. */
export interface Draft {
  /** Null until one is chosen. */
  readonly method: Method | null
  /** Dollars, as typed. */
  readonly amount: string
  /** Internal transfer: the member who is asked for the money, as typed. */
  readonly from: string
  readonly message: string
}

export const EMPTY_DRAFT: Draft = { method: null, amount: '', from: '', message: '' }

/** One intent to fund the wallet, with its idempotency key. */
export interface Intent {
  readonly draft: Draft & { readonly method: Method }
  readonly key: string
}

/** A deposit as the server last reported it. */
export interface DepositState {
  readonly id: string
  readonly stage: DepositStage | Unfamiliar
  /** Cents. */
  readonly fee: number
  readonly total: number
  /** ACH: when the money is expected. */
  readonly expectedBy: string | null
  /** When a card payment that is held for a check is credited at the latest; null when it is not held. */
  readonly heldUntil: string | null
}

/** The data for the issuer's confirmation or Stripe's form; in memory only. */
export interface CardQuestion {
  readonly deposit: DepositState
  /** Null in the sandbox, which shows its own form. */
  readonly stripe: { readonly clientSecret: string; readonly publishableKey: string } | null
}

export type Receipt =
  | { readonly kind: 'deposit'; readonly deposit: DepositState }
  | { readonly kind: 'request'; readonly id: string; readonly payer: string; readonly expiresAt: string }

interface Filling<Step extends string, Of extends Method> {
  readonly step: Step
  readonly draft: Draft & { readonly method: Of }
  readonly problems: Problems
  /** Why the previous attempt did nothing; null when there was none. */
  readonly notice: string | null
}
export type FormState =
  | Filling<'amount', Method>
  | Filling<'bank_details', 'ach'>
  /** What arrived in the bank account is typed, before it is debited for the first time. */
  | (Filling<'account_check', 'ach'> & { readonly account: BankAccount })
  | Filling<'transfer_details', 'internal_transfer'>

/** This flow's own steps: the forms, which are also the review, and the confirmation of a card. */
export type Form =
  | { readonly step: 'method'; readonly draft: Draft }
  | FormState
  /** The card's issuer asks for confirmation, or Stripe's form for the card. */
  | { readonly step: 'confirming'; readonly intent: Intent; readonly question: CardQuestion }
  /** The deposit has begun; the flow polls for its outcome. */
  | { readonly step: 'settling'; readonly intent: Intent; readonly deposit: DepositState }

/** The draft's fields that forms change. */
type Filled = Partial<Pick<Draft, 'amount' | 'from' | 'message'>>

export type OwnEvent =
  | { readonly type: 'opened'; readonly draft: Draft }
  | { readonly type: 'chose'; readonly method: Method }
  | { readonly type: 'drafted'; readonly typed: Filled }
  /** The step's form is complete. `key` is used if this submits the intent. */
  | { readonly type: 'continued'; readonly typed: Filled; readonly key: string }
  /** A saved bank account was chosen that is to be confirmed first. */
  | { readonly type: 'checked_account'; readonly account: BankAccount }
  /** Results of the request made under `key`, besides the common ones. */
  | {
      readonly type: 'unconfirmed'
      readonly key: string
      readonly account: BankAccount
      readonly problems: Problems
    }
  | { readonly type: 'begun'; readonly key: string; readonly deposit: DepositState }
  | { readonly type: 'asked'; readonly key: string; readonly question: CardQuestion }
  /** The server has begun the deposit and waits for the card. */
  | { readonly type: 'unfinished'; readonly key: string }
  /** Lookups by key have found nothing for long enough, and the data for a retry is gone. */
  | { readonly type: 'unrepeatable'; readonly key: string }

export type FundsState = BindingState<Intent, Receipt, Form>
export type FundsEvent = OwnEvent | BindingEvent<Intent, Receipt, Form>

const NOT_RECEIVED = t('The server has not received your last attempt. Nothing was charged.')

const atAmount = (draft: Intent['draft']): FormState => ({
  step: 'amount',
  draft,
  problems: {},
  notice: null,
})

/** The form that submits the draft, with its field problems and the notice why it is shown again. */
const formOf = (draft: Intent['draft'], problems: Problems, notice: string | null): FormState => {
  const { method } = draft
  if (method === 'card' || problems['amount'] !== undefined)
    return { step: 'amount', draft, problems, notice }
  return method === 'ach'
    ? { step: 'bank_details', draft: { ...draft, method }, problems, notice }
    : { step: 'transfer_details', draft: { ...draft, method }, problems, notice }
}

const accountCheck = (draft: Draft, account: BankAccount, problems: Problems): FormState => ({
  step: 'account_check',
  draft: { ...draft, method: 'ach' },
  account,
  problems,
  notice: null,
})

const processing = (draft: Intent['draft'], key: string): FundsState => ({
  step: 'processing',
  intent: { draft, key },
  doubtful: false,
})

const inForm = (state: FormState, event: FundsEvent): FundsState | null => {
  const { draft, step } = state
  if (event.type === 'went_back') {
    if (step === 'account_check') return formOf(draft, {}, null)
    return step === 'amount' ? { step: 'method', draft } : atAmount(draft)
  }
  if (event.type === 'checked_account')
    return step === 'bank_details' ? accountCheck(draft, event.account, {}) : null
  if (event.type === 'drafted') {
    if (state.step === 'amount') return { ...state, draft: { ...state.draft, ...event.typed } }
    return state.step === 'transfer_details' ? { ...state, draft: { ...state.draft, ...event.typed } } : null
  }
  if (event.type !== 'continued') return null
  const filled = { ...draft, ...event.typed }
  // A card deposit has no form besides the amount.
  return step === 'amount' && draft.method !== 'card'
    ? formOf(filled, {}, null)
    : processing(filled, event.key)
}

/** Handles results in the flow's own steps with an intent, and those that the common machine does not know. */
const afterResult = (
  state: FundsState & { readonly intent: Intent },
  event: FundsEvent,
): FundsState | null => {
  const { intent, step } = state
  if (step === 'review' || step === 'success' || step === 'error') return null
  if (!('key' in event)) {
    return step === 'confirming' && event.type === 'confirmed'
      ? { step: 'settling', intent, deposit: state.question.deposit }
      : null
  }
  if (event.key !== intent.key) return null
  switch (event.type) {
    case 'done':
      return { step: 'success', intent, receipt: event.receipt }
    case 'refused':
      return failed(intent, event.failure)
    case 'begun':
      return { step: 'settling', intent, deposit: event.deposit }
    case 'asked':
      return { step: 'confirming', intent, question: event.question }
    case 'unconfirmed':
      return accountCheck(intent.draft, event.account, event.problems)
    case 'unfinished':
      return step === 'checking' ? { step: 'processing', intent, doubtful: true } : null
    case 'unrepeatable':
      return step === 'checking' ? formOf(intent.draft, {}, NOT_RECEIVED) : null
    case 'continued':
    case 'lost':
    case 'denied':
    case 'not_sent':
      return null
    default:
      return event satisfies never
  }
}

/** Field problems lead back to the form; any other failure has its own step. */
const failed = (intent: Intent, failure: Failure): FundsState =>
  Object.keys(failure.problems).length > 0
    ? formOf(intent.draft, failure.problems, null)
    : { step: 'error', intent, failure }

const ownTransition = (state: FundsState, event: FundsEvent): FundsState | null => {
  if ('intent' in state) return afterResult(state, event)
  switch (state.step) {
    case 'closed': {
      if (event.type !== 'opened') return null
      const { draft } = event
      return draft.method === null ? { step: 'method', draft } : atAmount({ ...draft, method: draft.method })
    }
    case 'method':
      return event.type === 'chose' ? atAmount({ ...state.draft, method: event.method }) : null
    case 'amount':
    case 'bank_details':
    case 'account_check':
    case 'transfer_details':
      return inForm(state, event)
    default:
      return state satisfies never
  }
}

/** Pure transition function. The key is created when a form submits the intent, and every retry uses it again. */
export const transition = bindingMachine<Intent, Receipt, Form, OwnEvent>({
  own: ownTransition,
  beforeReview: ({ draft }) => atAmount(draft),
  unsent: ({ draft }, message) => formOf(draft, {}, message),
  again: ({ draft }) => ({ step: 'method', draft }),
  concluded: (outcome) => (outcome.ok ? null : failed(outcome.intent, outcome.failure)),
})

const texts = { amount: z.string(), from: z.string(), message: z.string() }
const SavedDraft = z.object({ method: z.nullable(Method), ...texts })
const SubmittedDraft = z.object({ method: Method, ...texts })
const AchDraft = z.object({ method: z.literal('ach'), ...texts })
const KeptForm = z.discriminatedUnion('step', [
  z.object({ step: z.literal('method'), draft: SavedDraft }),
  z.object({ step: z.literal('amount'), draft: SubmittedDraft }),
  z.object({ step: z.literal('bank_details'), draft: AchDraft }),
  // The account is chosen again, and by then as the server has it.
  z.pipe(
    z.object({ step: z.literal('account_check'), draft: AchDraft }),
    z.transform(({ draft }) => ({ step: 'bank_details' as const, draft })),
  ),
  z.object({
    step: z.literal('transfer_details'),
    draft: z.object({ method: z.literal('internal_transfer'), ...texts }),
  }),
])

/**
 * What survives a reload: the draft, or the submitted intent, whose outcome is then requested by its key. Never
 * a bank or card number.
 */
export const saved = savedBinding<Intent, Form, z.infer<typeof KeptForm>>({
  version: 1,
  intent: z.object({ draft: SubmittedDraft, key: z.uuid() }),
  form: {
    schema: KeptForm,
    restored: (form) => (form.step === 'method' ? form : { ...form, problems: {}, notice: null }),
    ofRefused: ({ draft }) => ({ step: 'method', draft }),
  },
})
