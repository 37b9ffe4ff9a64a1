import type { DepositStage } from '../../../api/contract/deposits.ts'

export type Method = 'card' | 'ach' | 'internal_transfer'

/** What the member has filled in and what may be kept. Bank and card numbers are never part of it. */
export interface Draft {
  /** Null until one is chosen. */
  readonly method: Method | null
  /** Dollars, as typed. */
  readonly amount: string
  /** Internal transfer: who is asked for the money. */
  readonly from: string
  readonly message: string
}

export const EMPTY_DRAFT: Draft = { method: null, amount: '', from: '', message: '' }

/** One intent to fund the wallet, under which idempotency key. */
export interface Intent {
  readonly draft: Draft & { readonly method: Method }
  readonly key: string
}

export type FieldProblems = Readonly<Partial<Record<'amount' | 'from' | 'message' | BankField, string>>>
export type BankField = 'routing_number' | 'account_number' | 'account_holder_name' | 'account_type'

/** What is known of a deposit that the server has. */
export interface DepositState {
  readonly id: string
  readonly stage: DepositStage
  /** Cents. */
  readonly fee: number
  readonly total: number
  /** ACH: when the money is expected. */
  readonly expectedBy: string | null
  /** The processor's page where the bank account has to be confirmed first. */
  readonly actionUrl: string | null
}

/** What the card's issuer or Stripe's form needs to go on; kept in memory alone. */
export interface CardQuestion {
  readonly deposit: DepositState
  /** Null in the sandbox, which asks its question itself. */
  readonly stripe: { readonly clientSecret: string; readonly publishableKey: string } | null
}

export type Receipt =
  | { readonly kind: 'deposit'; readonly deposit: DepositState }
  | { readonly kind: 'request'; readonly id: string; readonly payer: string; readonly expiresAt: string }

export interface Failure {
  /** As the specification's catalogue has it. */
  readonly message: string
  /** The server's sentence; null when it says no more than the message. */
  readonly reason: string | null
}

interface Form<Step extends string, Of extends Method> {
  readonly step: Step
  readonly draft: Draft & { readonly method: Of }
  readonly problems: FieldProblems
  /** Why nothing came of the attempt before. */
  readonly notice: string | null
}
type BankDetails = Form<'bank_details', 'ach'>
type TransferDetails = Form<'transfer_details', 'internal_transfer'>
export type FormState = Form<'amount', Method> | BankDetails | TransferDetails

/**
 * The Add Funds flow. A key is made when the intent is submitted and stays with it through every retry;
 * only a definite refusal or the member's own change leads to a new one.
 */
export type FundsState =
  | { readonly step: 'closed' }
  | { readonly step: 'method'; readonly draft: Draft }
  | FormState
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly intent: Intent; readonly doubtful: boolean }
  /** The card's issuer asks for confirmation, or Stripe's form for the card. */
  | { readonly step: 'confirming'; readonly intent: Intent; readonly question: CardQuestion }
  /** The deposit is begun and its outcome awaited. */
  | { readonly step: 'settling'; readonly intent: Intent; readonly deposit: DepositState }
  /** The answer was lost. `mayRetry`: the server has denied knowing the key for long enough. */
  | { readonly step: 'checking'; readonly intent: Intent; readonly mayRetry: boolean }
  | { readonly step: 'success'; readonly intent: Intent; readonly receipt: Receipt }
  | ({ readonly step: 'error'; readonly draft: Draft } & Failure)

/** What a form changes of the draft. */
export type Filled = Partial<Pick<Draft, 'amount' | 'from' | 'message'>>

export type FundsEvent =
  | { readonly type: 'opened'; readonly draft: Draft }
  /** An intent of an earlier visit whose outcome is unknown. */
  | { readonly type: 'reopened'; readonly intent: Intent }
  | { readonly type: 'restored'; readonly state: FundsState }
  | { readonly type: 'chose'; readonly method: Method }
  | { readonly type: 'drafted'; readonly typed: Filled }
  /** The form of the step is filled in. `key` serves if this submits the intent. */
  | { readonly type: 'continued'; readonly typed: Filled; readonly key: string }
  | { readonly type: 'went_back' | 'tried_again' | 'retried' | 'discarded' | 'confirmed' | 'closed' }
  /** What came of the request made under `key`. */
  | { readonly type: 'begun'; readonly key: string; readonly deposit: DepositState }
  | { readonly type: 'asked'; readonly key: string; readonly question: CardQuestion }
  | { readonly type: 'arrived'; readonly key: string; readonly receipt: Receipt }
  | ({ readonly type: 'refused'; readonly key: string; readonly problems: FieldProblems } & Failure)
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  /** `repeatable`: everything a repetition needs is at hand. */
  | { readonly type: 'denied'; readonly key: string; readonly repeatable: boolean }
  /** `unfinished`: the server has begun it and waits for the card. */
  | { readonly type: 'lost' | 'unfinished'; readonly key: string }

const NOT_RECEIVED = 'The server has not received your last attempt. Nothing was charged.'

const atAmount = (draft: Intent['draft']): FormState => ({
  step: 'amount',
  draft,
  problems: {},
  notice: null,
})

/** The form in which the draft is submitted, with what is wrong with it and why it is shown again. */
const formOf = (draft: Intent['draft'], problems: FieldProblems, notice: string | null): FormState => {
  const { method } = draft
  if (method === 'card' || problems.amount !== undefined) return { step: 'amount', draft, problems, notice }
  return method === 'ach'
    ? { step: 'bank_details', draft: { ...draft, method }, problems, notice }
    : { step: 'transfer_details', draft: { ...draft, method }, problems, notice }
}

const inMethod = (state: FundsState & { step: 'method' }, event: FundsEvent): FundsState =>
  event.type === 'chose' ? atAmount({ ...state.draft, method: event.method }) : state

const inAmount = (state: FundsState & { step: 'amount' }, event: FundsEvent): FundsState => {
  if (event.type === 'drafted') return { ...state, draft: { ...state.draft, ...event.typed } }
  if (event.type === 'went_back') return { step: 'method', draft: state.draft }
  if (event.type !== 'continued') return state
  const draft = { ...state.draft, ...event.typed }
  return draft.method === 'card'
    ? { step: 'processing', intent: { draft, key: event.key }, doubtful: false }
    : formOf(draft, {}, null)
}

const inDetails = (state: BankDetails | TransferDetails, event: FundsEvent): FundsState => {
  if (event.type === 'drafted' && state.step === 'transfer_details')
    return { ...state, draft: { ...state.draft, ...event.typed } }
  if (event.type === 'went_back') return atAmount(state.draft)
  if (event.type !== 'continued') return state
  const intent = { draft: { ...state.draft, ...event.typed }, key: event.key }
  return { step: 'processing', intent, doubtful: false }
}

type Waiting = FundsState & { step: 'processing' | 'confirming' | 'settling' | 'checking' }

/** What the server says of the intent, in whichever step it is heard. */
const heard = (state: Waiting, event: Extract<FundsEvent, { readonly key: string }>): FundsState => {
  const { intent } = state
  switch (event.type) {
    case 'arrived':
      return { step: 'success', intent, receipt: event.receipt }
    case 'begun':
      return { step: 'settling', intent, deposit: event.deposit }
    case 'asked':
      return { step: 'confirming', intent, question: event.question }
    case 'refused':
      return Object.keys(event.problems).length > 0
        ? formOf(intent.draft, event.problems, null)
        : { step: 'error', draft: intent.draft, message: event.message, reason: event.reason }
    case 'lost':
      return state.step === 'processing' ? { step: 'checking', intent, mayRetry: false } : state
    case 'unfinished':
      return state.step === 'checking' ? { step: 'processing', intent, doubtful: true } : state
    case 'not_sent':
      if (state.step !== 'processing') return state
      // This attempt did nothing; that says nothing of an earlier one.
      return state.doubtful
        ? { step: 'checking', intent, mayRetry: true }
        : formOf(intent.draft, {}, event.message)
    case 'denied':
      if (state.step !== 'checking' || state.mayRetry) return state
      return event.repeatable ? { ...state, mayRetry: true } : formOf(intent.draft, {}, NOT_RECEIVED)
    case 'continued':
      return state
    default:
      return event satisfies never
  }
}

const inWaiting = (state: Waiting, event: FundsEvent): FundsState => {
  const { intent } = state
  if ('key' in event) return event.key === intent.key ? heard(state, event) : state
  if (state.step === 'confirming' && event.type === 'confirmed')
    return { step: 'settling', intent, deposit: state.question.deposit }
  if (state.step === 'checking' && state.mayRetry) {
    if (event.type === 'retried') return { step: 'processing', intent, doubtful: true }
    if (event.type === 'discarded') return atAmount(intent.draft)
  }
  return state
}

const inSuccess = (state: FundsState & { step: 'success' }, event: FundsEvent): FundsState => {
  if (!('key' in event) || event.key !== state.intent.key) return state
  if (event.type === 'arrived') return { ...state, receipt: event.receipt }
  // An ACH transfer can fail while its receipt is looked at.
  if (event.type !== 'refused') return state
  return { step: 'error', draft: state.intent.draft, message: event.message, reason: event.reason }
}

const inClosed = (state: FundsState & { step: 'closed' }, event: FundsEvent): FundsState => {
  if (event.type === 'opened') {
    const { method } = event.draft
    return method === null ? { step: 'method', draft: event.draft } : atAmount({ ...event.draft, method })
  }
  if (event.type === 'reopened') return { step: 'checking', intent: event.intent, mayRetry: false }
  return event.type === 'restored' ? event.state : state
}

/** Not while a request is on its way: closing would leave its outcome in the dark. */
const mayClose = (step: FundsState['step']): boolean => step !== 'processing' && step !== 'closed'

/**
 * Pure step of the flow. An event that has no place in a state leaves the very same state: there is no
 * edge from `processing` to `processing`, so a second click or a second Enter submits nothing.
 */
export const transition = (state: FundsState, event: FundsEvent): FundsState => {
  if (event.type === 'closed') return mayClose(state.step) ? { step: 'closed' } : state
  switch (state.step) {
    case 'closed':
      return inClosed(state, event)
    case 'method':
      return inMethod(state, event)
    case 'amount':
      return inAmount(state, event)
    case 'bank_details':
    case 'transfer_details':
      return inDetails(state, event)
    case 'processing':
    case 'confirming':
    case 'settling':
    case 'checking':
      return inWaiting(state, event)
    case 'success':
      return inSuccess(state, event)
    case 'error':
      return event.type === 'tried_again' ? { step: 'method', draft: state.draft } : state
    default:
      return state satisfies never
  }
}
