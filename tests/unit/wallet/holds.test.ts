import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addBusinessDays } from '../../../events/business-days.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { decide, type WalletCommand } from '../../../events/wallet/decide.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { freeAt, holdsAt } from '../../../events/wallet/holds.ts'
import { evolve, initialState, type Holdings, type Wallet } from '../../../events/wallet/wallet.ts'
import { ada, grace } from '../../support/wallet-spec.ts'

const mary = derivedId('member', 'mary')
/** A Monday without a holiday in the week after it. */
const MONDAY = '2026-03-02T15:00:00.000Z'
const id = (name: string): string => derivedId('hold test', name)

/** Wallets of several members, each folded as it is decided. */
const house = () => {
  const wallets = new Map<string, Wallet>()
  const run = (member: string, command: WalletCommand, at: string): readonly WalletEvent[] => {
    const before = wallets.get(member) ?? initialState()
    const events = decide(command, before, at)
    wallets.set(
      member,
      events.reduce((wallet, event) => evolve(wallet, event, at), before),
    )
    return events
  }
  const holdings = (member: string): Holdings => {
    const wallet = wallets.get(member)
    if (!wallet || wallet.status === 'absent') throw new Error('No wallet')
    return wallet
  }
  const send = (from: string, to: string, cents: number, at: string, name: string, returned = false) => {
    const transferId = id(name)
    const amount = usd(cents)
    const [sent] = run(
      from,
      { type: 'sendTransfer', transferId, to, amount, message: null, provenAt: at },
      at,
    )
    if (sent?.type !== 'TransferSent') throw new Error('Nothing was sent')
    const { held } = sent.data
    if (returned) run(from, { type: 'returnTransfer', transferId, to, amount, reason: 'closed', held }, at)
    else run(to, { type: 'receiveTransfer', transferId, from, amount, message: null, sentAt: at, held }, at)
    return held
  }
  for (const memberId of [ada, grace, mary]) run(memberId, { type: 'openWallet', memberId }, MONDAY)
  return {
    run,
    send,
    pay: (
      member: string,
      source: 'card' | 'ach' | 'bank',
      cents: number,
      at: string,
      name: string = source,
    ) => run(member, { type: 'creditDeposit', depositId: id(name), source, amount: usd(cents) }, at),
    reverse: (member: string, source: 'card' | 'ach', cents: number, at: string, name: string = source) =>
      run(
        member,
        { type: 'reverseDeposit', depositId: id(name), source, amount: usd(cents), reason: 'R10' },
        at,
      ),
    free: (member: string, at: string): bigint => freeAt(holdings(member), at),
    holds: (member: string, at: string) =>
      holdsAt(holdings(member).holds, at).map(({ cents, until }) => [Number(cents), until]),
    holdings,
  }
}

describe('money from a deposit that can be taken back', () => {
  it('is held: by card for 120 days, by bank debit for 60, both days included; a booking by the bank is not', () => {
    const { pay, free, holds } = house()
    pay(ada, 'bank', 500, MONDAY)
    pay(ada, 'card', 10_000, MONDAY)
    pay(ada, 'ach', 2_000, MONDAY)
    expect(holds(ada, MONDAY)).toEqual([
      [2_000, '2026-05-01'],
      [10_000, '2026-06-30'],
    ])
    expect(free(ada, MONDAY)).toBe(500n)
    expect(free(ada, '2026-05-01T23:59:59.999Z')).toBe(500n)
    expect(free(ada, '2026-05-02T00:00:00.000Z')).toBe(2_500n)
    expect(free(ada, '2026-07-01T00:00:00.000Z')).toBe(12_500n)
  })

  it('that was taken back is held no more, as far as it was still there', () => {
    const { pay, reverse, send, free, holds } = house()
    pay(ada, 'card', 3_000, MONDAY, 'one')
    pay(ada, 'ach', 1_000, MONDAY, 'two')
    send(ada, grace, 1_500, MONDAY, 'on')
    // 1,000 of the debit, which is free first, and 500 of the card's payment.
    expect(holds(ada, MONDAY)).toEqual([[2_500, '2026-06-30']])
    reverse(ada, 'ach', 1_000, MONDAY, 'two')
    expect(holds(ada, MONDAY)).toEqual([[2_500, '2026-06-30']])
    reverse(ada, 'card', 3_000, MONDAY, 'one')
    expect(holds(ada, MONDAY)).toEqual([])
    expect(free(ada, MONDAY)).toBe(0n)
  })

  it('is held anew when a part that was withheld is given back', () => {
    const { run, pay, holds } = house()
    pay(ada, 'card', 3_000, MONDAY)
    const part = { depositId: id('card'), takeId: id('take'), source: 'card', fee: usd(0) } as const
    run(ada, { type: 'takeDepositBack', ...part, amount: usd(1_000), reason: 'disputed' }, MONDAY)
    expect(holds(ada, MONDAY)).toEqual([[2_000, '2026-06-30']])
    run(ada, { type: 'giveDepositBack', ...part, amount: usd(1_000) }, '2026-03-10T10:00:00.000Z')
    expect(holds(ada, '2026-03-10T10:00:00.000Z')).toEqual([
      [2_000, '2026-06-30'],
      [1_000, '2026-07-08'],
    ])
  })

  it('stays held when it was spent here: what comes of it may come back', () => {
    const { run, pay, free } = house()
    pay(ada, 'card', 10_000, MONDAY)
    const pool = { poolId: id('pool'), amount: usd(10_000) }
    run(ada, { type: 'sendPoolContribution', ...pool, contributionId: id('in'), opens: null }, MONDAY)
    run(ada, { type: 'receivePoolProceeds', ...pool, proceedsId: id('out') }, MONDAY)
    expect(free(ada, MONDAY)).toBe(0n)
  })

  it('is bounded: of very many holds, those that end first become one', () => {
    const { pay, holdings, free } = house()
    for (let n = 0; n < 200; n += 1) pay(ada, 'ach', 100, MONDAY, `deposit ${n}`)
    expect(holdings(ada).holds).toHaveLength(128)
    expect(free(ada, MONDAY)).toBe(0n)
    expect(free(ada, '2026-05-02T00:00:00.000Z')).toBe(20_000n)
  })
})

describe('money that is sent to a member', () => {
  it('is free money first', () => {
    const { pay, send, holds, free } = house()
    pay(ada, 'bank', 500, MONDAY)
    pay(ada, 'card', 1_000, MONDAY)
    expect(send(ada, grace, 500, MONDAY, 'free')).toBeUndefined()
    expect(free(grace, MONDAY)).toBe(500n)
    expect(holds(ada, MONDAY)).toEqual([[1_000, '2026-06-30']])
  })

  it('takes its hold with it, for five banking days at most', () => {
    const { pay, send, holds, free } = house()
    pay(ada, 'bank', 500, MONDAY)
    pay(ada, 'card', 1_000, MONDAY)
    expect(send(ada, grace, 700, MONDAY, 'both')).toEqual({ minor: '200', until: '2026-06-30' })
    expect(holds(ada, MONDAY)).toEqual([[800, '2026-06-30']])
    expect(holds(grace, MONDAY)).toEqual([[200, '2026-03-09']])
    expect(free(grace, MONDAY)).toBe(500n)
    expect(free(grace, '2026-03-10T00:00:00.000Z')).toBe(700n)
  })

  it('is held no longer for being sent on', () => {
    const { pay, send, holds } = house()
    pay(ada, 'card', 1_000, MONDAY)
    send(ada, grace, 1_000, MONDAY, 'one')
    send(grace, mary, 1_000, '2026-03-05T10:00:00.000Z', 'two')
    expect(holds(mary, '2026-03-05T10:00:00.000Z')).toEqual([[1_000, '2026-03-09']])
  })

  it('that comes back is held as before', () => {
    const { pay, send, holds } = house()
    pay(ada, 'card', 1_000, MONDAY)
    send(ada, grace, 400, MONDAY, 'back', true)
    expect(holds(ada, MONDAY)).toEqual([
      [600, '2026-06-30'],
      [400, '2026-06-30'],
    ])
  })

  it('means the same without its hold, as logs of before have it: the hold stays with the sender', () => {
    const { pay, run, free, holds } = house()
    pay(ada, 'card', 1_000, MONDAY)
    const [sent] = run(
      ada,
      {
        type: 'sendTransfer',
        transferId: id('old'),
        to: grace,
        amount: usd(1_000),
        message: null,
        provenAt: MONDAY,
      },
      MONDAY,
    )
    expect(sent).toMatchObject({ data: { held: { minor: '1000' } } })
    const old = house()
    old.pay(ada, 'card', 1_000, MONDAY)
    if (sent?.type !== 'TransferSent') throw new Error('Nothing was sent')
    const { held: _held, ...data } = sent.data
    const after = evolve({ status: 'open', ...old.holdings(ada) }, { type: 'TransferSent', data }, MONDAY)
    expect(after).toMatchObject({ holds: [{ cents: 1_000n, until: '2026-06-30' }] })
    expect(holds(ada, MONDAY)).toEqual([])
    expect(free(ada, MONDAY)).toBe(0n)
  })
})

const member = fc.constantFrom(ada, grace, mary)
const action = fc.record({
  what: fc.constantFrom('card', 'ach', 'bank', 'send', 'send', 'send', 'back', 'bill', 'pool', 'reverse'),
  who: member,
  to: member,
  share: fc.integer({ min: 1, max: 100 }),
  minutes: fc.integer({ min: 0, max: 300 }),
})

test('nobody, together with whomever, gets reversible money out of the house within five banking days', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const { run, pay, reverse, send, free, holdings } = house()
      const end = addBusinessDays(new Date(MONDAY), 5).getTime()
      let now = Date.parse(MONDAY)
      let paid = 0n
      const deposits: { who: string; source: 'card' | 'ach'; cents: number; name: string }[] = []
      for (const [n, { what, who, to, share, minutes }] of actions.entries()) {
        now = Math.min(now + minutes * 60_000, end)
        const at = new Date(now).toISOString()
        const part = Math.floor((Number(holdings(who).balances.USD) * share) / 100)
        if (what === 'bank') {
          pay(who, 'bank', share, at, `${n}`)
          paid += BigInt(share)
        } else if (what === 'card' || what === 'ach') {
          pay(who, what, share * 3, at, `${n}`)
          deposits.push({ who, source: what, cents: share * 3, name: `${n}` })
        } else if (what === 'reverse') {
          const deposit = deposits.pop()
          if (deposit) reverse(deposit.who, deposit.source, deposit.cents, at, deposit.name)
        } else if (part > 0 && what === 'bill') {
          const bill = { billId: id('bill'), paymentId: id(`${n}`), auto: false, asked: false }
          run(who, { type: 'payBill', ...bill, amount: usd(part) }, at)
        } else if (part > 0 && what === 'pool') {
          const pool = { poolId: id('pool'), amount: usd(part) }
          run(who, { type: 'sendPoolContribution', ...pool, contributionId: id(`${n}`), opens: null }, at)
          run(who, { type: 'receivePoolProceeds', ...pool, proceedsId: id(`${n}`) }, at)
        } else if (part > 0 && who !== to) send(who, to, part, at, `${n}`, what === 'back')
        const out = [ada, grace, mary].reduce((sum, one) => sum + free(one, at), 0n)
        expect(out, `${what} at ${at}`).toBeLessThanOrEqual(paid)
      }
    }),
    { numRuns: 500 },
  )
})
