/**
 * The one state machine for everything that binds (sending, adding funds, answering, staking, voting, paying,
 * ordering): a form, a review, the sending under one idempotency key, and the outcome. Pure. Each flow adds its own
 * forms and its own transitions; the rules that make it safe to send once are in this file only.
 */

/** What is sent: created when the review opens (or the form is sent) and the same through every retry. */
export interface Keyed {
  /** Its idempotency key. */
  readonly key: string
}

/** What is wrong with which field of a form, by the form's field names. */
export type Problems = Readonly<Record<string, string>>

/** The server's refusal. */
export interface Failure {
  /** The flow's sentence for this failure. */
  readonly message: string
  /** The server's sentence; null if it has none that can be read. */
  readonly reason: string | null
  /** The server's stable code. */
  readonly code: string | null
  readonly problems: Problems
}

/** The server's final result for an intent, however it was received. */
export type Outcome<Intent, Receipt> =
  | { readonly ok: true; readonly intent: Intent; readonly receipt: Receipt }
  | { readonly ok: false; readonly intent: Intent; readonly failure: Failure }

export interface Closed<Intent, Receipt> {
  readonly step: 'closed'
  /** The outcome with which the dialog closed by itself, for the page to announce. */
  readonly last: Outcome<Intent, Receipt> | null
}

/** The steps that every flow has, once there is an intent. */
export type Bound<Intent, Receipt> =
  /** `problem`: why the last attempt certainly did nothing. */
  | { readonly step: 'review'; readonly intent: Intent; readonly problem: string | null }
  /** `doubtful`: an earlier attempt under this key may have arrived. */
  | { readonly step: 'processing'; readonly intent: Intent; readonly doubtful: boolean }
  /**
   * The response was lost, or the server failed: then `failed` is the flow's sentence for it. `mayRetry`: the server has
   * denied the key for long enough, or a retry was not sent.
   */
  | {
      readonly step: 'checking'
      readonly intent: Intent
      readonly mayRetry: boolean
      readonly failed?: string
    }
  | { readonly step: 'success'; readonly intent: Intent; readonly receipt: Receipt }
  | { readonly step: 'error'; readonly intent: Intent; readonly failure: Failure }

/** A step that only one flow has. */
export interface OwnStep {
  readonly step: string
  /** The intent of a step that awaits an outcome. */
  readonly intent?: Keyed
}

export type BindingState<Intent, Receipt, Form extends OwnStep> =
  | Closed<Intent, Receipt>
  | Form
  | Bound<Intent, Receipt>

/** Outcome of the request made under `key`. */
export type Answer<Receipt> =
  | { readonly type: 'done'; readonly key: string; readonly receipt: Receipt }
  | { readonly type: 'refused'; readonly key: string; readonly failure: Failure }
  /** This attempt certainly did nothing; an earlier one may have. */
  | { readonly type: 'not_sent'; readonly key: string; readonly message: string }
  /** The request may have arrived. `failed`: the server answered that it failed. */
  | { readonly type: 'lost'; readonly key: string; readonly failed?: string }
  /** The server, asked by key, has not known the key for long enough. */
  | { readonly type: 'denied'; readonly key: string }

export type BindingEvent<Intent, Receipt, Form extends OwnStep> =
  /** The form is complete, or there is none: opens the review. */
  | { readonly type: 'reviewed'; readonly intent: Intent }
  /** The form is complete and is its own review. */
  | { readonly type: 'submitted'; readonly intent: Intent }
  /** An intent of an earlier visit whose outcome is unknown. */
  | { readonly type: 'reopened'; readonly intent: Intent }
  | { readonly type: 'restored'; readonly state: BindingState<Intent, Receipt, Form> }
  | { readonly type: 'went_back' | 'confirmed' | 'discarded' | 'closed' | 'dismissed' }
  | { readonly type: 'tried_again'; readonly newKey: string }
  | Answer<Receipt>

/** Where flows differ from the common machine. Each rule returns its own next state, or null for the common one. */
interface BindingRules<
  Intent extends Keyed,
  Receipt,
  Form extends OwnStep,
  Own extends { readonly type: string },
> {
  /** The state from which the review was opened: `Back` and discarding lead there. */
  readonly beforeReview: (intent: Intent) => BindingState<Intent, Receipt, Form>
  /** The flow's own steps and events, and all that the common machine does not handle. */
  readonly own?: (
    state: BindingState<Intent, Receipt, Form>,
    event: Own | BindingEvent<Intent, Receipt, Form>,
  ) => BindingState<Intent, Receipt, Form> | null
  /** A state other than the receipt or the failure. */
  readonly concluded?: (outcome: Outcome<Intent, Receipt>) => BindingState<Intent, Receipt, Form> | null
  /** A state other than the review with the reason. */
  readonly unsent?: (intent: Intent, message: string) => BindingState<Intent, Receipt, Form> | null
  /** `Try Again`: a state other than the review under a new key. */
  readonly again?: (intent: Intent, failure: Failure) => BindingState<Intent, Receipt, Form> | null
}

/** The dialog is closed and there is nothing to announce. */
export const CLOSED = { step: 'closed', last: null } as const

export const isClosed = <Intent, Receipt>(
  state: OwnStep | Closed<Intent, Receipt>,
): state is Closed<Intent, Receipt> => state.step === 'closed'

const BOUND: ReadonlySet<string> = new Set(['review', 'processing', 'checking', 'success', 'error'])

/** Whether a state is one of the common steps with an intent. */
export const isBound = <Intent, Receipt, Form extends OwnStep>(
  state: BindingState<Intent, Receipt, Form>,
): state is Bound<Intent, Receipt> => BOUND.has(state.step)

const COMMON: ReadonlySet<string> = new Set(
  (
    'reviewed submitted reopened restored went_back confirmed discarded closed dismissed tried_again ' +
    'done refused not_sent lost denied'
  ).split(' '),
)

/** Steps with an intent that await no outcome: it is known, or the intent has not been sent. */
const AWAITS_NOTHING: ReadonlySet<string> = new Set(['review', 'success', 'error'])

/** The key whose outcome a step awaits; null when it awaits none. */
const awaitedKey = ({ step, intent }: OwnStep): string | null =>
  intent === undefined || AWAITS_NOTHING.has(step) ? null : intent.key

/**
 * The key that an event settles: its outcome is known, or it was discarded; else null. A dialog that is closed while
 * the server is asked settles nothing.
 */
export const settledKey = (
  before: OwnStep,
  after: OwnStep,
  event: { readonly type: string },
): string | null => (event.type === 'closed' || awaitedKey(after) !== null ? null : awaitedKey(before))

/** How many steps Back leads through until the dialog is closed; 0 when it is. */
export const stepsOf = <State extends OwnStep>(
  transition: (state: State, event: { readonly type: 'went_back' }) => State,
  state: State,
): number => {
  if (state.step === 'closed') return 0
  const before = transition(state, { type: 'went_back' })
  return before === state ? 1 : 1 + stepsOf(transition, before)
}

/**
 * Creates the pure transition function of a flow. An event that a state does not handle returns the very same state:
 * there is no edge from `processing` to `processing`, so a second click or a second Enter sends nothing.
 */
export const bindingMachine = <
  Intent extends Keyed,
  Receipt,
  Form extends OwnStep,
  Own extends { readonly type: string },
>(
  rules: BindingRules<Intent, Receipt, Form, Own>,
): ((
  state: BindingState<Intent, Receipt, Form>,
  event: Own | BindingEvent<Intent, Receipt, Form>,
) => BindingState<Intent, Receipt, Form>) => {
  type State = BindingState<Intent, Receipt, Form>
  type Event = BindingEvent<Intent, Receipt, Form>
  const isCommon = (event: Own | Event): event is Event => COMMON.has(event.type)

  const concluded = (outcome: Outcome<Intent, Receipt>): State => {
    const { intent } = outcome
    return (
      rules.concluded?.(outcome) ??
      (outcome.ok
        ? { step: 'success', intent, receipt: outcome.receipt }
        : { step: 'error', intent, failure: outcome.failure })
    )
  }

  const answered = (state: Bound<Intent, Receipt>, event: Answer<Receipt>): State | null => {
    const { intent, step } = state
    if (event.key !== intent.key || step === 'review' || step === 'error') return null
    switch (event.type) {
      case 'done':
        return concluded({ ok: true, intent, receipt: event.receipt })
      case 'refused':
        return concluded({ ok: false, intent, failure: event.failure })
      case 'lost':
        if (step !== 'processing') return null
        return {
          step: 'checking',
          intent,
          mayRetry: false,
          ...(event.failed !== undefined && { failed: event.failed }),
        }
      case 'not_sent':
        if (step !== 'processing') return null
        if (state.doubtful) return { step: 'checking', intent, mayRetry: true }
        return rules.unsent?.(intent, event.message) ?? { step: 'review', intent, problem: event.message }
      case 'denied':
        return step === 'checking' && !state.mayRetry ? { ...state, mayRetry: true } : null
      default:
        return event satisfies never
    }
  }

  const inBound = (state: Bound<Intent, Receipt>, event: Event): State | null => {
    const { intent, step } = state
    if ('key' in event) return answered(state, event)
    switch (event.type) {
      case 'confirmed':
        if (step === 'review') return { step: 'processing', intent, doubtful: false }
        return step === 'checking' && state.mayRetry ? { step: 'processing', intent, doubtful: true } : null
      case 'went_back':
        return step === 'review' ? rules.beforeReview(intent) : null
      case 'discarded':
        return step === 'checking' && state.mayRetry ? rules.beforeReview(intent) : null
      case 'tried_again':
        if (step !== 'error') return null
        return (
          rules.again?.(intent, state.failure) ?? {
            step: 'review',
            intent: { ...intent, key: event.newKey },
            problem: null,
          }
        )
      case 'reviewed':
      case 'submitted':
      case 'reopened':
      case 'restored':
      case 'dismissed':
      case 'closed':
        return null
      default:
        return event satisfies never
    }
  }

  const opened = (state: Closed<Intent, Receipt> | Form, event: Event): State | null => {
    if (awaitedKey(state) !== null) return null
    if (event.type === 'reviewed') return { step: 'review', intent: event.intent, problem: null }
    if (event.type === 'submitted') return { step: 'processing', intent: event.intent, doubtful: false }
    if (state.step !== 'closed') return null
    if (event.type === 'reopened') return { step: 'checking', intent: event.intent, mayRetry: false }
    if (event.type === 'restored') return event.state
    return event.type === 'dismissed' ? CLOSED : null
  }

  return (state, event) => {
    // Not while a request is in flight: its outcome would not be shown.
    if (event.type === 'closed')
      return state.step === 'processing' || state.step === 'closed' ? state : CLOSED
    const next = isCommon(event) ? (isBound(state) ? inBound(state, event) : opened(state, event)) : null
    return next ?? rules.own?.(state, event) ?? state
  }
}
