import { CLOSED } from '../../../../web/flow/machine.ts'
import * as token from '../../../../web/pages/token/action/machine.ts'
import {
  confirmed,
  failure,
  type FlowUnderTest,
  holds,
  key,
  notSent,
  otherKey,
  refused,
  wentBack,
} from '../support/flow-laws.ts'

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
