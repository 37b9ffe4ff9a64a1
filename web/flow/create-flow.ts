import { createStore, type StoreApi } from 'zustand/vanilla'
import { memberEntry } from '../data/at-rest.ts'
import { currentEpoch, epochSignal } from '../data/epoch.ts'
import { askUntilKnown } from './ask-by-key.ts'
import type { Told } from './attempt.ts'
import {
  type BindingEvent,
  type BindingState,
  CLOSED,
  isBound,
  type Keyed,
  type OwnStep,
  settledKey,
} from './binding.ts'
import { refreshMoney } from './money.ts'
import { recordIntent, settleIntent } from './recorded.ts'
import type { Saved } from './saved.ts'

/** A dialog's flow: its state to draw, and where what happens is told. */
export interface Flow<Intent extends Keyed, Receipt, Form extends OwnStep, Own = never> {
  readonly store: StoreApi<BindingState<Intent, Receipt, Form>>
  /** How often it has been opened: a form belongs to one opening, even where the next follows at once. */
  readonly openings: StoreApi<number>
  readonly dispatch: (event: Own | BindingEvent<Intent, Receipt, Form>) => void
  /** Goes on where a reload interrupted the flow. */
  readonly resume: () => void
  /** Under which the device remembers what was sent until its outcome is known. */
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
  /** Name of the entry in the session storage that keeps the draft. */
  readonly name: string
  readonly kind: string
  /** Pure; the very same state for an event that has no place in it. */
  readonly transition: (
    state: BindingState<Intent, Receipt, Form>,
    event: Own | BindingEvent<Intent, Receipt, Form>,
  ) => BindingState<Intent, Receipt, Form>
  readonly saved: Saved<Intent, Receipt, Form>
  /** Makes one attempt; never rejects. */
  readonly perform: (intent: Intent) => Promise<Told<Own | BindingEvent<Intent, Receipt, Form>>>
  /** What the server knows of the intent; `unknown` when it has nothing; null when it can't be asked. */
  readonly ask: (
    intent: Intent,
    signal: AbortSignal,
  ) => Promise<Told<Own | BindingEvent<Intent, Receipt, Form>> | 'unknown' | null>
  /** Whether an unanswered attempt is remembered on the device, to be found out about later. */
  readonly isRecorded?: (intent: Intent) => boolean
  /** Said of an intent that the server has denied for long enough. */
  readonly denied?: (intent: Intent) => Own | BindingEvent<Intent, Receipt, Form>
  /** Loads anew what the server's answer may have changed. */
  readonly refresh?: (position: string | undefined) => void
  /** What entering a step sets going besides. `signal` is aborted when it is left or the session ends. */
  readonly entered?: (
    state: BindingState<Intent, Receipt, Form>,
    signal: AbortSignal,
    dispatch: (event: Own | BindingEvent<Intent, Receipt, Form>) => void,
  ) => Promise<void>
}

/**
 * Makes the flow of one member: the pure machine, plus what each step sets going. An intent is written down
 * before its request leaves; a lost answer is asked for by its key; what is known by then is forgotten again.
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
  denied = ({ key }) => ({ type: 'denied', key }),
  refresh = refreshMoney,
  entered = async () => undefined,
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
      console.warn('The draft could not be kept', error)
    }
  }

  /** A sign-out has removed it; a session that lapsed has not. */
  const isDraftKept = (): boolean => {
    try {
      return sessionStorage.getItem(entry) !== null
    } catch {
      return false
    }
  }

  const process = async (intent: Intent): Promise<void> => {
    if (isRecorded(intent))
      await recordIntent({ key: intent.key, kind, version: saved.version, draft: intent })
    const { event, position } = await perform(intent)
    // A refusal tells of something that is not as it was shown.
    if (event.type !== 'lost' && event.type !== 'not_sent') refresh(position)
    dispatch(event)
  }

  const check = async (intent: Intent, signal: AbortSignal): Promise<void> => {
    const told = await askUntilKnown(
      () => ask(intent, signal),
      signal,
      () => dispatch(denied(intent)),
    )
    if (told === null) return
    refresh(told.position)
    dispatch(told.event)
  }

  const enter = async (state: State, signal: AbortSignal): Promise<void> => {
    if (isBound(state) && state.step === 'processing') await process(state.intent)
    else if (isBound(state) && state.step === 'checking') await check(state.intent, signal)
    else await entered(state, signal, dispatch)
  }

  const dispatch = (event: Event): void => {
    const before = store.getState()
    const after = transition(before, event)
    if (after === before) return
    if (epoch !== currentEpoch()) {
      // The member has left: nothing of theirs is shown or begun. A draft that waits for them says how it really stands.
      if (isDraftKept()) save(after)
      return
    }
    if (before.step === 'closed') openings.setState((times) => times + 1, true)
    store.setState(after, true)
    save(after)
    // Effects hang on the change of step, so that an event which changes nothing does nothing.
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
      // What stands at its review was surely not sent, even if it was written down as about to be.
      if (isBound(state) && state.step === 'review') settleIntent(state.intent.key)
    } catch (error) {
      console.warn('No draft could be read', error)
    }
  }

  return { store, openings, dispatch, resume, kind, saved }
}

/**
 * Remembers the signed-in member's flow: one for as long as they stay, whichever page they look at. It
 * goes on where a reload interrupted it.
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
