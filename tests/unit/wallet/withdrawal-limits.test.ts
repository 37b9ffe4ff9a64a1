import { describe, expect, it } from 'vitest'
import { WITHDRAWN_CENTS_MAX } from '../../../events/limits.ts'
import { usd } from '../../../events/money.ts'
import { decide } from '../../../events/wallet/decide.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { withdrawnAt } from '../../../events/wallet/withdrawal-limits.ts'
import { ada, credited, idOf, opened } from '../../support/wallet-spec.ts'

const accountId = idOf('account')
const [FIRST, SAME_DAY, NEXT_DAY, NEXT_MONTH] = [
  '2026-01-30T12:00:00.000Z',
  '2026-01-30T23:59:59.999Z',
  '2026-01-31T00:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
] as const
const { day: DAY, month: MONTH } = WITHDRAWN_CENTS_MAX

const rich = [opened, credited(usd(10 * MONTH))].reduce(
  (wallet, event) => evolve(wallet, event, FIRST),
  initialState(),
)
const request = (wallet: Wallet, name: string, cents: number, at: string, fee = 0n): readonly WalletEvent[] =>
  decide(
    {
      type: 'requestWithdrawal',
      withdrawalId: idOf(name),
      accountId,
      cents: BigInt(cents),
      fee,
      rail: fee > 0n ? 'instant' : 'ach',
      provenAt: at,
      isShared: false,
    },
    wallet,
    at,
  )
const after = (wallet: Wallet, at: string, ...events: readonly WalletEvent[]): Wallet =>
  events.reduce((state, event) => evolve(state, event, at), wallet)
const taken = (wallet: Wallet, name: string, cents: number, at: string, fee = 0n): Wallet =>
  after(wallet, at, ...request(wallet, name, cents, at, fee))
const usedAt = (wallet: Wallet, at: string) =>
  wallet.status === 'absent' ? null : withdrawnAt(wallet.withdrawn, at)

describe('the limits of withdrawing', () => {
  it('are used up by many small withdrawals as by one, to the cent, and begin anew on the next day', () => {
    const half = taken(rich, 'one', DAY / 2, FIRST)
    const full = taken(half, 'two', DAY / 2, SAME_DAY)
    expect(() => request(full, 'three', 1, SAME_DAY)).toThrow(
      expect.objectContaining({ code: 'withdrawal_limit' }),
    )
    expect(() => request(half, 'two', DAY / 2 + 1, SAME_DAY)).toThrow(/\$5000\.00 of that is left/)
    expect(request(full, 'three', 1, NEXT_DAY)).toHaveLength(1)
  })

  it('count the days of a month together, and begin anew with the next', () => {
    let wallet = rich
    for (let day = 1; day * DAY <= MONTH; day += 1)
      wallet = taken(wallet, `day ${day}`, DAY, `2026-01-${String(day + 9).padStart(2, '0')}T12:00:00.000Z`)
    const rest = MONTH % DAY
    wallet = taken(wallet, 'rest', rest, FIRST)
    expect(() => request(wallet, 'more', 1, NEXT_DAY)).toThrow(/in a month/)
    expect(request(wallet, 'more', 1, NEXT_MONTH)).toHaveLength(1)
  })

  it('count no fee', () => {
    expect(usedAt(taken(rich, 'one', 10_00, FIRST, 1_50n), FIRST)).toEqual({ day: 10_00n, month: 10_00n })
  })

  it('are not begun anew by a clock that steps back over midnight', () => {
    const late = taken(rich, 'one', DAY, NEXT_DAY)
    expect(() => request(late, 'two', 1, SAME_DAY)).toThrow(/in a day/)
  })

  it('give room back for what was cancelled or not taken, but not for what was sent and came back', () => {
    const data = {
      withdrawalId: idOf('one'),
      memberId: ada,
      amount: { currency: 'USD', minor: '1150' },
    } as const
    const begun = taken(rich, 'one', 10_00, FIRST, 1_50n)
    const ordered: WalletEvent = {
      type: 'WithdrawalOrdered',
      data: { withdrawalId: data.withdrawalId, memberId: ada },
    }
    const cancelled: WalletEvent = { type: 'WithdrawalCancelled', data }
    expect(usedAt(after(begun, SAME_DAY, cancelled), SAME_DAY)).toEqual({ day: 0n, month: 0n })
    expect(
      usedAt(
        after(begun, SAME_DAY, ordered, { type: 'WithdrawalFailed', data: { ...data, reason: 'no' } }),
        SAME_DAY,
      ),
    ).toEqual({ day: 0n, month: 0n })
    const paid = { ...data, amount: { currency: 'USD', minor: '1000' } } as const
    const sent: WalletEvent = { type: 'WithdrawalSent', data: { ...data, fee: '150', reference: 'b' } }
    const returned: WalletEvent = { type: 'WithdrawalReturned', data: { ...paid, reason: 'R03' } }
    expect(usedAt(after(begun, SAME_DAY, ordered, sent, returned), SAME_DAY)).toEqual({
      day: 10_00n,
      month: 10_00n,
    })
    // A day later only the month has room again.
    const later = taken(begun, 'two', 5_00, NEXT_DAY)
    expect(usedAt(after(later, NEXT_DAY, cancelled), NEXT_DAY)).toEqual({ day: 5_00n, month: 5_00n })
  })
})
