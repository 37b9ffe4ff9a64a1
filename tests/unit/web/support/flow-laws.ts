import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BindingEvent,
  type BindingState,
  CLOSED,
  isBound,
  type Keyed,
  type OwnStep,
  settledKey,
} from '../../../../web/flow/machine.ts'
import type { Saved } from '../../../../web/flow/saved.ts'

/*
 * Every flow is the one machine of machine.ts with forms of its own. What must hold of all of them is said once, below;
 * a flow's test has what is its own: its steps, its events, and the ways that lead through them.
 */

export const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
export const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
export const failure = { message: 'Failed', reason: 'No', code: 'no', problems: {} }
export const faulty = { ...failure, problems: { amount: 'Too much' } }

export const confirmed = { type: 'confirmed' } as const
export const closed = { type: 'closed' } as const
export const wentBack = { type: 'went_back' } as const
export const lost = { type: 'lost', key } as const
export const denied = { type: 'denied', key } as const
export const notSent = { type: 'not_sent', key, message: 'Offline' } as const
export const refused = { type: 'refused', key, failure } as const
export const faultFound = { type: 'refused', key, failure: faulty } as const
export const triedAgain = { type: 'tried_again', newKey: otherKey } as const

export interface FlowUnderTest<Intent extends Keyed, Receipt, Form extends OwnStep, Own> {
  readonly transition: (
    state: BindingState<Intent, Receipt, Form>,
    event: Own | BindingEvent<Intent, Receipt, Form>,
  ) => BindingState<Intent, Receipt, Form>
  readonly saved: Saved<Intent, Form>
  readonly intents: readonly [Intent, ...Intent[]]
  readonly receipt: Receipt
  /** The steps that only this flow has, and what it becomes by a reload; null: nothing is kept. */
  readonly steps: readonly (readonly [Form, BindingState<Intent, Receipt, Form> | null])[]
  readonly own: readonly Own[]
  /** Each: what is shown by it, from where, by which events, to where. */
  readonly ways: readonly (readonly [
    string,
    BindingState<Intent, Receipt, Form>,
    readonly (Own | BindingEvent<Intent, Receipt, Form>)[],
    object,
  ])[]
  /** Intents that are not asked about after a reload. */
  readonly unasked?: readonly Intent[]
  /** Events besides a confirmation with which sending may begin. */
  readonly begins?: readonly string[]
  /** What a reload makes of a refusal; nothing, if not told. */
  readonly refusedKept?: object
  readonly unreadable: readonly unknown[]
}

/** Runs everything that must hold of every flow. */
export const holds = <
  Intent extends Keyed,
  Receipt,
  Form extends OwnStep,
  Own extends { readonly type: string },
>(
  name: string,
  flow: FlowUnderTest<Intent, Receipt, Form, Own>,
): void => {
  type State = BindingState<Intent, Receipt, Form>
  type Event = Own | BindingEvent<Intent, Receipt, Form>
  const { transition, saved, receipt } = flow
  const [intent] = flow.intents
  const after = (state: State, happened: readonly Event[]): State => happened.reduce(transition, state)
  const at = {
    review: { step: 'review', intent, problem: null },
    processing: { step: 'processing', intent, doubtful: false },
    retrying: { step: 'processing', intent, doubtful: true },
    checking: { step: 'checking', intent, mayRetry: false },
    denied: { step: 'checking', intent, mayRetry: true },
    success: { step: 'success', intent, receipt },
    error: { step: 'error', intent, failure },
  } as const
  const states: readonly State[] = [CLOSED, ...flow.steps.map(([step]) => step), ...Object.values(at)]
  const events: readonly Event[] = [
    ...flow.own,
    { type: 'reviewed', intent: { ...intent, key: otherKey } },
    { type: 'submitted', intent: { ...intent, key: otherKey } },
    { type: 'reopened', intent },
    { type: 'restored', state: at.checking },
    triedAgain,
    ...(['went_back', 'confirmed', 'discarded', 'closed', 'dismissed'] as const).map((type) => ({ type })),
    ...[key, otherKey].flatMap((named): Event[] => [
      { type: 'done', key: named, receipt },
      { ...refused, key: named },
      { ...notSent, key: named },
      { ...lost, key: named },
      { ...denied, key: named },
    ]),
  ]
  const isAwaited = ({ step }: State) => step === 'processing' || step === 'checking'

  describe(name, () => {
    it.each(flow.ways)('%s', (_way, from, happened, to) => expect(after(from, happened)).toMatchObject(to))

    it('leaves processing only by an answer under its key: nothing sends twice, closes it or changes it', () => {
      for (const state of [at.processing, at.retrying])
        for (const event of events) {
          const next = transition(state, event)
          if (next.step === 'processing') expect(next).toBe(state)
          if (next !== state) expect('key' in event && event.key === key).toBe(true)
        }
      for (const state of [at.checking, at.denied, at.success])
        for (const event of events)
          if ('key' in event && event.key === otherKey) expect(transition(state, event)).toBe(state)
    })

    it('asks about a lost answer, and repeats it under its key only once the server has denied it', () => {
      expect(transition(at.processing, lost)).toEqual(at.checking)
      for (const type of ['confirmed', 'discarded'] as const)
        expect(transition(at.checking, { type })).toBe(at.checking)
      expect(after(at.checking, [denied, confirmed])).toEqual(at.retrying)
      expect(transition(at.retrying, notSent)).toEqual(at.denied)
      const left = transition(at.checking, closed)
      expect(left).toEqual(CLOSED)
      expect(settledKey(at.checking, left, closed)).toBeNull()
    })

    it('in any order of events, begins by a confirmation and never changes what is under way', () => {
      const begins = ['confirmed', 'submitted', ...(flow.begins ?? [])]
      fc.assert(
        fc.property(
          fc.constantFrom(...states),
          fc.array(fc.constantFrom(...events), { maxLength: 30 }),
          (start, happened) => {
            let state = start
            for (const event of happened) {
              const next = transition(state, event)
              if (next.step === 'processing' && state.step !== 'processing')
                expect(begins).toContain(event.type)
              if (isAwaited(state) && isBound(state) && isBound(next)) expect(next.intent).toBe(state.intent)
              state = next
            }
          },
        ),
      )
    })

    it('closes from everywhere but processing, with nothing left', () => {
      for (const state of states)
        expect(transition(state, closed)).toEqual(state.step === 'processing' ? state : CLOSED)
    })

    it('survives a reload: forms and reviews as they were, what was sent as a question to the server', () => {
      const reloaded = (state: State) => saved.restoredFrom(saved.savedOf(state))
      for (const [step, kept] of flow.steps) expect(reloaded(step)).toEqual(kept)
      for (const each of flow.intents) {
        const review: State = { step: 'review', intent: each, problem: null }
        expect(reloaded(review)).toEqual(review)
        expect(saved.savedIntentOf(structuredClone(each))).toEqual(each)
        for (const step of ['processing', 'checking'] as const) {
          const sent = { step, intent: each, doubtful: true, mayRetry: true } as const
          expect(reloaded(sent)).toEqual(
            flow.unasked?.includes(each) === true ? null : { ...at.checking, intent: each },
          )
        }
      }
      for (const state of [CLOSED, at.success]) expect(saved.savedOf(state)).toBeNull()
      expect(reloaded(at.error)).toEqual(flow.refusedKept ?? null)
    })

    it('reads back nothing of another version or shape', () => {
      for (const text of [null, '', 'x', '{', 'null', '{}', '{"version":0,"step":"composing"}'])
        expect(saved.restoredFrom(text)).toBeNull()
      for (const stored of [{ ...intent, key: 'no key' }, ...flow.unreadable])
        expect(saved.savedIntentOf(stored)).toBeNull()
    })
  })
}
