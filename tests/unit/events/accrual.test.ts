import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { money, usd } from '../../../events/money.ts'
import { decide } from '../../../events/wallet/decide.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import type { VerifiedTime } from '../../../events/wallet/interest.ts'
import { claimableAt, evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { ada, idOf, opened } from '../../support/wallet-spec.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const TEN_YEARS_S = 10 * 365 * 86_400
const isoAt = (seconds: number): string => new Date(START + seconds * 1_000).toISOString()
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_DOWN })

const holding = (wallet: Wallet) => {
  if (wallet.status === 'absent') throw new Error('No wallet')
  return wallet
}
const after = (wallet: Wallet, events: readonly WalletEvent[], at: string): Wallet =>
  events.reduce((state, event) => evolve(state, event, at), wallet)
const granted: WalletEvent = {
  type: 'YutGranted',
  data: {
    memberId: ada,
    grantId: idOf('grant'),
    reason: 'demo',
    amount: { currency: 'YUT', minor: '1000000000000' },
  },
}

describe('staking rewards', () => {
  it('are 6.739726 YUT for 1,000 YUT in 30 days', () => {
    const wallet = after(initialState(), [opened, granted], isoAt(0))
    const command = {
      type: 'stake',
      stakeId: idOf('s'),
      amount: money('YUT', 1_000_000_000n),
      pauses: [],
    } as const
    const staked = holding(after(wallet, decide(command, wallet, isoAt(0)), isoAt(0)))
    expect(claimableAt(staked.stake, isoAt(30 * 86_400), [])).toBe(6_739_726n)
  })

  it('accrue no second twice when a clock is behind', () => {
    const wallet = after(initialState(), [opened, granted], isoAt(0))
    const stake = (id: string, second: number, before: Wallet) => {
      const command = {
        type: 'stake',
        stakeId: idOf(id),
        amount: money('YUT', 1_000_000_000n),
        pauses: [],
      } as const
      return after(before, decide(command, before, isoAt(second)), isoAt(second))
    }
    const twice = holding(stake('b', 500, stake('a', 1_000, wallet)))
    // A thousand seconds of 2,000 YUT; the time before the first stake does not count.
    expect(claimableAt(twice.stake, isoAt(2_000), [])).toBe((2_000_000_000n * 1_000n * 82n) / 31_536_000_000n)
  })

  it('equal the closed formula over ten years of random stakes, claims and pauses', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            second: fc.integer({ min: 0, max: TEN_YEARS_S }),
            kind: fc.constantFrom('stake', 'unstake', 'claim'),
            share: fc.integer({ min: 1, max: 1000 }),
          }),
          { maxLength: 40 },
        ),
        fc.option(fc.tuple(fc.nat(TEN_YEARS_S), fc.nat(TEN_YEARS_S))),
        (steps, pause) => {
          const [from, to] = pause ? [Math.min(...pause), Math.max(...pause)] : [0, 0]
          const pauses = pause ? [{ from: isoAt(from), to: isoAt(to) }] : []
          let wallet = after(initialState(), [opened, granted], isoAt(0))
          let claimed = 0n
          let last = 0
          let stake = 0n
          let weighted = new Exact(0)
          const accrueTo = (second: number) => {
            const paused = Math.max(0, Math.min(second, to) - Math.max(last, from))
            weighted = weighted.plus(new Exact(stake.toString()).times(second - last - paused))
            last = second
          }
          for (const [index, step] of steps.toSorted((a, b) => a.second - b.second).entries()) {
            const at = isoAt(step.second)
            accrueTo(step.second)
            const { balances, stake: held } = holding(wallet)
            const source = { stake: balances.YUT, unstake: held.minor, claim: claimableAt(held, at, pauses) }[
              step.kind
            ]
            const minor = (source * BigInt(step.share)) / 1000n
            if (minor === 0n) continue
            const amount = money('YUT', minor)
            const id = idOf(`step ${index}`)
            const command =
              step.kind === 'claim'
                ? ({ type: 'claimRewards', claimId: id, amount, claimedBefore: claimed, pauses } as const)
                : ({ type: step.kind, stakeId: id, amount, pauses } as const)
            wallet = after(wallet, decide(command, wallet, at), at)
            if (step.kind === 'stake') stake += minor
            if (step.kind === 'unstake') stake -= minor
            if (step.kind === 'claim') claimed += minor
          }
          accrueTo(TEN_YEARS_S)
          const earned = weighted.times('0.082').div(31_536_000).floor().toFixed()
          const claimable = claimableAt(holding(wallet).stake, isoAt(TEN_YEARS_S), pauses)
          expect(claimable + claimed).toBe(BigInt(earned))
        },
      ),
    ))
})

describe('treasury interest', () => {
  const daily = new Exact('1.045').pow(new Exact(1).div(365)).minus(1)

  it('is paid once for each ended day, equals the closed formula and loses no remainder', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ day: fc.integer({ min: 0, max: 3_650 }), cents: fc.bigInt(1n, 500_000n) }), {
          maxLength: 15,
        }),
        (deposits) => {
          let wallet = after(initialState(), [opened], isoAt(0))
          const perDay = Map.groupBy(deposits, ({ day }) => day)
          let carried = new Exact(0)
          let balance = 0n
          let paid = 0n
          let days = 0
          for (const day of [...perDay.keys(), 3_651].sort((a, b) => a - b)) {
            const at = isoAt(day * 86_400 + 43_200)
            // Pays all days that ended while no process ran.
            for (;;) {
              const events = decide({ type: 'payInterestDue', daysMax: 100, verified: null }, wallet, at)
              wallet = after(wallet, events, at)
              for (const event of events) {
                if (event.type !== 'InterestPaid') throw new Error(`${event.type} is no interest`)
                const total = new Exact(event.data.balanceMinor).times(daily).plus(carried)
                expect(event.data.amount.minor).toBe(total.floor().toFixed())
                carried = total.minus(total.floor())
                paid += BigInt(event.data.amount.minor)
                days += 1
              }
              if (events.length < 100) break
            }
            for (const [index, { cents }] of (perDay.get(day) ?? []).entries()) {
              const depositId = idOf(`${day} ${index}`)
              wallet = after(
                wallet,
                decide({ type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) }, wallet, at),
                at,
              )
              balance += cents
            }
          }
          expect(holding(wallet).balances.USD).toBe(balance + paid)
          // Every day from the first deposit on ended with money.
          expect(days).toBe(deposits.length === 0 ? 0 : 3_651 - Math.min(...perDay.keys()))
          expect(carried.minus(holding(wallet).interest.remainder).abs().lt('1e-20')).toBe(true)
        },
      ),
      { numRuns: 8 },
    ))

  it('is not paid for a day that has not ended, nor twice', () => {
    const at = isoAt(0)
    const wallet = after(initialState(), [opened], at)
    const credit = decide(
      { type: 'creditDeposit', depositId: idOf('d'), source: 'bank', amount: usd(250_000) },
      wallet,
      at,
    )
    const rich = after(wallet, credit, at)
    const pay = { type: 'payInterestDue', daysMax: 100, verified: null } as const
    expect(decide(pay, rich, isoAt(86_399))).toEqual([])
    const [event] = decide(pay, rich, isoAt(86_400))
    expect(event).toMatchObject({
      type: 'InterestPaid',
      data: { amount: { minor: '30' }, balanceMinor: '250000' },
    })
    if (event) expect(decide(pay, after(rich, [event], isoAt(86_400)), isoAt(86_400))).toEqual([])
  })

  it('is earned only by days that ended while the member was verified, and never made up for', () => {
    const at = isoAt(0)
    const credit = {
      type: 'creditDeposit',
      depositId: idOf('d'),
      source: 'bank',
      amount: usd(250_000),
    } as const
    const opening = after(initialState(), [opened], at)
    const rich = after(opening, decide(credit, opening, at), at)
    const pays = (wallet: Wallet, days: number, verified: readonly VerifiedTime[]) =>
      decide({ type: 'payInterestDue', daysMax: 100, verified }, wallet, isoAt(days * 86_400)).map((event) =>
        event.type === 'InterestPaid' ? [event.data.day, event.data.amount.minor, event.data.forgone] : event,
      )
    const [never, none] = [[], '0']
    expect(pays(rich, 2, never)).toEqual([
      ['2026-01-01', none, 'unverified'],
      ['2026-01-02', none, 'unverified'],
    ])
    // The end of a day counts, the one at which a verification lapses included.
    const second = { from: '2026-01-02T23:59:59.000Z', until: '2026-01-03T00:00:00.000Z' }
    expect(pays(rich, 3, [second])).toEqual([
      ['2026-01-01', none, 'unverified'],
      ['2026-01-02', '30', undefined],
      ['2026-01-03', none, 'unverified'],
    ])
    expect(pays(rich, 1, [{ from: '2026-01-02T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' }])).toEqual([
      ['2026-01-01', none, 'unverified'],
    ])

    // Whoever is verified later gets nothing for days that were forgone, and keeps the fraction of a cent.
    const earned = decide(
      { type: 'payInterestDue', daysMax: 100, verified: [second] },
      rich,
      isoAt(3 * 86_400),
    )
    const later = after(rich, earned, isoAt(3 * 86_400))
    const fraction = earned[1]?.type === 'InterestPaid' ? earned[1].data.remainder : ''
    expect(holding(later).interest).toMatchObject({ remainder: fraction, paidThrough: '2026-01-03' })
    const always = { from: isoAt(0), until: isoAt(TEN_YEARS_S) }
    expect(pays(later, 4, [always])).toEqual([['2026-01-04', '30', undefined]])
  })
})
