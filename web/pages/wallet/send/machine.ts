import type { Currency } from '../../../../api/contract/fields.ts'
import type { Payee } from '../../../../api/contract/members.ts'
import type { TransferReceipt } from '../../../../api/contract/wallet.ts'

/** By which form something is sent: each has rules of its own, see variants.ts. */
export type Variant = 'unified' | 'any' | 'usd' | 'token'

/** What the member has filled in. The amount is text in currency units, as typed. */
export interface Draft {
  readonly variant: Variant
  readonly to: string
  readonly currency: Currency
  readonly amount: string
  readonly message: string
}

export const EMPTY_DRAFT: Draft = { variant: 'unified', to: '', currency: 'USD', amount: '', message: '' }

/** One intent to send: what, to whom as the server resolved them, under which idempotency key. */
export interface Intent {
  readonly draft: Draft
  readonly payee: Payee
  readonly key: string
}

export type FieldProblems = Readonly<Partial<Record<keyof Draft, string>>>

/** What is known of a transfer that the server has. */
export type Receipt = Pick<TransferReceipt, 'transfer_id' | 'status' | 'created_at'>

/**
 * The Send Funds flow. A key is made when `confirm` opens and stays with the intent through every retry;
 * only a definite refusal or the member's own change leads to a new one.
 */
export type SendState =
  | { readonly step: 'closed' }
  | { readonly step: 'details'; readonly draft: Draft; readonly problems: FieldProblems }
  /** Asking the server whom the recipient names. */
  | { readonly step: 'looking_up'; readonly draft: Draft }
  | { readonly step: 'confirm'; readonly intent: Intent; readonly problem: string | null }
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly intent: Intent; readonly doubtful: boolean }
  /** The answer was lost. `mayRetry`: the server has denied knowing the key for long enough. */
  | { readonly step: 'checking'; readonly intent: Intent; readonly mayRetry: boolean }
  | { readonly step: 'success'; readonly intent: Intent; readonly receipt: Receipt }
  | {
      readonly step: 'error'
      readonly draft: Draft
      readonly message: string
      readonly problems: FieldProblems
    }

export type SendEvent =
  | { readonly type: 'opened'; readonly draft: Draft }
  /** An intent of an earlier visit whose outcome is unknown. */
  | { readonly type: 'reopened'; readonly intent: Intent }
  | { readonly type: 'restored'; readonly state: SendState }
  | { readonly type: 'drafted' | 'continued'; readonly draft: Draft }
  | { readonly type: 'payee_found'; readonly draft: Draft; readonly payee: Payee; readonly key: string }
  | { readonly type: 'payee_refused'; readonly draft: Draft; readonly problems: FieldProblems }
  | { readonly type: 'went_back' | 'sent' | 'tried_again' | 'discarded' | 'closed' }
  /** What came of the request made under `key`. */
  | { readonly type: 'arrived'; readonly key: string; readonly receipt: Receipt }
  | {
      readonly type: 'refused'
      readonly key: string
      readonly message: string
      readonly problems: FieldProblems
    }
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  | { readonly type: 'lost' | 'denied'; readonly key: string }

const RETURNED = 'The transfer could not be delivered. The money is back in your wallet.'

/** A transfer that the server has, whichever way we learned of it. */
const arrived = (intent: Intent, receipt: Receipt): SendState =>
  receipt.status === 'returned'
    ? { step: 'error', draft: intent.draft, message: RETURNED, problems: {} }
    : { step: 'success', intent, receipt }

const inDetails = (state: SendState & { step: 'details' }, event: SendEvent): SendState => {
  if (event.type === 'drafted') return { ...state, draft: event.draft }
  if (event.type === 'continued') return { step: 'looking_up', draft: event.draft }
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inLookingUp = (state: SendState & { step: 'looking_up' }, event: SendEvent): SendState => {
  if (event.type === 'payee_found' && event.draft === state.draft) {
    const { draft, payee, key } = event
    return { step: 'confirm', intent: { draft, payee, key }, problem: null }
  }
  if (event.type === 'payee_refused' && event.draft === state.draft) {
    return { step: 'details', draft: state.draft, problems: event.problems }
  }
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inConfirm = (state: SendState & { step: 'confirm' }, event: SendEvent): SendState => {
  if (event.type === 'sent') return { step: 'processing', intent: state.intent, doubtful: false }
  if (event.type === 'went_back') return { step: 'details', draft: state.intent.draft, problems: {} }
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inProcessing = (state: SendState & { step: 'processing' }, event: SendEvent): SendState => {
  const { intent } = state
  if (!('key' in event) || event.key !== intent.key) return state
  switch (event.type) {
    case 'arrived':
      return arrived(intent, event.receipt)
    case 'refused':
      return { step: 'error', draft: intent.draft, message: event.message, problems: event.problems }
    case 'not_sent':
      // This attempt did nothing; that says nothing of an earlier one.
      return state.doubtful
        ? { step: 'checking', intent, mayRetry: true }
        : { step: 'confirm', intent, problem: event.message }
    case 'lost':
      return { step: 'checking', intent, mayRetry: false }
    case 'denied':
    case 'payee_found':
      return state
    default:
      return event satisfies never
  }
}

const inChecking = (state: SendState & { step: 'checking' }, event: SendEvent): SendState => {
  const { intent, mayRetry } = state
  const ours = 'key' in event && event.key === intent.key
  if (event.type === 'arrived' && ours) return arrived(intent, event.receipt)
  if (event.type === 'denied' && ours && !mayRetry) return { ...state, mayRetry: true }
  if (event.type === 'sent' && mayRetry) return { step: 'processing', intent, doubtful: true }
  if (event.type === 'discarded' && mayRetry) return { step: 'details', draft: intent.draft, problems: {} }
  // When closed, the intent stays on the device until its outcome is known.
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inSuccess = (state: SendState & { step: 'success' }, event: SendEvent): SendState => {
  if (event.type === 'arrived' && event.key === state.intent.key) {
    return event.receipt.status === state.receipt.status ? state : arrived(state.intent, event.receipt)
  }
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inError = (state: SendState & { step: 'error' }, event: SendEvent): SendState => {
  if (event.type === 'tried_again') {
    return { step: 'details', draft: state.draft, problems: state.problems }
  }
  return event.type === 'closed' ? { step: 'closed' } : state
}

const inClosed = (state: SendState & { step: 'closed' }, event: SendEvent): SendState => {
  if (event.type === 'opened') return { step: 'details', draft: event.draft, problems: {} }
  if (event.type === 'reopened') return { step: 'checking', intent: event.intent, mayRetry: false }
  return event.type === 'restored' ? event.state : state
}

/**
 * Pure step of the flow. An event that has no place in a state leaves the very same state: there is no
 * edge from `processing` to `processing`, so a second click or a second Enter sends nothing.
 */
export const transition = (state: SendState, event: SendEvent): SendState => {
  switch (state.step) {
    case 'closed':
      return inClosed(state, event)
    case 'details':
      return inDetails(state, event)
    case 'looking_up':
      return inLookingUp(state, event)
    case 'confirm':
      return inConfirm(state, event)
    case 'processing':
      return inProcessing(state, event)
    case 'checking':
      return inChecking(state, event)
    case 'success':
      return inSuccess(state, event)
    case 'error':
      return inError(state, event)
    default:
      return state satisfies never
  }
}
