import type { TransferRequest } from '../../../api/contract/requests.ts'

export type Action = 'approve' | 'decline' | 'cancel'

/** One answer to a request, under which idempotency key. */
export interface Answer {
  readonly request: TransferRequest
  readonly action: Action
  readonly key: string
}

/**
 * Answering a request, or taking it back. The key is made when the review opens and stays with the answer
 * through every retry.
 */
export type AnswerState =
  | { readonly step: 'closed' }
  | { readonly step: 'review'; readonly answer: Answer; readonly problem: string | null }
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly answer: Answer; readonly doubtful: boolean }
  /** The answer was lost. `mayRetry`: the request has stayed unanswered for long enough. */
  | { readonly step: 'checking'; readonly answer: Answer; readonly mayRetry: boolean }
  /** `request` as the server has it now. */
  | { readonly step: 'success'; readonly answer: Answer; readonly request: TransferRequest }
  | { readonly step: 'error'; readonly answer: Answer; readonly reason: string | null }

export type AnswerEvent =
  | { readonly type: 'opened'; readonly answer: Answer }
  | { readonly type: 'restored'; readonly state: AnswerState }
  | { readonly type: 'agreed' | 'closed' }
  | { readonly type: 'tried_again'; readonly newKey: string }
  /** What came of the request made under `key`. */
  | { readonly type: 'arrived'; readonly key: string; readonly request: TransferRequest }
  | { readonly type: 'refused'; readonly key: string; readonly reason: string | null }
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  | { readonly type: 'lost' | 'denied'; readonly key: string }

type Waiting = AnswerState & { step: 'processing' | 'checking' }

const heard = (state: Waiting, event: Extract<AnswerEvent, { readonly key: string }>): AnswerState => {
  const { answer } = state
  switch (event.type) {
    case 'arrived':
      return { step: 'success', answer, request: event.request }
    case 'refused':
      return { step: 'error', answer, reason: event.reason }
    case 'lost':
      return state.step === 'processing' ? { step: 'checking', answer, mayRetry: false } : state
    case 'not_sent':
      if (state.step !== 'processing') return state
      // This attempt did nothing; that says nothing of an earlier one.
      return state.doubtful
        ? { step: 'checking', answer, mayRetry: true }
        : { step: 'review', answer, problem: event.message }
    case 'denied':
      return state.step === 'checking' && !state.mayRetry ? { ...state, mayRetry: true } : state
    default:
      return event satisfies never
  }
}

const inOpen = (state: Exclude<AnswerState, { step: 'closed' }>, event: AnswerEvent): AnswerState => {
  const { answer } = state
  switch (state.step) {
    case 'review':
      return event.type === 'agreed' ? { step: 'processing', answer, doubtful: false } : state
    case 'processing':
    case 'checking':
      if ('key' in event) return event.key === answer.key ? heard(state, event) : state
      return event.type === 'agreed' && state.step === 'checking' && state.mayRetry
        ? { step: 'processing', answer, doubtful: true }
        : state
    case 'success':
      return event.type === 'arrived' && event.key === answer.key
        ? { ...state, request: event.request }
        : state
    case 'error':
      return event.type === 'tried_again'
        ? { step: 'review', answer: { ...answer, key: event.newKey }, problem: null }
        : state
    default:
      return state satisfies never
  }
}

/** Pure step. An event that has no place in a state leaves the very same state: a second click does nothing. */
export const transition = (state: AnswerState, event: AnswerEvent): AnswerState => {
  if (state.step === 'closed') {
    if (event.type === 'opened') return { step: 'review', answer: event.answer, problem: null }
    return event.type === 'restored' ? event.state : state
  }
  // Not while a request is on its way: closing would leave its outcome in the dark.
  if (event.type === 'closed') return state.step === 'processing' ? state : { step: 'closed' }
  return inOpen(state, event)
}
