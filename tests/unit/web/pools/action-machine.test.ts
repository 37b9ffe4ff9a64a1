import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Action, EMPTY_POOL, type PoolRef } from '../../../../web/pages/pools/action/actions.ts'
import { CLOSED, settledKey } from '../../../../web/flow/binding.ts'
import {
  type ActionEvent,
  type ActionState,
  type Intent,
  transition,
} from '../../../../web/pages/pools/action/machine.ts'
import { saved } from '../../../../web/pages/pools/action/saved.ts'

const { restoredFrom, savedIntentOf, savedOf } = saved

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const pool: PoolRef = { id: otherKey, name: 'Phone bill' }
const create: Action = { ...EMPTY_POOL, name: 'Phone bill' }
const add = { kind: 'add', pool, amount: '50' } as const
const withdraw: Action = { kind: 'withdraw', pool, amount: '5' }
const settings: Action = { kind: 'settings', pool, autoPay: false, target: '' }
const close: Action = { kind: 'close', pool, valueCents: 12_345 }
const pay: Action = {
  kind: 'pay',
  bill: { id: otherKey, title: 'Tellepathy', period: '2026-10', amountCents: 3_500, dueOn: '2026-11-08' },
}
const fallback: Action = { kind: 'wallet_fallback', allowed: true }
const actions = [create, add, withdraw, settings, close, pay, fallback]
const intent: Intent = { action: add, key }

const managing: ActionState = { step: 'managing', pool }
const composing: ActionState = { step: 'composing', draft: add, problems: {} }
const review: ActionState = { step: 'review', intent, problem: null }
const processing: ActionState = { step: 'processing', intent, doubtful: false }
const retrying: ActionState = { step: 'processing', intent, doubtful: true }
const checking: ActionState = { step: 'checking', intent, mayRetry: false }
const denied: ActionState = { step: 'checking', intent, mayRetry: true }
const success: ActionState = { step: 'success', intent, receipt: null }
const failure = { message: 'No', reason: null, code: null, problems: { amount: 'Too much' } }
const error: ActionState = { step: 'error', intent, failure }
const states = [CLOSED, managing, composing, review, processing, retrying, checking, denied, success, error]

const after = (state: ActionState, ...happened: ActionEvent[]): ActionState =>
  happened.reduce(transition, state)
const reviewed = (action: Action): ActionEvent => ({ type: 'reviewed', intent: { action, key } })
const done: ActionEvent = { type: 'done', key, receipt: { amountCents: 5_000, pending: false } }
const refused: ActionEvent = { type: 'refused', key, failure }

const events: ActionEvent[] = [
  { type: 'managed', pool },
  { type: 'composed', draft: add },
  { type: 'drafted', draft: { ...add, amount: '60' } },
  reviewed(withdraw),
  { type: 'submitted', intent: { action: settings, key } },
  { type: 'reopened', intent },
  { type: 'restored', state: checking },
  { type: 'tried_again', newKey: otherKey },
  ...(['went_back', 'confirmed', 'discarded', 'closed', 'dismissed'] as const).map((type) => ({ type })),
  ...[key, otherKey].flatMap((named): ActionEvent[] => [
    { type: 'done', key: named, receipt: null },
    { type: 'refused', key: named, failure: { ...failure, problems: {} } },
    { type: 'not_sent', key: named, message: 'Offline' },
    { type: 'lost', key: named },
    { type: 'denied', key: named },
  ]),
]

describe('creating a pool', () => {
  it('goes by its form and its review, and closes when done', () =>
    expect(
      after(CLOSED, { type: 'composed', draft: EMPTY_POOL }, reviewed(create), { type: 'confirmed' }, done),
    ).toEqual({
      step: 'closed',
      last: {
        ok: true,
        intent: { action: create, key },
        receipt: { amountCents: 5_000, pending: false },
      },
    }))

  it('stays open with the reason when refused, and goes back to its form with what is wrong', () => {
    const failed = after(CLOSED, reviewed(create), { type: 'confirmed' }, refused)
    expect(failed).toMatchObject({ step: 'error', failure: { message: 'No' } })
    expect(transition(failed, { type: 'tried_again', newKey: otherKey })).toEqual({
      step: 'composing',
      draft: create,
      problems: { amount: 'Too much' },
    })
  })

  it('begins with the defaults of the specification', () =>
    expect(EMPTY_POOL).toEqual({
      kind: 'create',
      name: '',
      type: 'mixed',
      risk: 'moderate',
      initial: '100',
      target: '5',
      autoPay: true,
    }))
})

describe('money of a pool', () => {
  it('is moved by way of the choice, the form and the review, to a receipt', () =>
    expect(
      after(
        CLOSED,
        { type: 'managed', pool },
        { type: 'composed', draft: add },
        reviewed(add),
        { type: 'confirmed' },
        done,
      ),
    ).toEqual({ step: 'success', intent, receipt: { amountCents: 5_000, pending: false } }))

  it('can be thought about: each step leads back to the one before', () => {
    expect(transition(review, { type: 'went_back' })).toEqual(composing)
    expect(transition(composing, { type: 'went_back' })).toEqual(managing)
    const closing = after(managing, reviewed(close))
    expect(transition(closing, { type: 'went_back' })).toEqual(managing)
    expect(after(CLOSED, reviewed(pay), { type: 'went_back' })).toEqual(CLOSED)
  })

  it('has a new key after a refusal of what has no form', () =>
    expect(
      after(CLOSED, reviewed(pay), { type: 'confirmed' }, refused, { type: 'tried_again', newKey: otherKey }),
    ).toEqual({ step: 'review', intent: { action: pay, key: otherKey }, problem: null }))
})

describe('settings', () => {
  it('are saved from their form, without a review', () =>
    expect(
      after(
        CLOSED,
        { type: 'composed', draft: settings },
        { type: 'submitted', intent: { action: settings, key } },
        { type: 'done', key, receipt: null },
      ),
    ).toEqual({
      step: 'closed',
      last: { ok: true, intent: { action: settings, key }, receipt: null },
    }))

  it('that were not sent say why, and go back to their form', () => {
    const failed = after(
      CLOSED,
      { type: 'composed', draft: settings },
      { type: 'submitted', intent: { action: settings, key } },
      { type: 'not_sent', key, message: 'Offline' },
    )
    expect(failed).toMatchObject({ step: 'error', failure: { reason: 'Offline' } })
    expect(transition(failed, { type: 'tried_again', newKey: otherKey })).toMatchObject({
      step: 'composing',
      draft: settings,
    })
  })
})

describe('an answer that is lost', () => {
  it('is asked for, and repeated only once that was denied, under its key', () => {
    const lost = transition(processing, { type: 'lost', key })
    expect(lost).toEqual(checking)
    expect(transition(lost, { type: 'confirmed' })).toBe(lost)
    expect(transition(lost, { type: 'discarded' })).toBe(lost)
    expect(after(lost, { type: 'denied', key }, { type: 'confirmed' })).toEqual(retrying)
  })

  it('stays in doubt when the repetition could not be sent', () => {
    const offline: ActionEvent = { type: 'not_sent', key, message: 'Offline' }
    expect(transition(processing, offline)).toEqual({ ...review, problem: 'Offline' })
    expect(transition(retrying, offline)).toEqual(denied)
  })

  it('is kept on the device when its dialog is closed', () => {
    const left = transition(checking, { type: 'closed' })
    expect(left).toEqual(CLOSED)
    expect(settledKey(checking, left, { type: 'closed' })).toBeNull()
  })
})

describe('any order of events', () => {
  it('never sends but by a confirmation, never twice at a time, and never changes what is under way', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(fc.constantFrom(...events), { maxLength: 30 }),
        (start, happened) => {
          let state: ActionState = start
          for (const event of happened) {
            const next = transition(state, event)
            if (next.step === 'processing' && state.step !== 'processing')
              expect(['confirmed', 'submitted']).toContain(event.type)
            if (state.step === 'processing' && next !== state) expect('key' in event).toBe(true)
            if ((state.step === 'processing' || state.step === 'checking') && 'intent' in next)
              expect(next.intent).toBe(state.intent)
            state = next
          }
        },
      ),
    )
  })
})

describe('a reload', () => {
  it.each(actions)('keeps the review of $kind under its key', (action) => {
    const state: ActionState = { step: 'review', intent: { action, key }, problem: null }
    expect(restoredFrom(savedOf(state))).toEqual(state)
    expect(savedIntentOf({ action, key })).toEqual({ action, key })
  })

  it('asks what became of money that was being moved, and keeps a form', () => {
    expect(restoredFrom(savedOf(retrying))).toEqual(checking)
    expect(restoredFrom(savedOf(composing))).toEqual(composing)
    for (const state of [CLOSED, managing, success]) expect(savedOf(state)).toBeNull()
  })

  it('keeps the form of a pool that was refused, and forgets settings that were being saved', () => {
    const failed: ActionState = { ...error, intent: { action: create, key } }
    expect(restoredFrom(savedOf(failed))).toEqual({ step: 'composing', draft: create, problems: {} })
    expect(savedOf({ step: 'processing', intent: { action: settings, key }, doubtful: false })).toBeNull()
  })

  it('drops what it cannot read', () => {
    for (const text of [null, 'x', '{}', '{"version":0,"step":"composing"}'])
      expect(restoredFrom(text)).toBeNull()
    expect(savedIntentOf({ action: { kind: 'burn' }, key })).toBeNull()
  })
})
