import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLOSED, settledKey } from '../../../../web/flow/binding.ts'
import {
  type Action,
  type ActionEvent,
  type ActionState,
  EMPTY_PROPOSAL,
  type Intent,
  transition,
} from '../../../../web/pages/token/action/machine.ts'
import { saved } from '../../../../web/pages/token/action/saved.ts'

const { restoredFrom, savedIntentOf, savedOf } = saved

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const stake: Action = { kind: 'stake', amount: '12.5' }
const draft = { ...EMPTY_PROPOSAL, title: 'Quieter bells', description: 'Ring less.' }
const propose: Action = { kind: 'propose', draft }
const vote: Action = {
  kind: 'vote',
  proposalId: otherKey,
  title: 'Quieter bells',
  vote: 'for',
  before: null,
  weight: '20',
  endsAt: '2026-11-25T12:00:00.000Z',
}
const intent: Intent = { action: stake, key }

const review: ActionState = { step: 'review', intent, problem: null }
const processing: ActionState = { step: 'processing', intent, doubtful: false }
const retrying: ActionState = { step: 'processing', intent, doubtful: true }
const checking: ActionState = { step: 'checking', intent, mayRetry: false }
const denied: ActionState = { step: 'checking', intent, mayRetry: true }
const composing: ActionState = { step: 'composing', draft }
const failure = { message: 'Failed', reason: 'Held', code: 'stake_locked', problems: {} }
const done: ActionState = { step: 'closed', last: { intent, ok: true, receipt: null } }
const states = [CLOSED, done, composing, review, processing, retrying, checking, denied]

const events: ActionEvent[] = [
  { type: 'reviewed', intent: { action: vote, key } },
  { type: 'composed', draft },
  { type: 'drafted', draft: { ...draft, title: 'Louder bells' } },
  { type: 'reopened', intent },
  { type: 'restored', state: checking },
  ...(['went_back', 'confirmed', 'discarded', 'closed', 'dismissed'] as const).map((type) => ({ type })),
  ...[key, otherKey].flatMap((named): ActionEvent[] => [
    { type: 'done', key: named, receipt: null },
    { type: 'refused', key: named, failure },
    { type: 'not_sent', key: named, message: 'Offline' },
    { type: 'lost', key: named },
    { type: 'denied', key: named },
  ]),
]
const after = (state: ActionState, ...happened: ActionEvent[]): ActionState =>
  happened.reduce(transition, state)

describe('one action', () => {
  it('goes through its review to its outcome', () =>
    expect(
      after(
        CLOSED,
        { type: 'reviewed', intent },
        { type: 'confirmed' },
        { type: 'done', key, receipt: null },
      ),
    ).toEqual(done))

  it('that is refused closes with the reason', () =>
    expect(transition(processing, { type: 'refused', key, failure })).toEqual({
      step: 'closed',
      last: { intent, ok: false, failure },
    }))

  it('whose answer is lost is asked for, and repeated only once that was denied, under its key', () => {
    const lost = transition(processing, { type: 'lost', key })
    expect(lost).toEqual(checking)
    expect(transition(lost, { type: 'confirmed' })).toBe(lost)
    expect(after(lost, { type: 'denied', key }, { type: 'confirmed' })).toEqual(retrying)
  })

  it('that could not be sent stays in doubt if an earlier attempt may have arrived', () => {
    const offline: ActionEvent = { type: 'not_sent', key, message: 'Offline' }
    expect(transition(processing, offline)).toEqual({ ...review, problem: 'Offline' })
    expect(transition(retrying, offline)).toEqual(denied)
  })

  it('left while it is asked for is not settled: the device keeps it', () => {
    const left = transition(checking, { type: 'closed' })
    expect(left).toEqual(CLOSED)
    expect(settledKey(checking, left, { type: 'closed' })).toBeNull()
    expect(settledKey(checking, done, { type: 'done' })).toBe(key)
  })

  it('never runs beside another one', () => {
    for (const state of [review, processing, retrying, checking, denied])
      expect(transition(state, { type: 'reviewed', intent: { action: vote, key: otherKey } })).toBe(state)
    for (const state of [processing, retrying])
      for (const type of ['confirmed', 'closed', 'went_back', 'discarded'] as const)
        expect(transition(state, { type })).toBe(state)
  })
})

describe('a proposal', () => {
  it('goes back from its review to its form with all that was written', () => {
    const reviewed = transition(composing, { type: 'reviewed', intent: { action: propose, key } })
    expect(transition(reviewed, { type: 'went_back' })).toEqual(composing)
  })
})

describe('any order of events', () => {
  it('never leads to processing but by a confirmation, nor changes an intent that is under way', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(fc.constantFrom(...events), { maxLength: 30 }),
        (start, happened) => {
          let state: ActionState = start
          for (const event of happened) {
            const next = transition(state, event)
            if (next.step === 'processing' && state.step !== 'processing')
              expect(event.type).toBe('confirmed')
            if ('intent' in state && 'intent' in next) expect(next.intent).toBe(state.intent)
            state = next
          }
        },
      ),
    )
  })
})

describe('a reload', () => {
  it.each([stake, vote, propose, { kind: 'claim', amount: '0.5' } as const])(
    'keeps the review of $kind under its key',
    (action) => {
      const state: ActionState = { step: 'review', intent: { action, key }, problem: null }
      expect(restoredFrom(savedOf(state))).toEqual(state)
      expect(savedIntentOf({ action, key })).toEqual({ action, key })
    },
  )

  it('asks what became of an action that was being processed, and keeps a form', () => {
    expect(restoredFrom(savedOf(retrying))).toEqual(checking)
    expect(restoredFrom(savedOf(composing))).toEqual(composing)
    expect(savedOf(done)).toBeNull()
  })

  it('drops what it cannot read', () => {
    for (const text of [null, 'x', '{}', '{"version":0,"step":"composing"}'])
      expect(restoredFrom(text)).toBeNull()
    expect(savedIntentOf({ action: { kind: 'burn' }, key })).toBeNull()
  })
})
