import { expect, it } from 'vitest'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { activityChanges } from '../../../projections/activity/changes.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { withdrawalChanges } from '../../../projections/withdrawals/changes.ts'
import { cents, memberNamed, recorded, timeOf } from '../../support/wallet-log.ts'
import { idOf } from '../../support/wallet-spec.ts'

const memberId = memberNamed('ada')
const id = idOf('withdrawal')
const accountId = idOf('account')
const withdrawal = { withdrawalId: id, memberId, amount: cents(700) }
const requested: WalletEvent = {
  type: 'WithdrawalRequested',
  data: { ...withdrawal, accountId, provenAt: timeOf(0) },
}
const ordered: WalletEvent = { type: 'WithdrawalOrdered', data: { withdrawalId: id, memberId } }
const sent: WalletEvent = { type: 'WithdrawalSent', data: { ...withdrawal, reference: 'bank_1' } }
const returned: WalletEvent = { type: 'WithdrawalReturned', data: { ...withdrawal, reason: 'R03' } }
const cancelled: WalletEvent = { type: 'WithdrawalCancelled', data: withdrawal }
const batch = (...events: readonly WalletEvent[]) => recorded(events.map((event) => ({ memberId, event })))

it('begin with the order, and follow what becomes of them, netted over a batch', () => {
  expect(withdrawalChanges(batch(requested, ordered, sent))).toEqual({
    begun: [
      {
        id,
        memberId,
        accountId,
        minor: 700n,
        state: 'sent',
        reference: 'bank_1',
        reason: null,
        requestedAt: timeOf(0),
        sentAt: timeOf(2),
        updatedAt: timeOf(2),
        position: 1n,
      },
    ],
    steps: [],
  })
})

it('change a row of an earlier batch only in what is new', () => {
  expect(withdrawalChanges(batch(ordered, sent, returned))).toEqual({
    begun: [],
    steps: [
      { id, state: 'returned', reference: 'bank_1', reason: 'R03', sentAt: timeOf(1), updatedAt: timeOf(2) },
    ],
  })
  expect(withdrawalChanges(batch(cancelled))).toMatchObject({
    steps: [{ id, state: 'cancelled', reference: null, reason: null, sentAt: null }],
  })
})

it('are a line of activity when the money leaves, and another when it is back', () => {
  const lines = (...events: readonly WalletEvent[]) =>
    activityChanges(walletFacts(batch(...events))).lines.map(({ kind, minor, status }) => [
      kind,
      minor,
      status,
    ])
  expect(lines(requested, ordered, sent)).toEqual([['withdrawal', -700n, 'completed']])
  expect(lines(requested, ordered, sent, returned)).toEqual([
    ['withdrawal', -700n, 'completed'],
    ['withdrawal_returned', 700n, 'completed'],
  ])
})
