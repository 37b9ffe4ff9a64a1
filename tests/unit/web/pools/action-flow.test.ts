import { expect, it } from 'vitest'
import { CLOSED } from '../../../../web/flow/machine.ts'
import { type Action as PoolAction, EMPTY_POOL } from '../../../../web/pages/pools/action/actions.ts'
import * as pools from '../../../../web/pages/pools/action/machine.ts'
import {
  confirmed,
  failure,
  faultFound,
  faulty,
  type FlowUnderTest,
  holds,
  key,
  notSent,
  otherKey,
  refused,
  triedAgain,
  wentBack,
} from '../support/flow-laws.ts'

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
