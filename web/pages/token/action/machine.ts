import type { ProposalType, VoteType } from '../../../../api/contract/token.ts'

/** A proposal as it is being written. */
export interface ProposalDraft {
  readonly title: string
  readonly description: string
  readonly type: ProposalType
  readonly days: number
}

export const EMPTY_PROPOSAL: ProposalDraft = { title: '', description: '', type: 'parameter_change', days: 7 }

/** What a member can do with their tokens besides sending them. Amounts are plain decimals in YUT. */
export type Action =
  | { readonly kind: 'stake' | 'unstake'; readonly amount: string }
  /** `amount` as it was when the review opened; what is paid is exact at the claim. */
  | { readonly kind: 'claim'; readonly amount: string }
  | {
      readonly kind: 'vote'
      readonly proposalId: string
      readonly title: string
      readonly vote: VoteType
      /** The vote this one replaces. */
      readonly before: VoteType | null
      /** Governance power when the review opened. */
      readonly weight: string
      /** ISO time. */
      readonly endsAt: string
    }
  | { readonly kind: 'propose'; readonly draft: ProposalDraft }

/** One intent: what, under which idempotency key. */
export interface Intent {
  readonly action: Action
  readonly key: string
}

/** What came of an action. `amount`: what a claim paid, where it is known. */
export type Outcome =
  | { readonly action: Action; readonly ok: true; readonly amount: string | null }
  | { readonly action: Action; readonly ok: false; readonly message: string; readonly code: string | null }

/**
 * One action at a time: there is no way from `processing` to another one. A key is made when the review
 * opens and stays with the intent through every retry.
 */
export type ActionState =
  /** `settled`: nothing is left to find out about the intent before. */
  | { readonly step: 'closed'; readonly last: Outcome | null; readonly settled: boolean }
  | { readonly step: 'composing'; readonly draft: ProposalDraft }
  | { readonly step: 'review'; readonly intent: Intent; readonly problem: string | null }
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly intent: Intent; readonly doubtful: boolean }
  /** The answer was lost. `mayRetry`: the server has denied having finished it for long enough. */
  | { readonly step: 'checking'; readonly intent: Intent; readonly mayRetry: boolean }

export type ActionEvent =
  | { readonly type: 'opened'; readonly action: Action; readonly key: string }
  | { readonly type: 'composed'; readonly draft: ProposalDraft }
  | { readonly type: 'drafted'; readonly draft: ProposalDraft }
  /** An intent of an earlier visit whose outcome is unknown. */
  | { readonly type: 'reopened'; readonly intent: Intent }
  | { readonly type: 'restored'; readonly state: ActionState }
  | { readonly type: 'went_back' | 'confirmed' | 'discarded' | 'closed' | 'dismissed' }
  /** What came of the request made under `key`. */
  | { readonly type: 'done'; readonly key: string; readonly amount: string | null }
  | {
      readonly type: 'refused'
      readonly key: string
      readonly message: string
      readonly code: string | null
    }
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  | { readonly type: 'lost' | 'denied'; readonly key: string }

export const CLOSED: ActionState = { step: 'closed', last: null, settled: true }

type Answer = Extract<ActionEvent, { key: string }>

/** The server's word on the intent, whichever way we learned of it; null when the event is none. */
const concluded = ({ action }: Intent, event: Answer): ActionState | null => {
  if (event.type === 'done') {
    return { step: 'closed', last: { action, ok: true, amount: event.amount }, settled: true }
  }
  if (event.type !== 'refused') return null
  const { message, code } = event
  return { step: 'closed', last: { action, ok: false, message, code }, settled: true }
}

const inClosed = (state: ActionState & { step: 'closed' }, event: ActionEvent): ActionState => {
  if (event.type === 'opened')
    return { step: 'review', intent: { action: event.action, key: event.key }, problem: null }
  if (event.type === 'composed') return { step: 'composing', draft: event.draft }
  if (event.type === 'reopened') return { step: 'checking', intent: event.intent, mayRetry: false }
  if (event.type === 'restored') return event.state
  return event.type === 'dismissed' && state.last !== null ? { ...state, last: null } : state
}

const inComposing = (state: ActionState & { step: 'composing' }, event: ActionEvent): ActionState => {
  if (event.type === 'drafted') return { ...state, draft: event.draft }
  if (event.type === 'opened')
    return { step: 'review', intent: { action: event.action, key: event.key }, problem: null }
  return event.type === 'closed' ? CLOSED : state
}

const inReview = (state: ActionState & { step: 'review' }, event: ActionEvent): ActionState => {
  const { intent } = state
  if (event.type === 'confirmed') return { step: 'processing', intent, doubtful: false }
  if (event.type === 'closed') return CLOSED
  if (event.type !== 'went_back') return state
  return intent.action.kind === 'propose' ? { step: 'composing', draft: intent.action.draft } : CLOSED
}

const inProcessing = (state: ActionState & { step: 'processing' }, event: ActionEvent): ActionState => {
  const { intent } = state
  if (!('key' in event) || event.key !== intent.key) return state
  if (event.type === 'lost') return { step: 'checking', intent, mayRetry: false }
  if (event.type === 'not_sent') {
    // This attempt did nothing; that says nothing of an earlier one.
    return state.doubtful
      ? { step: 'checking', intent, mayRetry: true }
      : { step: 'review', intent, problem: event.message }
  }
  return concluded(intent, event) ?? state
}

const inChecking = (state: ActionState & { step: 'checking' }, event: ActionEvent): ActionState => {
  const { intent, mayRetry } = state
  if ('key' in event && event.key === intent.key) {
    if (event.type === 'denied' && !mayRetry) return { ...state, mayRetry: true }
    return concluded(intent, event) ?? state
  }
  if (event.type === 'confirmed' && mayRetry) return { step: 'processing', intent, doubtful: true }
  if (event.type === 'discarded' && mayRetry) return CLOSED
  // When closed, the intent stays on the device until its outcome is known.
  return event.type === 'closed' ? { step: 'closed', last: null, settled: false } : state
}

/** Pure step of the flow. An event that has no place in a state leaves the very same state. */
export const transition = (state: ActionState, event: ActionEvent): ActionState => {
  switch (state.step) {
    case 'closed':
      return inClosed(state, event)
    case 'composing':
      return inComposing(state, event)
    case 'review':
      return inReview(state, event)
    case 'processing':
      return inProcessing(state, event)
    case 'checking':
      return inChecking(state, event)
    default:
      return state satisfies never
  }
}
