import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../events/calendar.ts'
import { money, usd, type Money } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import {
  isHigher,
  limitAt,
  noDailyLimit,
  worthCents,
  type LimitCents,
} from '../../../events/wallet/daily-limit.ts'
import { decide, type WalletCommand } from '../../../events/wallet/decide.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { credited, grace, idOf, opened } from '../../support/wallet-spec.ts'

/** A wallet folded from events, each with its time. */
const wallet = (...facts: readonly (readonly [string, WalletEvent])[]): Wallet =>
  [
    ['2026-01-01T00:00:00.000Z', opened] as const,
    ['2026-01-01T00:00:00.000Z', credited(usd(1_000_000))] as const,
    ...facts,
  ].reduce((state, [at, event]) => evolve(state, event, at), initialState())

const after = (state: Wallet, command: WalletCommand, at: string): Wallet =>
  decide(command, state, at).reduce((next, event) => evolve(next, event, at), state)

const set = (cents: LimitCents, fresh = true): WalletCommand => ({
  type: 'setDailyLimit',
  changeId: idOf('change'),
  cents,
  fresh,
})
const send = (amount: Money) => ({
  type: 'sendTransfer' as const,
  transferId: idOf('transfer'),
  to: grace,
  amount,
  message: null,
  provenAt: at(8),
})
const at = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours)).toISOString()
const limitOf = (state: Wallet, when: string) =>
  limitAt(state.status === 'absent' ? noDailyLimit : state.dailyLimit, when)

describe('the daily limit', () => {
  it('is lowered at once and raised a day later', () => {
    const lowered = after(wallet(), set(50_00n), at(8))
    expect(() => decide(send(usd(50_01)), lowered, at(8))).toThrow(/\$50\.00 of that is left today/)
    const asked = after(lowered, set(500_00n), at(9))
    expect(limitOf(asked, at(32))).toBe(50_00n)
    expect(limitOf(asked, at(33))).toBe(500_00n)
    expect(decide(send(usd(499_00)), asked, at(33))).toHaveLength(1)
  })

  it('is raised only after a fresh sign-in, whatever limit was in force when the member asked', () => {
    const first = after(wallet(), set(500_00n, false), at(8))
    // $300 lowers $500, but another process has lowered it to $50 in between.
    expect(after(first, set(300_00n, false), at(9))).toMatchObject({ dailyLimit: { cents: 300_00n } })
    const lowered = after(first, set(50_00n, false), at(9))
    for (const cents of [300_00n, null])
      expect(() => decide(set(cents, false), lowered, at(9))).toThrow(/needs a fresh sign-in/)
    expect(decide(set(300_00n, true), lowered, at(9))).toHaveLength(1)
  })

  it('to take it away is to raise it', () => {
    const asked = after(after(wallet(), set(0n), at(8)), set(null), at(9))
    expect(() => decide(send(usd(1)), asked, at(32))).toThrow(Refusal)
    expect(decide(send(usd(1)), asked, at(33))).toHaveLength(1)
  })

  it('a raise asked for again waits no longer, another one anew, and lowering ends it', () => {
    const asked = after(after(wallet(), set(50_00n), at(8)), set(500_00n), at(9))
    expect(decide(set(500_00n), asked, at(20))).toEqual([])
    expect(limitOf(after(asked, set(600_00n), at(20)), at(43))).toBe(50_00n)
    expect(limitOf(after(asked, set(50_00n), at(20)), at(99))).toBe(50_00n)
  })

  it('counts what left before it was set, and begins anew each day', () => {
    const sent = after(wallet(), send(usd(40_00)), at(8))
    const limited = after(sent, set(50_00n), at(9))
    expect(() => decide(send(usd(10_01)), limited, at(23))).toThrow(/\$10\.00 of that is left/)
    expect(decide(send(usd(50_00)), limited, at(24))).toHaveLength(1)
  })

  it('counts a dollar for a USDC and ten cents for a YUT, rounded up', () => {
    expect(worthCents(money('USDC', 1n))).toBe(1n)
    expect(worthCents(money('USDC', 1_000_000n))).toBe(100n)
    expect(worthCents(money('YUT', 1_000_001n))).toBe(11n)
  })

  it('holds whatever is set and sent, and no raise comes true within a day of its wish', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 2_000 }),
      what: fc.oneof(
        fc.record({ set: fc.option(fc.bigInt({ min: 0n, max: 100_000n })) }),
        fc.record({ send: fc.integer({ min: 1, max: 60_000 }) }),
      ),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [state, now] = [after(wallet(), set(0n), at(0)), Date.UTC(2026, 0, 2)]
        const sent = new Map<string, bigint>()
        const wishes: { at: number; cents: LimitCents; lowers: boolean }[] = [
          { at: now, cents: 0n, lowers: true },
        ]
        for (const { minutes, what } of steps) {
          now += minutes * 60_000
          const moment = new Date(now).toISOString()
          if ('set' in what) {
            wishes.push({ at: now, cents: what.set, lowers: !isHigher(what.set, limitOf(state, moment)) })
            state = after(state, set(what.set), moment)
            continue
          }
          // Some limit that covers the total was set at least a day ago, or was no raise when it was set.
          const day = moment.slice(0, 10)
          const total = (sent.get(day) ?? 0n) + BigInt(what.send)
          const allowed = wishes.some(
            (wish) => (wish.lowers || wish.at <= now - DAY_MS) && !isHigher(total, wish.cents),
          )
          const limit = limitOf(state, moment)
          const refused = limit !== null && total > limit
          if (refused) expect(() => decide(send(usd(what.send)), state, moment)).toThrow(/in a day/)
          else {
            expect(allowed).toBe(true)
            state = after(state, send(usd(what.send)), moment)
            sent.set(day, total)
          }
        }
      }),
    )
  })
})

describe('what an access token may pay in a day', () => {
  const by = (token: string, amount: Money) => ({
    ...send(amount),
    transferId: idOf(`${token} ${amount.minor}`),
    token: { id: idOf(token), dayCents: 50_00n },
  })
  const sums = (state: Wallet) => (state.status === 'absent' ? {} : state.sentByTokens)

  it('counts for that token alone, whatever else leaves, until the day is over', () => {
    const paid = after(after(wallet(), by('one', usd(30_00)), at(8)), send(usd(500_00)), at(9))
    expect(() => decide(by('one', usd(20_01)), paid, at(23))).toThrow(/\$20\.00 of that is left today/)
    expect(decide(by('one', usd(20_00)), paid, at(23))).toHaveLength(1)
    expect(decide(by('two', usd(50_00)), paid, at(23))).toHaveLength(1)
    const next = after(paid, by('one', usd(50_00)), at(24))
    expect(() => decide(by('one', usd(1)), next, at(25))).toThrow(Refusal)
    // A clock that steps back over midnight opens nothing.
    expect(() => decide(by('one', usd(1)), next, at(23))).toThrow(Refusal)
    // Days that are over are forgotten, so a wallet of many tokens stays small.
    expect(Object.keys(sums(after(next, by('two', usd(1)), at(48))))).toEqual([idOf('two')])
  })

  it('stays within the limit of the wallet, and is money back for nobody', () => {
    const limited = after(wallet(), set(10_00n), at(8))
    expect(() => decide(by('one', usd(10_01)), limited, at(8))).toThrow(/in a day/)
    const paid = after(wallet(), by('one', usd(50_00)), at(8))
    const { transferId } = by('one', usd(50_00))
    const back = evolve(
      paid,
      {
        type: 'TransferReturned',
        data: {
          transferId,
          from: idOf('alice'),
          to: grace,
          amount: { currency: 'USD', minor: '5000' },
          reason: 'wallet_closed',
        },
      },
      at(9),
    )
    expect(() => decide(by('one', usd(1)), back, at(9))).toThrow(Refusal)
  })
})
