import { expect, it } from 'vitest'
import { CLOSED } from '../../../../web/flow/machine.ts'
import * as funds from '../../../../web/pages/deposits/machine.ts'
import {
  confirmed,
  denied,
  failure,
  faultFound,
  faulty,
  type FlowUnderTest,
  holds,
  key,
  lost,
  notSent,
  otherKey,
  refused,
  triedAgain,
  wentBack,
} from '../support/flow-laws.ts'

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
