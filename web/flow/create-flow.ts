import { createStore, type StoreApi } from 'zustand/vanilla'
import { memberEntry, withStorage } from '../data/at-rest.ts'
import { currentEpoch, epochSignal } from '../data/epoch.ts'
import { askUntilKnown } from './ask-by-key.ts'
import type { FlowResult } from './attempt.ts'
import {
  type BindingEvent,
  type BindingState,
  CLOSED,
  type Bound,
  isBound,
  isClosed,
  type Keyed,
  type OwnStep,
  settledKey,
  stepsOf,
} from './machine.ts'
import { refreshMoney } from './money.ts'
import { recordIntent, settleIntent } from './recorded.ts'
import type { Saved } from './saved.ts'
import { t } from '../texts/texts.ts'

/** What was begun and left, and can be continued. */
interface Offer<State> {
  readonly state: State
  /** "Continue the transfer to @grace?" */
  readonly question: string
}

/** A dialog's flow: its state to render, and the function that takes its events. */
export interface Flow<Intent extends Keyed, Receipt, Form extends OwnStep, Own = never> {
  readonly store: StoreApi<BindingState<Intent, Receipt, Form>>
  /** Number of openings: a form's state belongs to one opening, even if the next follows at once. */
  readonly openings: StoreApi<number>
  readonly dispatch: (event: Own | BindingEvent<Intent, Receipt, Form>) => void
  /** Its entries in the browser's history: 0 while it is closed, then one more with each step forward. */
  readonly entries: StoreApi<number>
  /** What was begun and left, on this page or before a reload; null for nothing. */
  readonly offer: StoreApi<Offer<BindingState<Intent, Receipt, Form>> | null>
  /** Opens where it was left. */
  readonly takeUp: () => void
  /** Forgets what was begun and left. */
  readonly drop: () => void
  /** What the browser's Back does: to the step before or, with `leave`, out of the dialog, which keeps what was begun. */
  readonly back: () => void
  readonly leave: () => void
  /** To call when the page that shows it is left: only what was sent stays open. */
  readonly leavePage: () => void
  /** Takes up what a reload interrupted: asks about what was sent, and offers what was begun. */
  readonly resume: () => void
  /** The kind under which the device stores what was sent until its outcome is known. */
  readonly kind: string
  readonly saved: Pick<Saved<Intent, Form>, 'version' | 'savedIntentOf'>
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
  readonly saved: Saved<Intent, Form>
  /** The question with which a form or review that was left is offered; null for one that is not worth it. */
  readonly offered: (state: Form | Bound<Intent, Receipt>) => string | null
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

/** Whether a stored state's request may have been sent: it opens by itself, at asking. */
const isSent = ({ step }: OwnStep): boolean => step === 'checking'

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
  offered,
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
  const entries = createStore<number>()(() => 0)
  const offer = createStore<Offer<State> | null>()(() => null)
  /** Steps to the first step of this opening: its Back closes the dialog. */
  let firstSteps = 0
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
  const isDraftKept = (): boolean => withStorage(() => sessionStorage.getItem(entry) !== null, false)

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
    const steps = stepsOf(transition, after)
    if (before.step === 'closed') {
      openings.setState((times) => times + 1, true)
      offer.setState(null, true)
      firstSteps = steps
    }
    firstSteps = Math.min(firstSteps, steps)
    store.setState(after, true)
    entries.setState(after.step === 'closed' ? 0 : steps - firstSteps + 1, true)
    // What was left stays stored while the flow is closed.
    if (before.step !== after.step || after.step !== 'closed') save(after)
    // Effects run on a change of step only, so that an event which changes nothing does nothing.
    if (before.step === after.step) return
    const settled = settledKey(before, after, event)
    if (settled !== null) settleIntent(settled)
    running.abort()
    running = new AbortController()
    void enter(after, AbortSignal.any([running.signal, epochSignal()]))
  }

  const makeOffer = (state: State): void => {
    const question = isClosed(state) ? null : offered(state)
    save(question === null ? initial : state)
    offer.setState(question === null ? null : { state, question }, true)
  }

  const resume = (): void => {
    try {
      const state = saved.restoredFrom(sessionStorage.getItem(entry))
      if (state === null) return
      if (isSent(state)) return dispatch({ type: 'restored', state })
      makeOffer(state)
      // An intent under review was certainly not sent, even if it was stored as about to be.
      if (isBound(state) && state.step === 'review') settleIntent(state.intent.key)
    } catch (error) {
      console.warn('Draft not read', error)
    }
  }

  /** Closes the dialog, and offers what was begun in it. */
  const putAside = (): void => {
    const kept = saved.restoredFrom(saved.savedOf(store.getState()))
    dispatch({ type: 'closed' })
    if (kept !== null && !isSent(kept) && store.getState().step === 'closed') makeOffer(kept)
  }

  const leave = (): void => {
    if (store.getState().step === 'review') dispatch({ type: 'went_back' })
    putAside()
  }

  const leavePage = (): void => {
    if (epoch !== currentEpoch()) return
    const kept = saved.restoredFrom(saved.savedOf(store.getState()))
    if (kept !== null && isSent(kept)) return
    putAside()
    // An outcome was announced on the page where it was reached.
    dispatch({ type: 'dismissed' })
  }

  return {
    store,
    openings,
    entries,
    offer,
    dispatch,
    takeUp: () => {
      const given = offer.getState()
      if (given !== null) dispatch({ type: 'restored', state: given.state })
    },
    drop: () => makeOffer(initial),
    back: () => dispatch({ type: 'went_back' }),
    leave,
    leavePage,
    resume,
    kind,
    saved,
  }
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
