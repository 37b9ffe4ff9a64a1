import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, OfflineError, UnknownOutcomeError, UNREADABLE } from '../../../../web/data/errors.ts'
import { eventOf } from '../../../../web/flow/attempt.ts'
import {
  type BindingEvent,
  bindingMachine,
  type BindingState,
  CLOSED,
  settledKey,
} from '../../../../web/flow/machine.ts'
import { savedBinding } from '../../../../web/flow/saved.ts'

/** A minimal flow: a word is written, reviewed and sent. */
interface Intent {
  readonly word: string
  readonly key: string
}
interface Writing {
  readonly step: 'writing'
  readonly word: string
}
type State = BindingState<Intent, string, Writing>
type Event = BindingEvent<Intent, string, Writing>

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const intent: Intent = { word: 'hello', key }
const failure = { message: 'Failed', reason: 'No', code: 'no', problems: {} }
const transition = bindingMachine<Intent, string, Writing, never>({
  beforeReview: ({ word }) => ({ step: 'writing', word }),
})

const writing: State = { step: 'writing', word: 'hello' }
const review: State = { step: 'review', intent, problem: null }
const processing: State = { step: 'processing', intent, doubtful: false }
const retrying: State = { step: 'processing', intent, doubtful: true }
const checking: State = { step: 'checking', intent, mayRetry: false }
const denied: State = { step: 'checking', intent, mayRetry: true }
const success: State = { step: 'success', intent, receipt: 'r' }
const error: State = { step: 'error', intent, failure }
const states = [CLOSED, writing, review, processing, retrying, checking, denied, success, error]

const events: Event[] = [
  { type: 'reviewed', intent: { word: 'bye', key: otherKey } },
  { type: 'submitted', intent: { word: 'bye', key: otherKey } },
  { type: 'reopened', intent },
  { type: 'restored', state: checking },
  { type: 'tried_again', newKey: otherKey },
  ...(['went_back', 'confirmed', 'discarded', 'closed', 'dismissed'] as const).map((type) => ({ type })),
  ...[key, otherKey].flatMap((named): Event[] => [
    { type: 'done', key: named, receipt: 'r' },
    { type: 'refused', key: named, failure },
    { type: 'not_sent', key: named, message: 'Offline' },
    { type: 'lost', key: named },
    { type: 'denied', key: named },
  ]),
]
const after = (state: State, ...happened: Event[]): State => happened.reduce(transition, state)

describe('sending once', () => {
  it('has no edge from processing to processing, and none out of it but by an answer under its key', () => {
    for (const state of [processing, retrying])
      for (const event of events) {
        const next = transition(state, event)
        if (next.step === 'processing') expect(next).toBe(state)
        if (next !== state) expect('key' in event && event.key === key).toBe(true)
      }
  })

  it('begins by a form that is complete, a confirmed review, or a retry that the server has allowed', () => {
    for (const state of states)
      for (const event of events) {
        const next = transition(state, event)
        if (next.step !== 'processing' || state.step === 'processing') continue
        expect([review, denied, writing, CLOSED]).toContain(state)
        expect(event.type).toBe(state === review || state === denied ? 'confirmed' : 'submitted')
      }
  })

  it('never changes the intent or its key while anything is awaited, in whatever order things happen', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(fc.constantFrom(...events), { maxLength: 40 }),
        (start, happened) => {
          let state: State = start
          for (const event of happened) {
            const next = transition(state, event)
            const awaited = state.step === 'processing' || state.step === 'checking'
            if (awaited && 'intent' in state && 'intent' in next) expect(next.intent).toBe(state.intent)
            state = next
          }
        },
      ),
    )
  })
})

describe('a lost answer', () => {
  it('is asked about, and repeated under its key only once the server has denied it for long enough', () => {
    expect(transition(processing, { type: 'lost', key })).toEqual(checking)
    for (const type of ['confirmed', 'discarded'] as const)
      expect(transition(checking, { type })).toBe(checking)
    expect(after(checking, { type: 'denied', key }, { type: 'confirmed' })).toEqual(retrying)
    expect(transition(denied, { type: 'done', key, receipt: 'r' })).toEqual(success)
    expect(transition(denied, { type: 'discarded' })).toEqual(writing)
  })

  it('stays in doubt when the repetition was not sent; a first attempt that was not goes back to its review', () => {
    expect(transition(retrying, { type: 'not_sent', key, message: 'Offline' })).toEqual(denied)
    expect(transition(processing, { type: 'not_sent', key, message: 'Offline' })).toEqual({
      ...review,
      problem: 'Offline',
    })
  })

  it('stays on the device when its dialog is closed, and goes when its end is known or it was given up', () => {
    expect(settledKey(checking, transition(checking, { type: 'closed' }), { type: 'closed' })).toBeNull()
    expect(settledKey(processing, checking, { type: 'lost' })).toBeNull()
    for (const [next, type] of [
      [success, 'done'],
      [error, 'refused'],
      [review, 'not_sent'],
      [writing, 'discarded'],
      [CLOSED, 'done'],
    ] as const)
      expect(settledKey(checking, next, { type })).toBe(key)
  })
})

describe('a refusal', () => {
  it('is tried again under a new key, after another review', () =>
    expect(
      after(processing, { type: 'refused', key, failure }, { type: 'tried_again', newKey: otherKey }),
    ).toEqual({
      step: 'review',
      intent: { ...intent, key: otherKey },
      problem: null,
    }))
})

describe('what a failed call means', () => {
  const fields = { to_user: 'Nobody', other: 'x' }
  it.each([
    [new OfflineError(), 'not_sent'],
    [new ApiError(429, 'too_many_requests', 'Wait.'), 'not_sent'],
    [new UnknownOutcomeError(), 'lost'],
    [new ApiError(409, 'in_progress', 'Wait.'), 'lost'],
    [new ApiError(422, 'insufficient_funds', 'Too little.'), 'refused'],
    [new Error('bug'), 'refused'],
  ] as const)('%s: %s', (thrown, type) => {
    expect(eventOf(key, thrown, 'Failed to send')).toMatchObject({ type, key })
  })

  it('says the specification’s sentence, the server’s reason where it can be read, and what is wrong with a field', () => {
    const refused = eventOf(
      key,
      new ApiError(400, 'invalid', 'Who?', fields),
      'Failed',
      (field) => ({ to_user: 'to' })[field],
    )
    expect(refused).toMatchObject({
      failure: { message: 'Failed', reason: 'Who?', code: 'invalid', problems: { to: 'Nobody' } },
    })
    expect(eventOf(key, new ApiError(400, UNREADABLE, 'status 400'), 'Failed')).toMatchObject({
      failure: { message: 'Failed', reason: null, problems: {} },
    })
  })
})

describe('a reload', () => {
  const saved = savedBinding({
    version: 3,
    intent: z.object({ word: z.string(), key: z.uuid() }),
    form: {
      schema: z.object({ step: z.literal('writing'), word: z.string() }),
      restored: (kept): Writing => kept,
    },
    isAskable: ({ word }) => word !== 'unasked',
  })
  const reloaded = (state: State) => saved.restoredFrom(saved.savedOf(state))

  it('keeps the form and the review under its key; what was sent becomes a question to the server', () => {
    for (const state of [writing, review]) expect(reloaded(state)).toEqual(state)
    for (const state of [processing, retrying, checking, denied]) expect(reloaded(state)).toEqual(checking)
    for (const state of [CLOSED, success, error]) expect(saved.savedOf(state)).toBeNull()
    expect(saved.savedOf({ ...processing, intent: { ...intent, word: 'unasked' } })).toBeNull()
  })

  it('reads nothing of another version or shape', () => {
    const text = saved.savedOf(review) ?? ''
    for (const other of [
      null,
      '',
      '{',
      text.replace('"version":3', '"version":2'),
      text.replace(key, 'no key'),
    ])
      expect(saved.restoredFrom(other)).toBeNull()
    expect(saved.savedIntentOf({ word: 1, key })).toBeNull()
  })
})
