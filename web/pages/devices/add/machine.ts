import type { AddValues } from './values.ts'

/**
 * Ordering an eSIM. The key names one intent: every try of it carries the same, so that a lost answer can't
 * order twice; after a refusal the next try is another intent.
 */
export type AddState =
  /** `ordered`: the label of the device that the form was closed with; null when nothing was ordered. */
  | { readonly step: 'closed'; readonly ordered: string | null }
  | {
      readonly step: 'editing'
      readonly key: string
      readonly draft: AddValues
      readonly problem: Problem | null
    }
  /** `again`: an earlier try under the key may have arrived. */
  | { readonly step: 'ordering'; readonly key: string; readonly draft: AddValues; readonly again: boolean }
  /** Sent, and no answer came: the form is held as it was sent. */
  | { readonly step: 'lost'; readonly key: string; readonly draft: AddValues }

export interface Problem {
  /** Null: only the fields have something to say. */
  readonly reason: string | null
  /** What is wrong with which field, by its path such as `device_info.model`. */
  readonly fields: Readonly<Record<string, string>>
}

export type AddEvent =
  | { readonly type: 'opened'; readonly key: string; readonly draft: AddValues }
  | { readonly type: 'restored'; readonly state: AddState }
  | { readonly type: 'drafted'; readonly draft: AddValues }
  | { readonly type: 'invalid'; readonly problem: Problem }
  | { readonly type: 'submitted' | 'retried' | 'closed' }
  | { readonly type: 'provisioned' | 'lost'; readonly key: string }
  | { readonly type: 'refused'; readonly key: string; readonly problem: Problem; readonly newKey: string }
  | { readonly type: 'not_sent'; readonly key: string; readonly problem: Problem }

const withoutChanged = (problem: Problem | null): Problem | null =>
  problem === null ? null : { reason: problem.reason, fields: {} }

const answered = (
  state: Extract<AddState, { step: 'ordering' }>,
  event: Extract<AddEvent, { type: 'provisioned' | 'lost' | 'refused' | 'not_sent' }>,
): AddState => {
  const { key, draft } = state
  switch (event.type) {
    case 'provisioned':
      return { step: 'closed', ordered: draft.device_label.trim() }
    case 'lost':
      return { step: 'lost', key, draft }
    case 'refused':
      return { step: 'editing', key: event.newKey, draft, problem: event.problem }
    case 'not_sent':
      // That this try did nothing says nothing of the one before.
      return state.again
        ? { step: 'lost', key, draft }
        : { step: 'editing', key, draft, problem: event.problem }
    default:
      return event satisfies never
  }
}

/** The next state; the very same one for an event that has no place in it. */
export const transition = (state: AddState, event: AddEvent): AddState => {
  switch (event.type) {
    case 'opened':
      return state.step === 'closed'
        ? { step: 'editing', key: event.key, draft: event.draft, problem: null }
        : state
    case 'restored':
      return state.step === 'closed' ? event.state : state
    case 'drafted':
      return state.step === 'editing'
        ? { ...state, draft: event.draft, problem: withoutChanged(state.problem) }
        : state
    case 'invalid':
      return state.step === 'editing' ? { ...state, problem: event.problem } : state
    case 'submitted':
      return state.step === 'editing'
        ? { step: 'ordering', key: state.key, draft: state.draft, again: false }
        : state
    case 'retried':
      return state.step === 'lost'
        ? { step: 'ordering', key: state.key, draft: state.draft, again: true }
        : state
    case 'closed':
      // Closing while the order is on its way would leave it in the dark.
      return state.step === 'ordering' || state.step === 'closed' ? state : { step: 'closed', ordered: null }
    case 'provisioned':
    case 'lost':
    case 'refused':
    case 'not_sent':
      return state.step === 'ordering' && state.key === event.key ? answered(state, event) : state
    default:
      return event satisfies never
  }
}
