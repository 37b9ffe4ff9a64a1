import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DepositState,
  type Draft,
  EMPTY_DRAFT,
  type FundsEvent,
  type FundsState,
  type Intent,
  type Method,
  type Receipt,
  transition,
} from '../../../../web/pages/deposits/machine.ts'
import { CLOSED } from '../../../../web/flow/binding.ts'
import { saved } from '../../../../web/pages/deposits/saved.ts'

const { restoredFrom, savedIntentOf, savedOf } = saved

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const filled: Draft = { method: null, amount: '25.00', from: '@grace', message: 'Dinner' }
const deposit: DepositState = {
  id: 'd',
  stage: 'processing',
  fee: 103,
  total: 2603,
  expectedBy: null,
  heldUntil: null,
  actionUrl: null,
}
const receipt: Receipt = { kind: 'deposit', deposit: { ...deposit, stage: 'succeeded' } }
const intentOf = (method: Method): Intent => ({ draft: { ...filled, method }, key })
const question = { deposit, stripe: null }

const after = (state: FundsState, ...happened: FundsEvent[]): FundsState => happened.reduce(transition, state)
const closed: FundsState = CLOSED
const opened = (method: Method): FundsState =>
  after(closed, { type: 'opened', draft: filled }, { type: 'chose', method })
const processing = (method: Method): FundsState => ({
  step: 'processing',
  intent: intentOf(method),
  doubtful: false,
})
const checking = (method: Method, mayRetry = false): FundsState => ({
  step: 'checking',
  intent: intentOf(method),
  mayRetry,
})
const failure = {
  message: 'Failed to create payment intent',
  reason: 'Your card was declined.',
  code: 'card_declined',
  problems: {},
}
const refused: FundsEvent = { type: 'refused', key, failure }
const methods: Method[] = ['card', 'ach', 'internal_transfer']

describe('the way of each method', () => {
  it('card: method, amount, processing, settling, success', () => {
    const paying = after(opened('card'), { type: 'continued', typed: { amount: '30.00' }, key })
    expect(paying).toEqual({
      step: 'processing',
      intent: { draft: { ...filled, method: 'card', amount: '30.00' }, key },
      doubtful: false,
    })
    const done = after(paying, { type: 'begun', key, deposit }, { type: 'done', key, receipt })
    expect(done.step).toBe('success')
  })

  it('ACH: amount, bank details, processing, success', () => {
    const details = after(opened('ach'), { type: 'continued', typed: {}, key: otherKey })
    expect(details.step).toBe('bank_details')
    const paying = after(details, { type: 'continued', typed: {}, key })
    expect(paying).toEqual(processing('ach'))
    expect(after(paying, { type: 'done', key, receipt }).step).toBe('success')
  })

  it('internal transfer: amount, transfer details, processing, success', () => {
    const details = after(opened('internal_transfer'), { type: 'continued', typed: {}, key: otherKey })
    expect(details.step).toBe('transfer_details')
    const typed = { from: '@ada', message: '' }
    const asking = after(details, { type: 'drafted', typed }, { type: 'continued', typed, key })
    expect(asking).toMatchObject({
      step: 'processing',
      intent: { key, draft: { from: '@ada', message: '' } },
    })
  })

  it('goes back by the same steps and keeps what was typed', () => {
    for (const method of ['ach', 'internal_transfer'] as const) {
      const back = after(
        opened(method),
        { type: 'continued', typed: { amount: '40' }, key },
        { type: 'went_back' },
      )
      expect(back).toMatchObject({ step: 'amount', draft: { method, amount: '40' } })
      expect(after(back, { type: 'went_back' })).toMatchObject({ step: 'method', draft: { amount: '40' } })
    }
  })

  it('opens on the amount where a method is given', () => {
    const draft = { ...EMPTY_DRAFT, method: 'card' } as const
    expect(after(closed, { type: 'opened', draft })).toMatchObject({ step: 'amount', draft })
  })
})

describe('what can go wrong', () => {
  it('shows a refusal with its reason; Try Again leads to the methods', () => {
    const failed = after(processing('card'), refused)
    expect(failed).toMatchObject({
      step: 'error',
      failure: { message: 'Failed to create payment intent' },
    })
    expect(after(failed, { type: 'tried_again', newKey: otherKey })).toMatchObject({
      step: 'method',
      draft: { amount: '25.00' },
    })
  })

  it('leads to the form whose field is at fault', () => {
    const at = (method: Method, problems: Record<string, string>) =>
      after(processing(method), { type: 'refused', key, failure: { ...failure, problems } }).step
    expect(at('ach', { routing_number: 'No' })).toBe('bank_details')
    expect(at('internal_transfer', { from: 'Nobody' })).toBe('transfer_details')
    expect(at('internal_transfer', { amount: 'No' })).toBe('amount')
    expect(at('card', { amount: 'No' })).toBe('amount')
  })

  it('says why nothing was sent, on the form it was submitted from', () => {
    const notSent: FundsEvent = { type: 'not_sent', key, message: 'You are offline.' }
    expect(after(processing('card'), notSent)).toMatchObject({ step: 'amount', notice: 'You are offline.' })
    expect(after(processing('ach'), notSent).step).toBe('bank_details')
    expect(after(processing('internal_transfer'), notSent).step).toBe('transfer_details')
  })

  it('asks what happened when the answer is lost, and repeats only once the key is denied', () => {
    const lost = after(processing('card'), { type: 'lost', key })
    expect(lost).toEqual(checking('card'))
    expect(after(lost, { type: 'confirmed' })).toBe(lost)
    const denied = after(lost, { type: 'denied', key })
    expect(after(denied, { type: 'confirmed' })).toEqual({
      step: 'processing',
      intent: intentOf('card'),
      doubtful: true,
    })
    expect(after(denied, { type: 'discarded' })).toMatchObject({ step: 'amount', draft: { amount: '25.00' } })
  })

  it('asks for bank details anew where they are gone', () => {
    expect(after(checking('ach'), { type: 'unrepeatable', key })).toMatchObject({
      step: 'bank_details',
      notice: expect.stringContaining('not received'),
    })
  })

  it('does not take a later attempt’s failure for the first one’s', () => {
    const again: FundsState = { step: 'processing', intent: intentOf('card'), doubtful: true }
    expect(after(again, { type: 'not_sent', key, message: 'Offline' })).toEqual(checking('card', true))
  })

  it('asks for the card where the server waits for it', () => {
    expect(after(checking('card'), { type: 'unfinished', key })).toMatchObject({
      step: 'processing',
      doubtful: true,
    })
  })

  it('confirms with the issuer and awaits the outcome', () => {
    const asked = after(processing('card'), { type: 'asked', key, question })
    expect(asked.step).toBe('confirming')
    const confirmed = after(asked, { type: 'confirmed' })
    expect(confirmed).toMatchObject({ step: 'settling', deposit })
    expect(after(confirmed, refused).step).toBe('error')
  })

  it('a failure after the receipt replaces it', () => {
    const success: FundsState = { step: 'success', intent: intentOf('ach'), receipt }
    expect(after(success, refused).step).toBe('error')
  })
})

const states: FundsState[] = [
  closed,
  { step: 'method', draft: filled },
  ...methods.map(opened),
  ...methods.map(processing),
  ...methods.map((method) => checking(method)),
  ...methods.map((method) => checking(method, true)),
  ...(['ach', 'internal_transfer'] as const).map((method) =>
    after(opened(method), { type: 'continued', typed: {}, key: otherKey }),
  ),
  { step: 'confirming', intent: intentOf('card'), question },
  { step: 'settling', intent: intentOf('card'), deposit },
  { step: 'success', intent: intentOf('card'), receipt },
  { step: 'error', intent: intentOf('card'), failure },
]
const events: FundsEvent[] = [
  { type: 'opened', draft: EMPTY_DRAFT },
  { type: 'chose', method: 'ach' },
  { type: 'drafted', typed: { amount: '9' } },
  { type: 'continued', typed: {}, key },
  ...(['went_back', 'discarded', 'confirmed', 'closed'] as const).map((type) => ({
    type,
  })),
  { type: 'tried_again', newKey: otherKey },
  ...[key, otherKey].flatMap((each): FundsEvent[] => [
    { type: 'begun', key: each, deposit },
    { type: 'asked', key: each, question },
    { type: 'done', key: each, receipt },
    { type: 'refused', key: each, failure },
    { type: 'not_sent', key: each, message: 'Offline' },
    { type: 'denied', key: each },
    { type: 'lost', key: each },
    { type: 'unfinished', key: each },
  ]),
]

describe('always', () => {
  it('processing is never left for processing, nor closed, nor moved by another key', () => {
    for (const state of methods.map(processing)) {
      for (const event of events) {
        const next = transition(state, event)
        if (next.step === 'processing') expect(next).toBe(state)
        expect(next.step).not.toBe('closed')
        if ('key' in event && event.key === otherKey) expect(next).toBe(state)
      }
    }
  })

  it('everything else can be closed, which resets everything', () => {
    for (const state of states.filter(({ step }) => step !== 'processing'))
      expect(transition(state, { type: 'closed' })).toEqual(closed)
  })

  it('a key changes only on a form', () => {
    const keyOf = (state: FundsState) => ('intent' in state ? state.intent.key : null)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (happened) => {
        let state: FundsState = processing('card')
        for (const event of happened) {
          const next = transition(state, event)
          if (keyOf(state) !== null && keyOf(next) !== null) expect(keyOf(next)).toBe(keyOf(state))
          state = next
        }
      }),
    )
  })

  it('survives a reload: forms as they were, whatever was sent as a question to the server', () => {
    for (const state of states) {
      const restored = restoredFrom(savedOf(state))
      if (state.step === 'closed' || state.step === 'success') expect(restored).toBeNull()
      else if (state.step === 'error') expect(restored).toEqual({ step: 'method', draft: state.intent.draft })
      else if ('intent' in state)
        expect(restored).toEqual({ step: 'checking', intent: state.intent, mayRetry: false })
      else expect(restored).toMatchObject({ step: state.step, draft: state.draft })
    }
  })

  it('keeps nothing that is not in the draft', () => {
    const asked: FundsState = {
      step: 'confirming',
      intent: intentOf('card'),
      question: { deposit, stripe: { clientSecret: 'secret', publishableKey: 'pk' } },
    }
    expect(savedOf(asked)).not.toContain('secret')
  })

  it('reads back nothing of another shape', () => {
    for (const text of ['', '{', '{"version":0,"step":"method"}', '{"version":1,"step":"success"}'])
      expect(restoredFrom(text)).toBeNull()
    expect(savedIntentOf({ draft: filled, key })).toBeNull()
    expect(savedIntentOf(intentOf('card'))).toEqual(intentOf('card'))
  })
})
