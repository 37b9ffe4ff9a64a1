import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransferRequest } from '../../../../api/contract/requests.ts'
import type { SavedBankAccount, Withdrawal } from '../../../../api/contract/withdrawals.ts'
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
import * as funds from '../../../../web/pages/deposits/machine.ts'
import * as device from '../../../../web/pages/devices/add/machine.ts'
import { ADD_DEFAULTS } from '../../../../web/pages/devices/add/values.ts'
import { type Action as PoolAction, EMPTY_POOL } from '../../../../web/pages/pools/action/actions.ts'
import * as pools from '../../../../web/pages/pools/action/machine.ts'
import * as answer from '../../../../web/pages/requests/flow.ts'
import * as token from '../../../../web/pages/token/action/machine.ts'
import * as send from '../../../../web/pages/wallet/send/machine.ts'
import * as cancel from '../../../../web/pages/wallet/withdraw/cancel/flow.ts'
import * as withdraw from '../../../../web/pages/wallet/withdraw/machine.ts'

/*
 * Every flow is the one machine of machine.ts with forms of its own. What must hold of all of them is said once, below;
 * a flow's row has what is its own: its steps, its events, and the ways that lead through them.
 */

const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const otherKey = '00000000-6a43-4f5b-9a52-0a1b2c3d4e5f'
const failure = { message: 'Failed', reason: 'No', code: 'no', problems: {} }
const faulty = { ...failure, problems: { amount: 'Too much' } }

const confirmed = { type: 'confirmed' } as const
const closed = { type: 'closed' } as const
const wentBack = { type: 'went_back' } as const
const lost = { type: 'lost', key } as const
const denied = { type: 'denied', key } as const
const notSent = { type: 'not_sent', key, message: 'Offline' } as const
const refused = { type: 'refused', key, failure } as const
const faultFound = { type: 'refused', key, failure: faulty } as const
const triedAgain = { type: 'tried_again', newKey: otherKey } as const

interface FlowUnderTest<Intent extends Keyed, Receipt, Form extends OwnStep, Own> {
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
const holds = <Intent extends Keyed, Receipt, Form extends OwnStep, Own extends { readonly type: string }>(
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

const draft = {
  variant: 'unified',
  to: '@grace',
  currency: 'USD',
  amount: '25.00',
  message: 'Dinner',
} as const
const payee = { name: 'Grace Hopper', handle: 'grace', did: 'did:youtility:g', known: false }
const sent: send.Receipt = { transfer_id: 't', status: 'processing', created_at: '2026-11-20T12:00:00Z' }
const details = { step: 'details', draft, problems: {} } as const
const lookingUp = { step: 'looking_up', draft } as const
const sending = { draft, payee, key }
const sendReview = { step: 'review', intent: sending, problem: null } as const
const returned = { type: 'done', key, receipt: { ...sent, status: 'returned' } } as const
const notDelivered = {
  step: 'error',
  failure: { message: expect.stringContaining('back in your wallet') as unknown },
}
holds('sending', {
  ...send,
  intents: [sending],
  receipt: sent,
  steps: [
    [details, details],
    [{ ...details, problems: { to_user_identifier: 'Nobody' } }, details],
    [lookingUp, details],
  ],
  own: [
    { type: 'opened', draft },
    { type: 'drafted', draft },
    { type: 'continued', draft },
    { type: 'payee_found', draft, payee, key },
    { type: 'payee_refused', draft, problems: { to_user_identifier: 'Nobody' } },
  ],
  ways: [
    [
      'goes through the server’s recipient, the review and the sending',
      CLOSED,
      [
        { type: 'opened', draft },
        { type: 'continued', draft },
        { type: 'payee_found', draft, payee, key },
        confirmed,
        { type: 'done', key, receipt: sent },
      ],
      { step: 'success', intent: sending, receipt: sent },
    ],
    [
      'names an unknown recipient on the field and keeps what was typed',
      lookingUp,
      [{ type: 'payee_refused', draft, problems: { to_user_identifier: 'Nobody' } }],
      { ...details, problems: { to_user_identifier: 'Nobody' } },
    ],
    [
      'drops the recipient of an older draft',
      lookingUp,
      [{ type: 'payee_found', draft: { ...draft }, payee, key }],
      lookingUp,
    ],
    ['goes back from the review to the details', sendReview, [wentBack], details],
    [
      'says on the review why nothing was sent',
      sendReview,
      [confirmed, notSent],
      { ...sendReview, problem: 'Offline' },
    ],
    [
      'leads from an error to the details, with what is wrong',
      sendReview,
      [confirmed, faultFound, triedAgain],
      { ...details, problems: faulty.problems },
    ],
    ['shows a returned transfer as a failure', sendReview, [confirmed, returned], notDelivered],
    [
      'says on the receipt when the transfer has arrived',
      sendReview,
      [
        confirmed,
        { type: 'done', key, receipt: sent },
        { type: 'done', key, receipt: { ...sent, status: 'completed' } },
      ],
      { step: 'success', receipt: { status: 'completed' } },
    ],
    ['shows it also when it is looked up', sendReview, [confirmed, lost, returned], notDelivered],
    [
      'shows it also after the receipt',
      sendReview,
      [confirmed, { type: 'done', key, receipt: sent }, returned],
      notDelivered,
    ],
  ],
  refusedKept: details,
  unreadable: [{ draft, key }],
} satisfies FlowUnderTest<send.Intent, send.Receipt, send.Form, send.OwnEvent>)

const request: TransferRequest = {
  id: '5b3f7c57-1443-4579-86c1-b3c223c25138',
  status: 'pending',
  amount: 1250,
  message: 'Dinner',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-12-20T12:00:00Z',
  requester_name: 'Grace Hopper',
  requester_handle: 'grace',
  sender_name: 'Ada Lovelace',
  sender_handle: 'ada',
  transfer_id: null,
  answered_at: null,
}
const approval: answer.Answer = { request, action: 'approve', key }
const paid: TransferRequest = { ...request, status: 'completed' }
holds('answering a request', {
  ...answer,
  intents: [approval, { ...approval, action: 'decline' }, { ...approval, action: 'cancel' }],
  receipt: paid,
  steps: [],
  own: [],
  ways: [
    [
      'is reviewed before it binds',
      CLOSED,
      [{ type: 'reviewed', intent: approval }, confirmed, { type: 'done', key, receipt: paid }],
      { step: 'success', receipt: paid },
    ],
    [
      'is reviewed again under a new key after a refusal',
      CLOSED,
      [{ type: 'reviewed', intent: approval }, confirmed, refused, triedAgain],
      { step: 'review', intent: { ...approval, key: otherKey }, problem: null },
    ],
  ],
  unreadable: [{ ...approval, action: 'burn' }],
} satisfies FlowUnderTest<answer.Answer, TransferRequest, never, never>)

const filled = { method: null, amount: '25.00', from: '@grace', message: 'Dinner' } as const
const by = <const M extends funds.Method>(method: M) => ({ ...filled, method })
const deposit: funds.DepositState = {
  id: 'd',
  stage: 'processing',
  fee: 103,
  total: 2603,
  expectedBy: null,
  heldUntil: null,
}
const credited: funds.Receipt = { kind: 'deposit', deposit: { ...deposit, stage: 'succeeded' } }
const question = { deposit, stripe: { clientSecret: 'secret', publishableKey: 'pk' } }
const method = { step: 'method', draft: filled } as const
const amount = { step: 'amount', draft: by('card'), problems: {}, notice: null } as const
const bank = { ...amount, step: 'bank_details', draft: by('ach') } as const
const asking = { ...amount, step: 'transfer_details', draft: by('internal_transfer') } as const
const paying = <const M extends funds.Method>(way: M) =>
  ({ step: 'processing', intent: { draft: by(way), key }, doubtful: false }) as const
const byCard = { draft: by('card'), key }
const doubted = { step: 'checking', intent: byCard, mayRetry: false } as const
const continued = (typed = {}) => ({ type: 'continued', typed, key }) as const
const opened = { type: 'opened', draft: filled } as const
const faultIn = (field: string) =>
  ({ type: 'refused', key, failure: { ...failure, problems: { [field]: 'No' } } }) as const
holds('adding funds', {
  ...funds,
  intents: [byCard, { draft: by('ach'), key }, { draft: by('internal_transfer'), key }],
  receipt: credited,
  steps: [
    [method, method],
    [amount, amount],
    [bank, bank],
    [{ ...asking, problems: { from: 'Nobody' }, notice: 'No' }, asking],
    [{ step: 'confirming', intent: byCard, question }, doubted],
    [{ step: 'settling', intent: byCard, deposit }, doubted],
  ],
  own: [
    { type: 'opened', draft: funds.EMPTY_DRAFT },
    { type: 'chose', method: 'ach' },
    { type: 'drafted', typed: { amount: '9' } },
    continued(),
    ...[key, otherKey].flatMap((named): funds.OwnEvent[] => [
      { type: 'begun', key: named, deposit },
      { type: 'asked', key: named, question },
      { type: 'unfinished', key: named },
      { type: 'unrepeatable', key: named },
    ]),
  ],
  ways: [
    [
      'by card: method, amount, processing',
      CLOSED,
      [opened, { type: 'chose', method: 'card' }, continued({ amount: '30.00' })],
      { step: 'processing', intent: { draft: { ...by('card'), amount: '30.00' }, key } },
    ],
    [
      'by card: settling, success',
      paying('card'),
      [
        { type: 'begun', key, deposit },
        { type: 'done', key, receipt: credited },
      ],
      { step: 'success' },
    ],
    ['by bank: amount, bank details', CLOSED, [opened, { type: 'chose', method: 'ach' }, continued()], bank],
    ['by bank: processing', bank, [continued()], paying('ach')],
    ['by request: amount, whom to ask', { ...amount, draft: by('internal_transfer') }, [continued()], asking],
    [
      'by request: processing, with what was typed last',
      asking,
      [{ type: 'drafted', typed: { from: '@ada', message: '' } }, continued()],
      { step: 'processing', intent: { draft: { from: '@ada', message: '' } } },
    ],
    ['goes back to the amount', bank, [wentBack], { step: 'amount', draft: by('ach') }],
    [
      'goes back to the methods and keeps what was typed',
      asking,
      [wentBack, wentBack],
      { step: 'method', draft: { amount: '25.00' } },
    ],
    [
      'opens on the amount where a method is given',
      CLOSED,
      [{ type: 'opened', draft: { ...funds.EMPTY_DRAFT, method: 'card' } }],
      { step: 'amount', draft: { method: 'card' } },
    ],
    ['shows a refusal with its reason', paying('card'), [refused], { step: 'error', failure }],
    [
      'leads from a refusal to the methods',
      paying('card'),
      [refused, triedAgain],
      { step: 'method', draft: { amount: '25.00' } },
    ],
    [
      'leads to the bank’s form for its fault',
      paying('ach'),
      [faultIn('routing_number')],
      { step: 'bank_details' },
    ],
    [
      'leads to whom to ask for its fault',
      paying('internal_transfer'),
      [faultIn('from')],
      { step: 'transfer_details' },
    ],
    [
      'leads to the amount for its fault',
      paying('internal_transfer'),
      [faultFound],
      { step: 'amount', problems: faulty.problems },
    ],
    ['leads to the amount for a fault of a card', paying('card'), [faultFound], { step: 'amount' }],
    [
      'says on the amount why nothing was sent',
      paying('card'),
      [notSent],
      { step: 'amount', notice: 'Offline' },
    ],
    ['says it on the bank’s form', paying('ach'), [notSent], { step: 'bank_details', notice: 'Offline' }],
    [
      'says it where it is asked whom to ask',
      paying('internal_transfer'),
      [notSent],
      { step: 'transfer_details' },
    ],
    [
      'leads back to the amount when it is given up',
      paying('card'),
      [lost, denied, { type: 'discarded' }],
      { step: 'amount', draft: { amount: '25.00' } },
    ],
    [
      'asks for bank details anew where they are gone',
      paying('ach'),
      [lost, { type: 'unrepeatable', key }],
      { step: 'bank_details', notice: expect.stringContaining('not received') as unknown },
    ],
    [
      'asks for the card where the server waits for it',
      paying('card'),
      [lost, { type: 'unfinished', key }],
      { step: 'processing', doubtful: true },
    ],
    [
      'awaits the outcome after the issuer',
      paying('card'),
      [{ type: 'asked', key, question }, confirmed],
      { step: 'settling', deposit },
    ],
    [
      'fails after the issuer',
      paying('card'),
      [{ type: 'asked', key, question }, confirmed, refused],
      { step: 'error' },
    ],
    [
      'replaces a receipt by a later failure',
      paying('ach'),
      [{ type: 'done', key, receipt: credited }, refused],
      { step: 'error' },
    ],
  ],
  begins: ['continued', 'unfinished'],
  refusedKept: { step: 'method', draft: by('card') },
  unreadable: [{ draft: filled, key }],
} satisfies FlowUnderTest<funds.Intent, funds.Receipt, funds.Form, funds.OwnEvent>)

it('keeps no secret of a card on the device', () =>
  expect(funds.saved.savedOf({ step: 'confirming', intent: byCard, question })).not.toContain('secret'))

const proposal = { ...token.EMPTY_PROPOSAL, title: 'Quieter bells', description: 'Ring less.' }
const stake: token.Intent = { action: { kind: 'stake', amount: '12.5' }, key }
const propose: token.Intent = { action: { kind: 'propose', draft: proposal }, key }
const vote: token.Intent = {
  action: {
    kind: 'vote',
    proposalId: otherKey,
    title: 'Quieter bells',
    vote: 'for',
    before: null,
    weight: '20',
    endsAt: '2026-11-25T12:00:00.000Z',
  },
  key,
}
const composing = { step: 'composing', draft: proposal } as const
const staking = { step: 'processing', intent: stake, doubtful: false } as const
holds('an action on the token', {
  ...token,
  intents: [stake, vote, propose, { action: { kind: 'claim', amount: '0.5' }, key }],
  receipt: null,
  steps: [[composing, composing]],
  own: [
    { type: 'composed', draft: proposal },
    { type: 'drafted', draft: { ...proposal, title: 'Louder bells' } },
  ],
  ways: [
    [
      'closes with its outcome',
      CLOSED,
      [{ type: 'reviewed', intent: stake }, confirmed, { type: 'done', key, receipt: null }],
      { step: 'closed', last: { intent: stake, ok: true, receipt: null } },
    ],
    [
      'closes with the reason',
      staking,
      [refused],
      { step: 'closed', last: { intent: stake, ok: false, failure } },
    ],
    ['says on the review why nothing was sent', staking, [notSent], { step: 'review', problem: 'Offline' }],
    [
      'leads a proposal back from its review to its form with all that was written',
      composing,
      [{ type: 'reviewed', intent: propose }, wentBack],
      composing,
    ],
  ],
  unreadable: [{ action: { kind: 'burn' }, key }],
} satisfies FlowUnderTest<token.Intent, token.Paid, token.Composing, token.OwnEvent>)

const pool = { id: otherKey, name: 'Phone bill' }
const create: PoolAction = { ...EMPTY_POOL, name: 'Phone bill' }
const add = { kind: 'add', pool, amount: '50' } as const
const settings = { kind: 'settings', pool, autoPay: false, target: '' } as const
const pay: PoolAction = {
  kind: 'pay',
  bill: { id: otherKey, title: 'Tellepathy', period: '2026-10', amountCents: 3_500, dueOn: '2026-11-08' },
}
const fallback: PoolAction = { kind: 'wallet_fallback', allowed: true }
const adding: pools.Intent = { action: add, key }
const setting: pools.Intent = { action: settings, key }
const falling: pools.Intent = { action: fallback, key }
const managing = { step: 'managing', pool } as const
const writing = { step: 'composing', draft: add, problems: {} } as const
const money = { amountCents: 5_000, pending: false }
const moved = { type: 'done', key, receipt: money } as const
const reviewed = (action: PoolAction) => ({ type: 'reviewed', intent: { action, key } }) as const
const saving = { type: 'submitted', intent: setting } as const
const settingsForm = { type: 'composed', draft: settings } as const
holds('an action on a pool or a bill', {
  ...pools,
  intents: [
    adding,
    setting,
    falling,
    ...[
      create,
      { ...add, kind: 'withdraw' } as const,
      { kind: 'close', pool, valueCents: 12_345 } as const,
      pay,
    ].map((action): pools.Intent => ({ action, key })),
  ],
  receipt: null,
  steps: [
    [managing, null],
    [writing, writing],
    [{ ...writing, problems: { amount: 'No' } }, writing],
  ],
  own: [
    { type: 'managed', pool },
    { type: 'composed', draft: add },
    { type: 'drafted', draft: { ...add, amount: '60' } },
  ],
  ways: [
    [
      'creates a pool by its form and its review, and closes',
      CLOSED,
      [{ type: 'composed', draft: EMPTY_POOL }, reviewed(create), confirmed, moved],
      { step: 'closed', last: { ok: true, intent: { action: create, key }, receipt: money } },
    ],
    [
      'stays open with the reason',
      CLOSED,
      [reviewed(create), confirmed, refused],
      { step: 'error', failure },
    ],
    [
      'leads from the reason to the form, with what is wrong',
      CLOSED,
      [reviewed(create), confirmed, faultFound, triedAgain],
      { step: 'composing', draft: create, problems: faulty.problems },
    ],
    [
      'moves money by the choice, the form and the review, to a receipt',
      CLOSED,
      [{ type: 'managed', pool }, { type: 'composed', draft: add }, reviewed(add), confirmed, moved],
      { step: 'success', intent: adding, receipt: money },
    ],
    ['goes back from the review to the form', writing, [reviewed(add), wentBack], writing],
    ['goes back from the form to the choice', writing, [wentBack], managing],
    [
      'goes back from the review of closing to the choice',
      managing,
      [reviewed({ kind: 'close', pool, valueCents: 1 }), wentBack],
      managing,
    ],
    ['goes back from the review of a bill to the page', CLOSED, [reviewed(pay), wentBack], CLOSED],
    [
      'has a new key after a refusal of what has no form',
      CLOSED,
      [reviewed(pay), confirmed, refused, triedAgain],
      { step: 'review', intent: { action: pay, key: otherKey }, problem: null },
    ],
    [
      'saves settings from their form, without a review',
      CLOSED,
      [settingsForm, saving, { type: 'done', key, receipt: null }],
      { step: 'closed', last: { ok: true, intent: setting, receipt: null } },
    ],
    [
      'says why settings were not sent',
      CLOSED,
      [settingsForm, saving, notSent],
      { step: 'error', failure: { reason: 'Offline' } },
    ],
    [
      'leads from there to their form',
      CLOSED,
      [settingsForm, saving, notSent, triedAgain],
      { step: 'composing', draft: settings },
    ],
  ],
  unasked: [setting, falling],
  unreadable: [{ action: { kind: 'burn' }, key }],
} satisfies FlowUnderTest<pools.Intent, pools.Result, pools.Form, pools.OwnEvent>)

it('keeps the form of a pool that was refused', () => {
  const intent = { action: create, key }
  expect(pools.saved.restoredFrom(pools.saved.savedOf({ step: 'error', intent, failure }))).toEqual({
    step: 'composing',
    draft: create,
    problems: {},
  })
})

it('begins a pool with the defaults of the specification', () =>
  expect(EMPTY_POOL).toEqual({
    kind: 'create',
    name: '',
    type: 'mixed',
    risk: 'moderate',
    initial: '100',
    target: '5',
    autoPay: true,
  }))

const kitchen = { ...ADD_DEFAULTS, device_label: 'Kitchen' }
const order: device.Order = { draft: kitchen, key }
const editing = { step: 'editing', draft: kitchen, problem: null } as const
const problem = { reason: 'No', fields: { device_label: 'Too many.' } }
const submitted = { type: 'submitted', intent: order } as const
holds('ordering an eSIM', {
  ...device,
  intents: [order],
  receipt: null,
  steps: [
    [editing, editing],
    [{ ...editing, problem }, editing],
  ],
  own: [
    { type: 'opened', draft: ADD_DEFAULTS },
    { type: 'drafted', draft: kitchen },
    { type: 'invalid', problem },
  ],
  ways: [
    [
      'closes when it is provisioned',
      editing,
      [submitted, { type: 'done', key, receipt: null }],
      { step: 'closed', last: { ok: true, intent: order } },
    ],
    [
      'begins anew with the defaults',
      editing,
      [submitted, { type: 'done', key, receipt: null }, { type: 'opened', draft: ADD_DEFAULTS }],
      { step: 'editing', draft: ADD_DEFAULTS, problem: null },
    ],
    [
      'stays open with what was typed and the reason when it is refused',
      editing,
      [submitted, { type: 'refused', key, failure: { ...failure, problems: problem.fields } }],
      { ...editing, problem },
    ],
    [
      'goes back to the form with the reason when nothing was sent',
      editing,
      [submitted, notSent],
      { ...editing, problem: { reason: 'Offline', fields: {} } },
    ],
    [
      'drops the problems of fields when something is typed, not the reason',
      editing,
      [
        { type: 'invalid', problem },
        { type: 'drafted', draft: kitchen },
      ],
      { problem: { reason: 'No', fields: expect.not.objectContaining(problem.fields) as unknown } },
    ],
  ],
  refusedKept: editing,
  unreadable: [{ draft: {}, key }],
} satisfies FlowUnderTest<device.Order, null, device.Editing, device.OwnEvent>)

const account: SavedBankAccount = {
  id: '1f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  holder_name: 'Ada Lovelace',
  bank_name: 'First Example Bank',
  last4: '6789',
  account_type: 'checking',
  rails: ['ach', 'instant'],
  state: 'waiting',
  usable_from: '2026-11-28T10:00:00Z',
  created_at: '2026-11-27T10:00:00Z',
}
const knownAs = {
  id: account.id,
  bank_name: account.bank_name,
  last4: '6789',
  account_type: 'checking',
} as const
const paidOut: Withdrawal = {
  withdrawal_id: '2f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  state: 'preparing',
  amount_usd: '25.00',
  fee_usd: '0.00',
  total_usd: '25.00',
  rail: 'ach',
  fell_back: false,
  bank_account: knownAs,
  cancellable_until: '2026-11-27T12:30:00Z',
  arrives_by: '2026-12-02',
  reason: null,
  created_at: '2026-11-27T12:20:00Z',
  sent_at: null,
  updated_at: '2026-11-27T12:20:00Z',
  position: '4711',
}
const toBank: withdraw.Draft = { amount: '25.00', accountId: account.id, rail: 'ach' }
const withdrawing: withdraw.Intent = {
  draft: toBank,
  account: knownAs,
  feeUsd: '0.00',
  arrivesBy: '2026-12-02',
  key,
}
const howMuch = { step: 'details', draft: toBank, problems: {} } as const
const listed = { step: 'accounts', draft: toBank } as const
const typing = {
  step: 'new_account',
  draft: toBank,
  from: 'details',
  problems: {},
  notice: null,
} as const
const savingAccount = { step: 'saving_account', draft: toBank, from: 'accounts' } as const
const withdrawReview = { step: 'review', intent: withdrawing, problem: null } as const
holds('withdrawing', {
  ...withdraw,
  intents: [withdrawing, { ...withdrawing, draft: { ...toBank, rail: 'instant' }, feeUsd: '1.50' }],
  receipt: paidOut,
  steps: [
    [howMuch, howMuch],
    [{ ...howMuch, problems: { amount: 'No' } }, howMuch],
    // What is typed of an account is never stored, so a reload leads back to the form before it.
    [listed, howMuch],
    [typing, howMuch],
    [savingAccount, howMuch],
  ],
  own: [
    { type: 'opened', draft: withdraw.EMPTY_DRAFT },
    { type: 'drafted', draft: { ...toBank, amount: '9' } },
    { type: 'listed_accounts' },
    { type: 'began_account' },
    { type: 'sent_account' },
    { type: 'saved_account', account },
    { type: 'refused_account', problems: { account_number: 'No' }, notice: null },
  ],
  ways: [
    [
      'goes through the form and the review',
      CLOSED,
      [
        { type: 'opened', draft: toBank },
        { type: 'reviewed', intent: withdrawing },
        confirmed,
        { type: 'done', key, receipt: paidOut },
      ],
      { step: 'success', intent: withdrawing, receipt: paidOut },
    ],
    ['goes back from the review to the form', withdrawReview, [wentBack], howMuch],
    [
      'adds an account on the way, which is then the chosen one',
      { ...howMuch, draft: { ...toBank, accountId: null } },
      [{ type: 'began_account' }, { type: 'sent_account' }, { type: 'saved_account', account }],
      howMuch,
    ],
    ['goes back from a new account to the form', typing, [wentBack], howMuch],
    ['goes back from a new account to the list', { ...typing, from: 'accounts' }, [wentBack], listed],
    ['goes back from the list to the form', howMuch, [{ type: 'listed_accounts' }, wentBack], howMuch],
    [
      'says what is wrong with a new account, and keeps where it was begun',
      savingAccount,
      [{ type: 'refused_account', problems: { account_number: 'No' }, notice: 'Why' }],
      { ...typing, from: 'accounts', problems: { account_number: 'No' }, notice: 'Why' },
    ],
    ['does not leave while an account is being saved', savingAccount, [wentBack], savingAccount],
    [
      'leads from an error to the form, with what is wrong',
      withdrawReview,
      [confirmed, faultFound, triedAgain],
      { ...howMuch, problems: faulty.problems },
    ],
  ],
  refusedKept: howMuch,
  unreadable: [{ ...withdrawing, account: null }],
} satisfies FlowUnderTest<withdraw.Intent, Withdrawal, withdraw.Form, withdraw.OwnEvent>)

const stopping: cancel.Intent = { withdrawal: paidOut, key }
const stopped: Withdrawal = { ...paidOut, state: 'cancelled', cancellable_until: null, arrives_by: null }
holds('cancelling a withdrawal', {
  ...cancel,
  intents: [stopping],
  receipt: stopped,
  steps: [],
  own: [],
  ways: [
    [
      'is reviewed before it binds',
      CLOSED,
      [{ type: 'reviewed', intent: stopping }, confirmed, { type: 'done', key, receipt: stopped }],
      { step: 'success', receipt: stopped },
    ],
  ],
  unreadable: [{ key }],
} satisfies FlowUnderTest<cancel.Intent, Withdrawal, never, never>)
