import * as z from 'zod/mini'
import {
  type BindingEvent,
  bindingMachine,
  type BindingState,
  CLOSED,
  type Problems,
} from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'
import { Action, Draft, isRepeatable, type PoolRef } from './actions.ts'
import { wordsOf } from './words.ts'

const Intent = z.object({ action: Action, key: z.uuid() })
/** One action with its idempotency key. */
export type Intent = Readonly<z.infer<typeof Intent>>

/**
 * The server's result as far as the page shows it; null when the response was lost and the lookup by key only
 * confirmed success.
 */
export type Result = { readonly amountCents: number | null; readonly pending: boolean } | null

/** The steps before there is an intent. */
export type Form =
  /** Choosing what to do with a pool. */
  | { readonly step: 'managing'; readonly pool: PoolRef }
  | { readonly step: 'composing'; readonly draft: Draft; readonly problems: Problems }

export type OwnEvent =
  | { readonly type: 'managed'; readonly pool: PoolRef }
  | { readonly type: 'composed'; readonly draft: Draft }
  | { readonly type: 'drafted'; readonly draft: Draft }

export type ActionState = BindingState<Intent, Result, Form>
export type ActionEvent = OwnEvent | BindingEvent<Intent, Result, Form>

const composing = (draft: Draft, problems: Problems = {}): Form => ({ step: 'composing', draft, problems })

/** The draft of an action's form; null when the action has no form. */
const draftOf = (action: Action): Draft | null => {
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

/** Actions whose dialog closes on success, because the page shows the result. Others show a receipt. */
const closesWhenDone = ({ kind }: Action): boolean =>
  kind === 'create' || kind === 'settings' || kind === 'wallet_fallback'

const beforeReview = ({ action }: Intent): ActionState => {
  const draft = draftOf(action)
  if (draft !== null) return composing(draft)
  return action.kind === 'close' ? { step: 'managing', pool: action.pool } : CLOSED
}

const own = (state: ActionState, event: ActionEvent): ActionState | null => {
  if ('intent' in state) return null
  switch (state.step) {
    case 'closed':
      if (event.type === 'managed') return { step: 'managing', pool: event.pool }
      return event.type === 'composed' ? composing(event.draft) : null
    case 'managing':
      return event.type === 'composed' ? composing(event.draft) : null
    case 'composing': {
      const { draft } = state
      if (event.type === 'drafted')
        return event.draft.kind === draft.kind ? { ...state, draft: event.draft } : null
      if (event.type !== 'went_back') return null
      return draft.kind === 'add' || draft.kind === 'withdraw'
        ? { step: 'managing', pool: draft.pool }
        : CLOSED
    }
    default:
      return state satisfies never
  }
}

/** Pure transition function of the one dialog for all actions on pools and bills. */
export const transition = bindingMachine<Intent, Result, Form, OwnEvent>({
  own,
  beforeReview,
  concluded: (outcome) =>
    outcome.ok && closesWhenDone(outcome.intent.action) ? { step: 'closed', last: outcome } : null,
  // Settings have no review to return to: they show the reason, then go back to the form.
  unsent: (intent, message) =>
    intent.action.kind === 'settings'
      ? {
          step: 'error',
          intent,
          failure: { message: wordsOf(intent.action).failure, reason: message, code: null, problems: {} },
        }
      : null,
  again: ({ action }, { problems }) => {
    const draft = draftOf(action)
    return draft === null ? null : composing(draft, problems)
  },
})

/** What survives a reload: the form, the review, or the sent intent, whose outcome is then requested by its key. */
export const saved = savedBinding({
  version: 1,
  intent: Intent,
  form: {
    schema: z.object({ draft: Draft }),
    restored: ({ draft }) => composing(draft),
    ofRefused: ({ action }) => (action.kind === 'create' ? { draft: action } : null),
  },
  isAskable: ({ action }) => !isRepeatable(action),
})
