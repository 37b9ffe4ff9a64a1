import type { Action, Draft, PoolRef } from './actions.ts'

/** One intent: what, under which idempotency key. */
export interface Intent {
  readonly action: Action
  readonly key: string
}

/** What is wrong with which field of a form; the names are those of its draft. */
export type Problems = Readonly<Record<string, string>>

/**
 * What the server wrote, as far as the page has to say it; null when it is only known that it was done,
 * because the answer was lost and asked for by its key.
 */
export type Result = { readonly amountCents: number | null; readonly pending: boolean } | null

/**
 * One dialog at a time for everything that is done to pools and bills. A key is made when a review opens, or
 * when a form without a review is sent, and stays with the intent through every retry.
 */
export type ActionState =
  /**
   * `last`: what was done, for the page to say. `settled`: nothing is left to find out about the intent
   * before.
   */
  | { readonly step: 'closed'; readonly last: Intent | null; readonly settled: boolean }
  /** Choosing what to do with a pool. */
  | { readonly step: 'managing'; readonly pool: PoolRef }
  | { readonly step: 'composing'; readonly draft: Draft; readonly problems: Problems }
  | { readonly step: 'review'; readonly intent: Intent; readonly problem: string | null }
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly intent: Intent; readonly doubtful: boolean }
  /** The answer was lost. `mayRetry`: the server has denied having finished it for long enough. */
  | { readonly step: 'checking'; readonly intent: Intent; readonly mayRetry: boolean }
  | { readonly step: 'success'; readonly intent: Intent; readonly result: Result }
  | {
      readonly step: 'error'
      readonly intent: Intent
      readonly message: string
      readonly problems: Problems
    }

export type ActionEvent =
  | { readonly type: 'managed'; readonly pool: PoolRef }
  | { readonly type: 'composed'; readonly draft: Draft }
  | { readonly type: 'drafted'; readonly draft: Draft }
  /** The form is complete, or there is none: to the review. */
  | { readonly type: 'reviewed'; readonly action: Action; readonly key: string }
  /** The form is complete and needs no review, for it moves no money. */
  | { readonly type: 'submitted'; readonly action: Action; readonly key: string }
  /** An intent of an earlier visit whose outcome is unknown. */
  | { readonly type: 'reopened'; readonly intent: Intent }
  | { readonly type: 'restored'; readonly state: ActionState }
  | { readonly type: 'went_back' | 'confirmed' | 'discarded' | 'closed' | 'dismissed' }
  | { readonly type: 'tried_again'; readonly newKey: string }
  /** What came of the request made under `key`. */
  | { readonly type: 'done'; readonly key: string; readonly result: Result }
  | {
      readonly type: 'refused'
      readonly key: string
      readonly message: string
      readonly problems: Problems
    }
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  | { readonly type: 'lost' | 'denied'; readonly key: string }

export const CLOSED: ActionState = { step: 'closed', last: null, settled: true }
const NO_PROBLEMS: Problems = {}

/** The form that an action was filled in with; null when it has none. */
export const draftOf = (action: Action): Draft | null => {
  switch (action.kind) {
    case 'create':
    case 'add':
    case 'withdraw':
    case 'settings':
      return action
    case 'close':
    case 'pay':
    case 'wallet_fallback':
      return null
    default:
      return action satisfies never
  }
}

/** Actions whose dialog closes by itself when they are done: the page says it. The others show a receipt. */
const closesWhenDone = ({ kind }: Action): boolean =>
  kind === 'create' || kind === 'settings' || kind === 'wallet_fallback'

/** Where `Back` leads from the review of an action. */
const behindReview = (action: Action): ActionState => {
  const draft = draftOf(action)
  if (draft !== null) return { step: 'composing', draft, problems: NO_PROBLEMS }
  return action.kind === 'close' ? { step: 'managing', pool: action.pool } : CLOSED
}

const reviewOf = ({ action, key }: Extract<ActionEvent, { readonly type: 'reviewed' }>): ActionState => ({
  step: 'review',
  intent: { action, key },
  problem: null,
})

type Answer = Extract<ActionEvent, { readonly key: string; readonly type: 'done' | 'refused' }>

/** The server's word on the intent, whichever way we learned of it. */
const concluded = (intent: Intent, event: Answer): ActionState => {
  if (event.type === 'refused') {
    const { message, problems } = event
    return { step: 'error', intent, message, problems }
  }
  return closesWhenDone(intent.action)
    ? { step: 'closed', last: intent, settled: true }
    : { step: 'success', intent, result: event.result }
}

const inClosed = (state: ActionState & { step: 'closed' }, event: ActionEvent): ActionState => {
  if (event.type === 'managed') return { step: 'managing', pool: event.pool }
  if (event.type === 'composed') return { step: 'composing', draft: event.draft, problems: NO_PROBLEMS }
  if (event.type === 'reviewed') return reviewOf(event)
  if (event.type === 'reopened') return { step: 'checking', intent: event.intent, mayRetry: false }
  if (event.type === 'restored') return event.state
  return event.type === 'dismissed' && state.last !== null ? { ...state, last: null } : state
}

const inManaging = (state: ActionState & { step: 'managing' }, event: ActionEvent): ActionState => {
  if (event.type === 'composed') return { step: 'composing', draft: event.draft, problems: NO_PROBLEMS }
  if (event.type === 'reviewed') return reviewOf(event)
  return event.type === 'closed' ? CLOSED : state
}

const inComposing = (state: ActionState & { step: 'composing' }, event: ActionEvent): ActionState => {
  const { draft } = state
  if (event.type === 'drafted')
    return event.draft.kind === draft.kind ? { ...state, draft: event.draft } : state
  if (event.type === 'reviewed') return reviewOf(event)
  if (event.type === 'submitted')
    return { step: 'processing', intent: { action: event.action, key: event.key }, doubtful: false }
  if (event.type === 'closed') return CLOSED
  if (event.type !== 'went_back') return state
  return draft.kind === 'add' || draft.kind === 'withdraw' ? { step: 'managing', pool: draft.pool } : CLOSED
}

const inReview = (state: ActionState & { step: 'review' }, event: ActionEvent): ActionState => {
  const { intent } = state
  if (event.type === 'confirmed') return { step: 'processing', intent, doubtful: false }
  if (event.type === 'closed') return CLOSED
  return event.type === 'went_back' ? behindReview(intent.action) : state
}

/** An attempt that surely did nothing, when no earlier one may have arrived. */
const unsent = (intent: Intent, message: string): ActionState =>
  // What is sent without a review goes back to its form by way of the reason.
  intent.action.kind === 'settings'
    ? { step: 'error', intent, message, problems: NO_PROBLEMS }
    : { step: 'review', intent, problem: message }

const inProcessing = (state: ActionState & { step: 'processing' }, event: ActionEvent): ActionState => {
  const { intent } = state
  if (!('key' in event) || event.key !== intent.key) return state
  if (event.type === 'lost') return { step: 'checking', intent, mayRetry: false }
  if (event.type === 'not_sent') {
    // This attempt did nothing; that says nothing of an earlier one.
    return state.doubtful ? { step: 'checking', intent, mayRetry: true } : unsent(intent, event.message)
  }
  return event.type === 'done' || event.type === 'refused' ? concluded(intent, event) : state
}

const inChecking = (state: ActionState & { step: 'checking' }, event: ActionEvent): ActionState => {
  const { intent, mayRetry } = state
  if ('key' in event && event.key === intent.key) {
    if (event.type === 'denied' && !mayRetry) return { ...state, mayRetry: true }
    return event.type === 'done' || event.type === 'refused' ? concluded(intent, event) : state
  }
  if (event.type === 'confirmed' && mayRetry) return { step: 'processing', intent, doubtful: true }
  if (event.type === 'discarded' && mayRetry) return CLOSED
  // When closed, the intent stays on the device until its outcome is known.
  return event.type === 'closed' ? { step: 'closed', last: null, settled: false } : state
}

const inError = (state: ActionState & { step: 'error' }, event: ActionEvent): ActionState => {
  if (event.type === 'closed') return CLOSED
  if (event.type !== 'tried_again') return state
  const draft = draftOf(state.intent.action)
  return draft === null
    ? { step: 'review', intent: { ...state.intent, key: event.newKey }, problem: null }
    : { step: 'composing', draft, problems: state.problems }
}

/** Pure step of the flow. An event that has no place in a state leaves the very same state. */
export const transition = (state: ActionState, event: ActionEvent): ActionState => {
  switch (state.step) {
    case 'closed':
      return inClosed(state, event)
    case 'managing':
      return inManaging(state, event)
    case 'composing':
      return inComposing(state, event)
    case 'review':
      return inReview(state, event)
    case 'processing':
      return inProcessing(state, event)
    case 'checking':
      return inChecking(state, event)
    case 'success':
      return event.type === 'closed' ? CLOSED : state
    case 'error':
      return inError(state, event)
    default:
      return state satisfies never
  }
}
