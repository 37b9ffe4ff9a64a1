import { createStore, type StoreApi } from 'zustand/vanilla'
import { memberEntry } from '../data/at-rest.ts'
import { currentEpoch, epochSignal } from '../data/epoch.ts'
import { askUntilKnown } from './ask-by-key.ts'
import type { FlowResult } from './attempt.ts'
import {
  type BindingEvent,
  type BindingState,
  CLOSED,
  isBound,
  type Keyed,
  type OwnStep,
  settledKey,
} from './machine.ts'
import { refreshMoney } from './money.ts'
import { recordIntent, settleIntent } from './recorded.ts'
import type { Saved } from './saved.ts'
import { t } from '../texts/texts.ts'

/** A dialog's flow: its state to render, and the function that takes its events. */
export interface Flow<Intent extends Keyed, Receipt, Form extends OwnStep, Own = never> {
  readonly store: StoreApi<BindingState<Intent, Receipt, Form>>
  /** Number of openings: a form's state belongs to one opening, even if the next follows at once. */
  readonly openings: StoreApi<number>
  readonly dispatch: (event: Own | BindingEvent<Intent, Receipt, Form>) => void
  /** Continues where a reload interrupted the flow. */
  readonly resume: () => void
  /** The kind under which the device stores what was sent until its outcome is known. */
  readonly kind: string
  readonly saved: Pick<Saved<Intent, Receipt, Form>, 'version' | 'savedIntentOf'>
}

export interface FlowMember {
  readonly id: string
  readonly did: string
}

/** What makes one flow different from the others. */
interface FlowParts<Intent extends Keyed, Receipt, Form extends OwnStep, Own> {
  readonly member: FlowMember
  /** Name of the entry in the session storage with the draft. */
  readonly name: string
  readonly kind: string
  /** Pure; returns the very same state for an event that it does not handle. */
  readonly transition: (
    state: BindingState<Intent, Receipt, Form>,
    event: Own | BindingEvent<Intent, Receipt, Form>,
  ) => BindingState<Intent, Receipt, Form>
  readonly saved: Saved<Intent, Receipt, Form>
  /** Makes one attempt; never rejects. */
  readonly perform: (intent: Intent) => Promise<FlowResult<Own | BindingEvent<Intent, Receipt, Form>>>
  /** Asks the server for the intent's outcome; `unknown` when it has nothing; null when it can't be asked. */
  readonly ask: (
    intent: Intent,
    signal: AbortSignal,
  ) => Promise<FlowResult<Own | BindingEvent<Intent, Receipt, Form>> | 'unknown' | null>
  /** Whether an unanswered attempt is stored on the device, so that its outcome can be looked up later. */
  readonly isRecorded?: (intent: Intent) => boolean
  /** The event for an intent that the server has denied for long enough. */
  readonly denied?: (intent: Intent) => Own | BindingEvent<Intent, Receipt, Form>
  /** Reloads the data that the server's response may have changed. */
  readonly refresh?: (position: string | undefined) => void
  /** Further effects of entering a step. `signal` is aborted when the step is left or the session ends. */
  readonly entered?: (
    state: BindingState<Intent, Receipt, Form>,
    signal: AbortSignal,
    dispatch: (event: Own | BindingEvent<Intent, Receipt, Form>) => void,
  ) => Promise<void>
}

/**
 * Creates the flow of one member: the pure machine and the effects of each step. An intent is stored before its request
 * is sent; after a lost response its outcome is looked up by key; the stored intent is deleted once the outcome is
 * known.
 */
export const createFlow = <
  Intent extends Keyed,
  Receipt,
  Form extends OwnStep,
  Own extends { readonly type: string } = never,
>({
  member,
  name,
  kind,
  transition,
  saved,
  perform,
  ask,
  isRecorded = () => true,
  denied,
  refresh = refreshMoney,
  entered,
}: FlowParts<Intent, Receipt, Form, Own>): Flow<Intent, Receipt, Form, Own> => {
  type State = BindingState<Intent, Receipt, Form>
  type Event = Own | BindingEvent<Intent, Receipt, Form>
  const initial: State = CLOSED
  const store = createStore<State>()(() => initial)
  const openings = createStore<number>()(() => 0)
  const entry = memberEntry(member.id, name)
  const epoch = currentEpoch()
  let running = new AbortController()

  const save = (state: State): void => {
    try {
      const text = saved.savedOf(state)
      if (text === null) sessionStorage.removeItem(entry)
      else sessionStorage.setItem(entry, text)
    } catch (error) {
      console.warn('Draft not kept', error)
    }
  }

  /** Whether the draft is still stored: a sign-out removes it, a lapsed session does not. */
  const isDraftKept = (): boolean => {
    try {
      return sessionStorage.getItem(entry) !== null
    } catch {
      return false
    }
  }

  const process = async (intent: Intent): Promise<void> => {
    const { key } = intent
    const record = { key, kind, version: saved.version, draft: intent }
    // Storing may have taken long, as the page may have been left: the session may be another one.
    if (isRecorded(intent) && !((await recordIntent(record, isDraftKept)) && epoch === currentEpoch()))
      return dispatch({
        type: 'not_sent',
        key,
        message: t('This device could not note what was to be sent, so nothing was sent. Please try again.'),
      })
    const { event, position } = await perform(intent)
    // A refusal means that the data on the page is out of date.
    if (event.type !== 'lost' && event.type !== 'not_sent') refresh(position)
    dispatch(event)
  }

  const check = async (intent: Intent, signal: AbortSignal): Promise<void> => {
    const result = await askUntilKnown(
      () => ask(intent, signal),
      signal,
      () => dispatch(denied?.(intent) ?? { type: 'denied', key: intent.key }),
    )
    if (result === null) return
    refresh(result.position)
    dispatch(result.event)
  }

  const enter = async (state: State, signal: AbortSignal): Promise<void> => {
    if (isBound(state) && state.step === 'processing') await process(state.intent)
    else if (isBound(state) && state.step === 'checking') await check(state.intent, signal)
    else await entered?.(state, signal, dispatch)
  }

  const dispatch = (event: Event): void => {
    const before = store.getState()
    const after = transition(before, event)
    if (after === before) return
    if (epoch !== currentEpoch()) {
      // The member has left: nothing of theirs is shown or started. A draft stored for them gets the real state.
      if (isDraftKept()) save(after)
      return
    }
    if (before.step === 'closed') openings.setState((times) => times + 1, true)
    store.setState(after, true)
    save(after)
    // Effects run on a change of step only, so that an event which changes nothing does nothing.
    if (before.step === after.step) return
    const settled = settledKey(before, after, event)
    if (settled !== null) settleIntent(settled)
    running.abort()
    running = new AbortController()
    void enter(after, AbortSignal.any([running.signal, epochSignal()]))
  }

  const resume = (): void => {
    try {
      const state = saved.restoredFrom(sessionStorage.getItem(entry))
      if (state === null) return
      dispatch({ type: 'restored', state })
      // An intent under review was certainly not sent, even if it was stored as about to be.
      if (isBound(state) && state.step === 'review') settleIntent(state.intent.key)
    } catch (error) {
      console.warn('Draft not read', error)
    }
  }

  return { store, openings, dispatch, resume, kind, saved }
}

/**
 * Creates the signed-in member's flow once, for as long as they stay and on every page. It continues where a reload
 * interrupted it.
 */
export const onePerMember = <T extends { readonly resume: () => void }>(
  create: (member: FlowMember) => T,
): ((member: FlowMember) => T) => {
  let current: { readonly epoch: number; readonly memberId: string; readonly flow: T } | null = null
  return (member) => {
    if (current?.memberId !== member.id || current.epoch !== currentEpoch()) {
      current = { epoch: currentEpoch(), memberId: member.id, flow: create(member) }
      current.flow.resume()
    }
    return current.flow
  }
}
