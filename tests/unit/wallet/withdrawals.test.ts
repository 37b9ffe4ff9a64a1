import { describe, expect, it } from 'vitest'
import { usd } from '../../../events/money.ts'
import type { WalletCommand } from '../../../events/wallet/decide.ts'
import type { WalletEvent, WalletEventOf } from '../../../events/wallet/events.ts'
import {
  ada,
  AT,
  closed,
  credited,
  foldWallet,
  given,
  idOf,
  opened,
  reversed,
  sent,
} from '../../support/wallet-spec.ts'

const withdrawalId = idOf('withdrawal')
const accountId = idOf('account')
const amount = { currency: 'USD', minor: '600' } as const
const withdrawal = { withdrawalId, memberId: ada, amount }
const requested: WalletEventOf<'WithdrawalRequested'> = {
  type: 'WithdrawalRequested',
  data: { ...withdrawal, accountId, rail: 'ach', provenAt: AT },
}
const ordered: WalletEvent = { type: 'WithdrawalOrdered', data: { withdrawalId, memberId: ada } }
const gone: WalletEventOf<'WithdrawalSent'> = {
  type: 'WithdrawalSent',
  data: { ...withdrawal, reference: 'bank_1' },
}
const failed: WalletEvent = { type: 'WithdrawalFailed', data: { ...withdrawal, reason: 'rejected' } }
const cancelled: WalletEvent = { type: 'WithdrawalCancelled', data: withdrawal }
const returned: WalletEvent = { type: 'WithdrawalReturned', data: { ...withdrawal, reason: 'R03' } }
const byCard: WalletEvent = {
  type: 'DepositCredited',
  data: { memberId: ada, depositId: idOf('card'), source: 'card', amount: { currency: 'USD', minor: '700' } },
}

const request = (cents = 600n, id = withdrawalId): WalletCommand => ({
  type: 'requestWithdrawal',
  withdrawalId: id,
  accountId,
  cents,
  fee: 0n,
  rail: 'ach',
  provenAt: AT,
  isShared: false,
})
const requestInstant = (cents: bigint, fee = 150n): WalletCommand => ({
  type: 'requestWithdrawal',
  withdrawalId,
  accountId,
  cents,
  fee,
  rail: 'instant',
  provenAt: AT,
  isShared: false,
})
const instant: WalletEvent = { ...requested, data: { ...requested.data, rail: 'instant', fee: '150' } }
const rerouted: WalletEvent = {
  type: 'WithdrawalRerouted',
  data: {
    withdrawalId,
    memberId: ada,
    amount: { currency: 'USD', minor: '150' },
    reason: 'not_instant',
  },
}
const reroute = { type: 'rerouteWithdrawal', withdrawalId, reason: 'not_instant' } as const
const order = { type: 'orderWithdrawal', withdrawalId } as const
const send = { type: 'sendWithdrawal', withdrawalId, reference: 'bank_1' } as const
const fail = { type: 'failWithdrawal', withdrawalId, reason: 'rejected' } as const
const cancel = { type: 'cancelWithdrawal', withdrawalId } as const
const giveBack = { type: 'returnWithdrawal', withdrawalId, reason: 'R03' } as const

const begun = [opened, credited(usd(1_000))] as const

describe('a withdrawal', () => {
  it('takes what is there, to the last cent', () => {
    given(...begun)
      .when(request())
      .makes(requested)
    given(opened, credited(usd(600)))
      .when(request())
      .makes(requested)
  })

  it('takes no more than is there, nothing without an amount, and nothing while the wallet owes', () => {
    given(...begun)
      .when(request(1_001n))
      .refuses('insufficient_funds', /10\.00 USD is available/)
    given(...begun)
      .when(request(0n))
      .refuses('amount_out_of_range')
    given(...begun, sent(usd(900)), reversed(usd(1_000)))
      .when(request(1n))
      .refuses('wallet_overdrawn')
    given().when(request()).refuses('wallet_not_open')
    given(opened, closed).when(request()).refuses('wallet_closed')
  })

  it('takes what is free, and says until when the rest is held', () => {
    given(...begun, byCard)
      .when(request(1_000n))
      .makes({ ...requested, data: { ...requested.data, amount: { currency: 'USD', minor: '1000' } } })
    given(...begun, byCard)
      .when(request(1_001n))
      .refuses('withdrawal_held', /\$10\.00 can leave now.* until 2026-05-01.*from 2026-05-02 on/)
  })

  it('counts against the member’s limit of a day, and all that left before with it', () => {
    const limit: WalletEvent = {
      type: 'DailyLimitSet',
      data: { memberId: ada, changeId: idOf('limit'), cents: '1000', from: AT },
    }
    const rich = [opened, credited(usd(5_000)), limit]
    given(...rich)
      .when(request(1_001n))
      .refuses('daily_limit')
    given(...rich, requested)
      .when(request(401n, idOf('second')))
      .refuses('daily_limit', /\$4\.00 of that is left/)
  })

  it('is ordered before it is sent, once', () => {
    given(...begun, requested)
      .when(order)
      .makes(ordered)
    given(...begun, requested, ordered)
      .when(order)
      .doesNothing()
    given(...begun, requested, ordered)
      .when(send)
      .makes(gone)
    for (const command of [send, fail, giveBack])
      given(...begun, requested)
        .when(command)
        .refuses('withdrawal_not_ordered')
  })

  it('can be cancelled until it is ordered', () => {
    given(...begun, requested)
      .when(cancel)
      .makes(cancelled)
    given(...begun, requested, ordered)
      .when(cancel)
      .refuses('withdrawal_ordered')
    given(...begun, requested, ordered, gone)
      .when(cancel)
      .refuses('withdrawal_ordered')
  })

  it('comes back when the bank does not take it, or after it was sent, on any day, into a closed wallet too', () => {
    given(...begun, requested, ordered)
      .when(fail)
      .makes(failed)
    given(...begun, requested, ordered, gone)
      .when(giveBack)
      .makes(returned)
    given(...begun, requested, ordered, gone, closed)
      .when(giveBack)
      .makes(returned)
  })

  it('ends once', () => {
    for (const end of [[cancelled], [ordered, failed], [ordered, gone, returned]])
      for (const command of [order, send, fail, cancel, giveBack])
        given(...begun, requested, ...end)
          .when(command)
          .refuses('withdrawal_not_found')
    for (const command of [send, fail])
      given(...begun, requested, ordered, gone)
        .when(command)
        .refuses('withdrawal_not_ordered')
    given(...begun)
      .when(order)
      .refuses('withdrawal_not_found')
  })

  it('leaves the balance at once and is back in it when it did not arrive', () => {
    const balance = (...facts: WalletEvent[]) => {
      const wallet = foldWallet([...begun, ...facts])
      return wallet.status === 'absent' ? null : wallet.balances.USD
    }
    expect([
      balance(requested),
      balance(requested, ordered),
      balance(requested, ordered, gone),
      balance(requested, ordered, gone, returned),
      balance(requested, ordered, failed),
      balance(requested, cancelled),
    ]).toEqual([400n, 400n, 400n, 1_000n, 1_000n, 1_000n])
  })

  it('takes its fee on top, of what may leave', () => {
    given(...begun)
      .when(requestInstant(450n))
      .makes(instant)
    given(...begun)
      .when(requestInstant(851n))
      .refuses('insufficient_funds')
    given(...begun, byCard)
      .when(requestInstant(851n))
      .refuses('withdrawal_held')
    given(...begun, instant, ordered)
      .when(send)
      .makes({ ...gone, data: { ...withdrawal, fee: '150', reference: 'bank_1' } })
  })

  it('goes by ACH without its fee when it cannot be instant, once, and not by itself', () => {
    given(...begun, instant, ordered)
      .when(reroute)
      .makes(rerouted)
    given(...begun, instant, ordered, rerouted)
      .when(reroute)
      .refuses('withdrawal_not_instant')
    given(...begun, requested, ordered)
      .when(reroute)
      .refuses('withdrawal_not_instant')
    given(...begun, instant)
      .when(reroute)
      .refuses('withdrawal_not_ordered')
    const less = { ...withdrawal, amount: { currency: 'USD', minor: '450' } } as const
    given(...begun, instant, ordered, rerouted)
      .when(send)
      .makes({ type: 'WithdrawalSent', data: { ...less, reference: 'bank_1' } })
    given(...begun, instant, ordered, rerouted)
      .when(fail)
      .makes({ type: 'WithdrawalFailed', data: { ...less, reason: 'rejected' } })
    given(...begun, instant, ordered, { ...gone, data: { ...gone.data, fee: '150' } })
      .when(giveBack)
      .makes({ type: 'WithdrawalReturned', data: { ...less, reason: 'R03' } })
  })

  it('keeps the wallet open until the bank has answered', () => {
    const emptied = [opened, credited(usd(600)), requested]
    given(...emptied)
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty', /withdrawal is still on its way/)
    given(...emptied, ordered)
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty')
    given(...emptied, ordered, gone)
      .when({ type: 'closeWallet' })
      .makes(closed)
  })
})
