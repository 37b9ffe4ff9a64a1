import { describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { REVIEW, REVIEWS_WAITING_MAX } from '../../../events/limits.ts'
import { usd } from '../../../events/money.ts'
import { decide, type WalletCommand } from '../../../events/wallet/decide.ts'
import { ReviewReason, type WalletEvent, type WalletEventOf } from '../../../events/wallet/events.ts'
import { receivedAfter, receivedAt } from '../../../events/wallet/received.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { ada, AT, credited, given, grace, idOf, opened } from '../../support/wallet-spec.ts'

const DAY = AT.slice(0, 10)
/** Noon, so many days later. */
const at = (days: number): string => `${addDays(DAY, days)}T12:00:00.000Z`
const ACCOUNT = idOf('account')

/** A wallet and the days on which it happened: each step takes it further. */
const walletOf = (...facts: readonly (readonly [days: number, ...WalletEvent[]])[]): Wallet =>
  facts.reduce<Wallet>(
    (wallet, [days, ...events]) => events.reduce((state, event) => evolve(state, event, at(days)), wallet),
    initialState(),
  )
const receives = (cents: number, name = 'in', currency: 'USD' | 'USDC' = 'USD'): WalletEvent => ({
  type: 'TransferReceived',
  data: {
    transferId: idOf(name),
    from: grace,
    to: ada,
    amount: { currency, minor: cents.toString() },
    message: null,
    sentAt: AT,
  },
})
const requested = (
  name: string,
  cents: number,
  accountId = ACCOUNT,
): WalletEventOf<'WithdrawalRequested'> => ({
  type: 'WithdrawalRequested',
  data: {
    withdrawalId: idOf(name),
    memberId: ada,
    amount: { currency: 'USD', minor: cents.toString() },
    accountId,
    rail: 'ach',
    provenAt: AT,
  },
})
/** A withdrawal that the bank has. */
const gone = (name: string, cents: number, accountId = ACCOUNT): readonly WalletEvent[] => {
  const { withdrawalId, memberId, amount } = requested(name, cents, accountId).data
  return [
    requested(name, cents, accountId),
    { type: 'WithdrawalOrdered', data: { withdrawalId, memberId } },
    { type: 'WithdrawalSent', data: { withdrawalId, memberId, amount, reference: 'bank_1' } },
  ]
}
const returned = (name: string, cents: number): WalletEvent => {
  const { withdrawalId, memberId, amount } = requested(name, cents).data
  return { type: 'WithdrawalReturned', data: { withdrawalId, memberId, amount, reason: 'R03' } }
}

const reviewOf = (
  wallet: Wallet,
  days: number,
  cents: number,
  { isShared = false, isLast = false, fee = 0n } = {},
): string | undefined => {
  const command: WalletCommand = {
    type: 'requestWithdrawal',
    withdrawalId: idOf('asked'),
    accountId: ACCOUNT,
    cents: BigInt(cents),
    fee,
    rail: fee > 0n ? 'instant' : 'ach',
    provenAt: at(days),
    isShared,
    isLast,
  }
  const [event] = decide(command, wallet, at(days))
  if (event?.type !== 'WithdrawalRequested') throw new Error('Nothing was requested')
  return event.data.review
}

const rich = [0, opened, credited(usd(100_000_00))] as const
const KNOWN = REVIEW.knownAccountDays

describe('the payment that closes an account', () => {
  it('is looked at where nothing ever arrived, whatever the amount', () => {
    expect(reviewOf(walletOf(rich), 0, 5_00, { isLast: true })).toBe('account_ownership')
    const once = walletOf(rich, [0, ...gone('first', 5_00)])
    expect(reviewOf(once, 0, 5_00, { isLast: true })).toBeUndefined()
    const elsewhere = walletOf(rich, [0, ...gone('first', 5_00, idOf('other'))])
    expect(reviewOf(elsewhere, 0, 5_00, { isLast: true })).toBe('account_ownership')
    const back = walletOf(rich, [0, ...gone('first', 5_00)], [1, returned('first', 5_00)])
    expect(reviewOf(back, KNOWN, 5_00, { isLast: true })).toBe('account_ownership')
  })
})

describe('a withdrawal to an account that another member has', () => {
  it('is looked at, until something that did not come back went there a while ago', () => {
    expect(reviewOf(walletOf(rich), 0, 5_00)).toBeUndefined()
    expect(reviewOf(walletOf(rich), 0, 5_00, { isShared: true })).toBe('account_ownership')
    const once = walletOf(rich, [0, ...gone('first', 5_00)])
    expect(reviewOf(once, KNOWN - 1, 5_00, { isShared: true })).toBe('account_ownership')
    expect(reviewOf(once, KNOWN, 5_00, { isShared: true })).toBeUndefined()
    const elsewhere = walletOf(rich, [0, ...gone('first', 5_00, idOf('another'))])
    expect(reviewOf(elsewhere, KNOWN, 5_00, { isShared: true })).toBe('account_ownership')
    const back = walletOf(rich, [0, ...gone('first', 5_00), returned('first', 5_00)])
    expect(reviewOf(back, KNOWN, 5_00, { isShared: true })).toBe('account_ownership')
    const waiting = walletOf(rich, [0, requested('first', 5_00)])
    expect(reviewOf(waiting, KNOWN, 5_00, { isShared: true })).toBe('account_ownership')
  })
})

describe('a withdrawal of what has just come from members', () => {
  const large = REVIEW.receivedCents
  const received = walletOf([0, opened, receives(large)])

  it('is looked at when most of the wallet goes to a new account, today and tomorrow', () => {
    expect(reviewOf(received, 0, large / 2)).toBe('just_received')
    expect(reviewOf(received, 1, large / 2)).toBe('just_received')
    expect(reviewOf(received, 0, large / 2 - 1)).toBeUndefined()
    expect(reviewOf(received, 2, large)).toBeUndefined()
    const less = walletOf([0, opened, receives(large - 1)])
    expect(reviewOf(less, 0, large - 1)).toBeUndefined()
  })

  it('is looked at when it comes, or leaves, in pieces', () => {
    const pieces = walletOf([0, opened, receives(large / 2)], [1, receives(large / 2, 'more')])
    expect(reviewOf(pieces, 1, large)).toBe('just_received')
    expect(reviewOf(pieces, 2, large)).toBeUndefined()
    const begun = walletOf([0, opened, receives(large)], [0, ...gone('part', large * 0.4)])
    expect(reviewOf(begun, 0, large * 0.1 - 1)).toBeUndefined()
    expect(reviewOf(begun, 1, large * 0.1)).toBe('just_received')
  })

  it('goes by itself to an account that is known, from a wallet that has more, and when it was no dollars', () => {
    const known = walletOf(rich, [0, ...gone('first', 5_00)], [KNOWN, receives(large)])
    expect(reviewOf(known, KNOWN, large / 2)).toBeUndefined()
    expect(reviewOf(walletOf(rich, [0, receives(large)]), 0, large)).toBeUndefined()
    const coins = walletOf([0, opened, credited(usd(50_00)), receives(large * 10_000, 'coins', 'USDC')])
    expect(reviewOf(coins, 0, 50_00)).toBeUndefined()
  })

  it('counts two days, however the clock steps', () => {
    const first = receivedAfter(null, 5n, at(3))
    expect(receivedAt(first, at(4))).toBe(5n)
    expect(receivedAt(first, at(5))).toBe(0n)
    const both = receivedAfter(first, 7n, at(4))
    expect(receivedAt(both, at(4))).toBe(12n)
    expect(receivedAt(both, at(5))).toBe(7n)
    expect(receivedAt(receivedAfter(both, 1n, at(3)), at(4))).toBe(13n)
    expect(receivedAt(receivedAfter(first, 1n, at(9)), at(9))).toBe(1n)
  })
})

describe('many withdrawals, and large ones', () => {
  const many = Array.from({ length: REVIEW.perDay }, (_, i) => gone(`small ${i}`, 5_00)).flat()
  const near = REVIEW.nearLimitCents

  it('are looked at from the sixth in a day on', () => {
    expect(reviewOf(walletOf(rich, [0, ...many.slice(3)]), 0, 5_00)).toBeUndefined()
    expect(reviewOf(walletOf(rich, [0, ...many]), 0, 5_00)).toBe('many_in_a_day')
    expect(reviewOf(walletOf(rich, [0, ...many]), 1, 5_00)).toBeUndefined()
  })

  it('are looked at when days come close to the limit again, by one or by several, but for fees', () => {
    const once = walletOf(rich, [0, ...gone('half', near / 2), ...gone('other half', near / 2)])
    expect(reviewOf(once, 0, 1_00)).toBeUndefined()
    expect(reviewOf(once, 1, near)).toBe('near_limit')
    expect(reviewOf(once, 1, near - 1, { fee: 1_50n })).toBeUndefined()
    expect(reviewOf(once, REVIEW.nearLimitDays, near)).toBe('near_limit')
    expect(reviewOf(once, REVIEW.nearLimitDays + 1, near)).toBeUndefined()
    const begun = walletOf(rich, [0, ...gone('first', near)], [2, ...gone('second', near / 2)])
    expect(reviewOf(begun, 2, near / 2)).toBe('near_limit')
    const less = walletOf(rich, [0, ...gone('first', near - 1)])
    expect(reviewOf(less, 1, near)).toBeUndefined()
  })
})

describe('money that cannot leave yet', () => {
  /** A card payment of the day before the withdrawal: it is held for months. */
  const held: WalletEvent = {
    type: 'DepositCredited',
    data: { ...credited(usd(50_000_00)).data, source: 'card', depositId: idOf('held') },
  }
  const many = Array.from({ length: REVIEW.perDay }, (_, i) => gone(`small ${i}`, 5_00)).flat()
  /** What each rule stops, with the same wallet but for what is held. */
  const STOPS: Readonly<Record<ReviewReason, (more: readonly WalletEvent[]) => string | undefined>> = {
    account_ownership: (more) => reviewOf(walletOf(rich, [0, ...more]), 0, 5_00, { isShared: true }),
    just_received: (more) => reviewOf(walletOf([0, opened, receives(1_100_00), ...more]), 0, 1_100_00),
    many_in_a_day: (more) => reviewOf(walletOf(rich, [0, ...more, ...many]), 0, 5_00),
    near_limit: (more) =>
      reviewOf(walletOf(rich, [0, ...more, ...gone('first', 9_000_00)]), 1, REVIEW.nearLimitCents),
  }

  it.each(ReviewReason.options)('evades no rule: %s', (reason) => {
    expect(STOPS[reason]([])).toBe(reason)
    expect(STOPS[reason]([held])).toBe(reason)
  })
})

describe('withdrawals of which each costs a person’s time', () => {
  const waiting = (count: number) =>
    Array.from({ length: count }, (_, i): WalletEvent => {
      const { type, data } = requested(`waits ${i}`, 1_00)
      return { type, data: { ...data, review: 'account_ownership' } }
    })

  it('wait five at a time, however small they are; one that goes by itself still goes', () => {
    const four = walletOf(rich, [0, ...waiting(REVIEWS_WAITING_MAX - 1)])
    expect(reviewOf(four, 0, 1_00, { isShared: true })).toBe('account_ownership')
    const five = walletOf(rich, [0, ...waiting(REVIEWS_WAITING_MAX)])
    expect(() => reviewOf(five, 0, 1_00, { isShared: true })).toThrowError(
      expect.objectContaining({ code: 'too_many_reviews' }),
    )
    expect(reviewOf(five, 1, 1_00)).toBeUndefined()
  })
})

describe('a withdrawal that waits for a person', () => {
  const withdrawalId = idOf('first')
  const waits: WalletEvent = {
    type: 'WithdrawalRequested',
    data: { ...requested('first', 5_00).data, review: 'many_in_a_day' },
  }
  const released: WalletEvent = { type: 'WithdrawalReleased', data: { withdrawalId, memberId: ada } }
  const ended = { withdrawalId, memberId: ada, amount: { currency: 'USD', minor: '500' } } as const
  const begun = [opened, credited(usd(10_00)), waits] as const
  const stop = { type: 'stopWithdrawal', withdrawalId, reason: 'stopped_origin_unclear' } as const
  const release = { type: 'releaseWithdrawal', withdrawalId } as const
  const order = { type: 'orderWithdrawal', withdrawalId } as const

  it('is not handed to the bank before it was released, and then as any other', () => {
    given(...begun)
      .when(order)
      .refuses('withdrawal_not_ordered')
    given(...begun)
      .when(release)
      .makes(released)
    given(...begun, released)
      .when(order)
      .makes({ type: 'WithdrawalOrdered', data: { withdrawalId, memberId: ada } })
  })

  it('is cancelled by its member, before and after it was released', () => {
    const cancel = { type: 'cancelWithdrawal', withdrawalId } as const
    for (const more of [[], [released]])
      given(...begun, ...more)
        .when(cancel)
        .makes({ type: 'WithdrawalCancelled', data: ended })
  })

  it('is stopped with its reason, and only while it waits', () => {
    given(...begun)
      .when(stop)
      .makes({ type: 'WithdrawalFailed', data: { ...ended, reason: 'stopped_origin_unclear' } })
    for (const command of [stop, release]) {
      given(...begun, released)
        .when(command)
        .refuses('withdrawal_not_ordered')
      given(opened, credited(usd(10_00)), requested('first', 5_00))
        .when(command)
        .refuses('withdrawal_not_ordered')
      given(...begun, { type: 'WithdrawalCancelled', data: ended })
        .when(command)
        .refuses('withdrawal_not_found')
    }
  })

  it('keeps the account from being closed', () => {
    given(...begun)
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty')
  })
})
