import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLOSED } from '../../../../web/flow/binding.ts'
import {
  type Draft,
  type Intent,
  type Receipt,
  type SendEvent,
  type SendState,
  transition,
} from '../../../../web/pages/wallet/send/machine.ts'

const draft: Draft = { variant: 'unified', to: '@grace', currency: 'USD', amount: '25.00', message: 'Dinner' }
const payee = { name: 'Grace Hopper', handle: 'grace', did: 'did:youtility:g', known: false }
const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const intent: Intent = { draft, payee, key }
const receipt: Receipt = { transfer_id: 't', status: 'processing', created_at: '2026-11-20T12:00:00Z' }

const failure = { message: 'No', reason: null, code: null, problems: {} }

const closed: SendState = CLOSED
const details: SendState = { step: 'details', draft, problems: {} }
const lookingUp: SendState = { step: 'looking_up', draft }
const confirm: SendState = { step: 'review', intent, problem: null }
const processing: SendState = { step: 'processing', intent, doubtful: false }
const retrying: SendState = { step: 'processing', intent, doubtful: true }
const checking: SendState = { step: 'checking', intent, mayRetry: false }
const denied: SendState = { step: 'checking', intent, mayRetry: true }
const success: SendState = { step: 'success', intent, receipt }
const failed: SendState = {
  step: 'error',
  intent,
  failure: { ...failure, problems: { amount: 'No' } },
}
const states = [closed, details, lookingUp, confirm, processing, retrying, checking, denied, success, failed]

const events: SendEvent[] = [
  { type: 'opened', draft },
  { type: 'reopened', intent },
  { type: 'restored', state: confirm },
  { type: 'drafted', draft },
  { type: 'continued', draft },
  { type: 'payee_found', draft, payee, key },
  { type: 'payee_refused', draft, problems: { to_user_identifier: 'Nobody' } },
  { type: 'went_back' },
  { type: 'confirmed' },
  { type: 'tried_again', newKey: otherKey },
  { type: 'discarded' },
  { type: 'closed' },
  { type: 'done', key, receipt },
  { type: 'done', key: otherKey, receipt },
  { type: 'refused', key, failure },
  { type: 'refused', key: otherKey, failure },
  { type: 'not_sent', key, message: 'Offline' },
  { type: 'lost', key },
  { type: 'denied', key },
  { type: 'denied', key: otherKey },
]

const after = (state: SendState, ...happened: SendEvent[]): SendState => happened.reduce(transition, state)

describe('the way from details to receipt', () => {
  it('goes through the server’s recipient, the review and the sending', () => {
    expect(
      after(
        closed,
        { type: 'opened', draft },
        { type: 'continued', draft },
        { type: 'payee_found', draft, payee, key },
        { type: 'confirmed' },
        { type: 'done', key, receipt },
      ),
    ).toEqual(success)
  })

  it('names an unknown recipient on the field and keeps what was typed', () => {
    const problems = { to_user_identifier: 'No member has this handle.' }
    expect(after(lookingUp, { type: 'payee_refused', draft, problems })).toEqual({
      step: 'details',
      draft,
      problems,
    })
  })

  it('drops the recipient of an older draft', () => {
    const older = { ...draft }
    expect(transition(lookingUp, { type: 'payee_found', draft: older, payee, key })).toBe(lookingUp)
  })

  it('goes back from the review, and from an error to the details', () => {
    expect(transition(confirm, { type: 'went_back' })).toEqual(details)
    expect(transition(failed, { type: 'tried_again', newKey: otherKey })).toEqual({
      ...details,
      problems: { amount: 'No' },
    })
  })

  it('shows a returned transfer as a failure, however it was learned of', () => {
    const returned: Receipt = { ...receipt, status: 'returned' }
    for (const state of [processing, checking, success]) {
      expect(transition(state, { type: 'done', key, receipt: returned }).step).toBe('error')
    }
  })

  it('says on the receipt when the transfer has arrived', () => {
    const completed: Receipt = { ...receipt, status: 'completed' }
    expect(transition(success, { type: 'done', key, receipt: completed })).toEqual({
      ...success,
      receipt: completed,
    })
  })
})

describe('sending once', () => {
  it('has no edge from processing to processing: a second click changes nothing', () => {
    for (const state of [processing, retrying]) {
      for (const event of events) {
        const next = transition(state, event)
        if (next.step === 'processing') expect(next).toBe(state)
      }
    }
  })

  it('reaches processing from the review and from a denied check only, under the same key', () => {
    for (const state of states) {
      for (const event of events.filter(({ type }) => type !== 'restored')) {
        const next = transition(state, event)
        if (next.step !== 'processing' || next === state) continue
        expect([confirm, denied]).toContain(state)
        expect(next.intent).toBe(intent)
      }
    }
  })

  it('can’t be closed or left while processing', () => {
    expect(transition(processing, { type: 'closed' })).toBe(processing)
    expect(transition(processing, { type: 'went_back' })).toBe(processing)
  })

  it('ignores answers to another key', () => {
    for (const state of [processing, checking, success]) {
      expect(transition(state, { type: 'done', key: otherKey, receipt })).toBe(state)
      expect(transition(state, { type: 'refused', key: otherKey, failure })).toBe(state)
    }
  })

  it('never gives an intent another key, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (happened) => {
        let state: SendState = closed
        let unsettled: string | null = null
        for (const event of happened) {
          const next = transition(state, event)
          if (next.step === 'processing' && unsettled !== null && state.step !== 'review') {
            expect(next.intent.key).toBe(unsettled)
          }
          unsettled = next.step === 'processing' || next.step === 'checking' ? next.intent.key : null
          state = next
        }
      }),
    )
  })
})

describe('a lost answer', () => {
  it('leads to asking, never to the details or a blind retry', () => {
    expect(transition(processing, { type: 'lost', key })).toEqual(checking)
    expect(transition(checking, { type: 'confirmed' })).toBe(checking)
    expect(transition(checking, { type: 'discarded' })).toBe(checking)
  })

  it('finds out that the money went', () => {
    expect(transition(checking, { type: 'done', key, receipt })).toEqual(success)
  })

  it('offers to send again under the same key once the server has denied it for long enough', () => {
    expect(after(checking, { type: 'denied', key }, { type: 'confirmed' })).toEqual(retrying)
  })

  it('may be found after all while the retry is offered', () => {
    expect(transition(denied, { type: 'done', key, receipt })).toEqual(success)
  })

  it('does not trust a retry that was not sent to say anything about the first attempt', () => {
    expect(transition(processing, { type: 'not_sent', key, message: 'Offline' })).toEqual({
      ...confirm,
      problem: 'Offline',
    })
    expect(transition(retrying, { type: 'not_sent', key, message: 'Offline' })).toEqual(denied)
  })
})
