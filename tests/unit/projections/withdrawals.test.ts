import { expect, it } from 'vitest'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { activityChanges } from '../../../projections/activity/changes.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { withdrawals } from '../../../projections/withdrawals/projection.ts'
import { cents, memberNamed, recorded, timeOf } from '../../support/wallet-log.ts'
import { idOf } from '../../support/wallet-spec.ts'

const memberId = memberNamed('ada')
const id = idOf('withdrawal')
const accountId = idOf('account')
const withdrawal = { withdrawalId: id, memberId, amount: cents(700) }
const requested: WalletEvent = {
  type: 'WithdrawalRequested',
  data: { ...withdrawal, accountId, rail: 'ach', provenAt: timeOf(0) },
}
const ordered: WalletEvent = { type: 'WithdrawalOrdered', data: { withdrawalId: id, memberId } }
const sent: WalletEvent = { type: 'WithdrawalSent', data: { ...withdrawal, reference: 'bank_1' } }
const returned: WalletEvent = { type: 'WithdrawalReturned', data: { ...withdrawal, reason: 'R03' } }
const cancelled: WalletEvent = { type: 'WithdrawalCancelled', data: withdrawal }
const batch = (...events: readonly WalletEvent[]) => recorded(events.map((event) => ({ memberId, event })))

it('begin with the order, and follow what becomes of them, netted over a batch', () => {
  expect(withdrawals.net(batch(requested, ordered, sent))).toEqual({
    begun: [
      {
        id,
        memberId,
        accountId,
        minor: 700n,
        feeMinor: 0n,
        rail: 'ach',
        fellBack: false,
        state: 'sent',
        reference: 'bank_1',
        reason: null,
        requestedAt: timeOf(0),
        sentAt: timeOf(2),
        updatedAt: timeOf(2),
        position: 1n,
      },
    ],
    changed: [],
  })
})

it('change a row of an earlier batch only in what is new', () => {
  expect(withdrawals.net(batch(ordered, sent, returned))).toEqual({
    begun: [],
    changed: [
      {
        id,
        set: {
          state: 'returned',
          reference: 'bank_1',
          reason: 'R03',
          sentAt: timeOf(1),
          updatedAt: timeOf(2),
        },
        add: {},
        first: {},
        ifAny: false,
      },
    ],
  })
  expect(withdrawals.net(batch(cancelled))).toMatchObject({
    changed: [{ id, set: { state: 'cancelled', updatedAt: timeOf(0) } }],
  })
})

it('that fall back from instant have no fee any more, and say so', () => {
  const instant: WalletEvent = {
    type: 'WithdrawalRequested',
    data: { ...withdrawal, accountId, rail: 'instant', fee: '150', provenAt: timeOf(0) },
  }
  const rerouted: WalletEvent = {
    type: 'WithdrawalRerouted',
    data: { withdrawalId: id, memberId, amount: cents(150), reason: 'not_instant' },
  }
  expect(withdrawals.net(batch(instant)).begun).toMatchObject([
    { minor: 550n, feeMinor: 150n, rail: 'instant', fellBack: false },
  ])
  expect(withdrawals.net(batch(instant, ordered, rerouted)).begun).toMatchObject([
    { minor: 550n, feeMinor: 0n, rail: 'ach', fellBack: true, state: 'ordered', reason: null },
  ])
  expect(withdrawals.net(batch(rerouted)).changed).toMatchObject([
    { set: { feeMinor: 0n, rail: 'ach', fellBack: true, state: 'ordered' } },
  ])
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
  expect(lines(requested, cancelled)).toEqual([
    ['withdrawal', -700n, 'completed'],
    ['withdrawal_cancelled', 700n, 'completed'],
  ])
  const fee = (minor: number): WalletEvent => ({
    type: 'WithdrawalRerouted',
    data: {
      withdrawalId: id,
      memberId,
      amount: { currency: 'USD', minor: String(minor) },
      reason: 'not_instant',
    },
  })
  expect(lines(requested, ordered, fee(150))).toEqual([
    ['withdrawal', -700n, 'completed'],
    ['withdrawal_fee_returned', 150n, 'completed'],
  ])
  expect(lines(requested, ordered, fee(0))).toHaveLength(1)
})
