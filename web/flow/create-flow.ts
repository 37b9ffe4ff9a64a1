import { createStore, type StoreApi } from 'zustand/vanilla'
import { memberEntry } from '../data/at-rest.ts'
import { currentEpoch, epochSignal } from '../data/epoch.ts'

/** A dialog's flow: its state to draw, and where what happens is told. */
export interface Flow<State, Event> {
  readonly store: StoreApi<State>
  readonly dispatch: (event: Event) => void
  /** Goes on where a reload interrupted the flow. */
  readonly resume: () => void
}

export interface FlowMember {
  readonly id: string
  readonly did: string
}

/** What makes one flow different from the others: a pure machine, its effects, what survives a reload. */
export interface FlowParts<State, Event> {
  readonly member: FlowMember
  /** Name of the entry in the session storage that keeps the draft. */
  readonly name: string
  readonly initial: State
  /** Pure; the very same state for an event that has no place in it. */
  readonly transition: (state: State, event: Event) => State
  /**
   * What entering a step sets going. `signal` is aborted when the step is left or the session ends. Effects
   * hang on the change of step, so that an event which changes nothing does nothing.
   */
  readonly enter: (
    state: State,
    before: State,
    signal: AbortSignal,
    dispatch: (event: Event) => void,
  ) => Promise<void>
  /** What of a state survives a reload, as text; null when nothing should. */
  readonly savedOf: (state: State) => string | null
  /** The event that goes on from a saved text; null when it says nothing. */
  readonly restored: (text: string | null) => Event | null
}

/** Makes the flow of one member: the pure machine, plus what each step sets going. */
export const createFlow = <State extends { readonly step: string }, Event>({
  member,
  name,
  initial,
  transition,
  enter,
  savedOf,
  restored,
}: FlowParts<State, Event>): Flow<State, Event> => {
  const store = createStore<State>()(() => initial)
  const entry = memberEntry(member.id, name)
  const epoch = currentEpoch()
  let running = new AbortController()

  const save = (state: State): void => {
    try {
      const text = savedOf(state)
      if (text === null) sessionStorage.removeItem(entry)
      else sessionStorage.setItem(entry, text)
    } catch (error) {
      console.warn('The draft could not be kept', error)
    }
  }

  const dispatch = (event: Event): void => {
    // The member has left: neither show nor keep anything of theirs.
    if (epoch !== currentEpoch()) return
    const before = store.getState()
    const after = transition(before, event)
    if (after === before) return
    store.setState(after, true)
    save(after)
    if (before.step === after.step) return
    running.abort()
    running = new AbortController()
    void enter(after, before, AbortSignal.any([running.signal, epochSignal()]), dispatch)
  }

  const resume = (): void => {
    try {
      const event = restored(sessionStorage.getItem(entry))
      if (event !== null) dispatch(event)
    } catch (error) {
      console.warn('No draft could be read', error)
    }
  }

  return { store, dispatch, resume }
}

/**
 * Remembers the signed-in member's flow: one for as long as they stay, whichever page they look at. It
 * goes on where a reload interrupted it.
 */
export const onePerMember = <T extends Pick<Flow<unknown, never>, 'resume'>>(
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
