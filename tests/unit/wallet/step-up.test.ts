import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestIdOf } from '../../../api/requests/transfer-requests.ts'
import { derivedId } from '../../../events/ids.ts'
import { money, toAmountJson, usd, type Money } from '../../../events/money.ts'
import { TooNew } from '../../../events/level.ts'
import { transferRequestEvents } from '../../../events/requests/events.ts'
import { decide as decideRequest } from '../../../events/requests/decide.ts'
import { worthCents } from '../../../events/wallet/daily-limit.ts'
import { decide } from '../../../events/wallet/decide.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'
import { evolve, type Wallet } from '../../../events/wallet/wallet.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { standingClock } from '../../support/moving-clock.ts'
import {
  approved,
  failed,
  FIRST as FIRST_ANSWER,
  foldRequest,
  requested,
} from '../../support/request-spec.ts'
import { createSurroundings } from '../model/surroundings.ts'
import { startProcess } from '../model/world.ts'
import {
  ada,
  AT,
  credited,
  foldWallet,
  given,
  grace,
  idOf,
  opened,
  sendTransfer,
} from '../../support/wallet-spec.ts'

const [FIRST, SECOND] = ['2026-01-01T11:55:00.000Z', '2026-01-01T11:58:00.000Z']
const granted: WalletEvent = {
  type: 'YutGranted',
  data: {
    memberId: ada,
    grantId: idOf('grant'),
    reason: 'demo',
    amount: { currency: 'YUT', minor: '999999999999' },
  },
}
const rich = [opened, credited(usd(100_000_00)), granted] as const
const left = (amount: Money, to = grace, provenAt?: string): WalletEvent => ({
  type: 'TransferSent',
  data: {
    transferId: idOf('left'),
    from: ada,
    to,
    amount: toAmountJson(amount),
    message: null,
    ...(provenAt !== undefined && { provenAt }),
  },
})
const after = (...facts: readonly WalletEvent[]) => given(...rich, ...facts)
const payee = (n: number) => idOf(`payee ${n}`)

describe('a step-up', () => {
  it('is needed from $250 on for somebody new, however the sum is split', () => {
    after()
      .when(sendTransfer(usd(249_99)))
      .makes(expectSent(usd(249_99)))
    after()
      .when(sendTransfer(usd(250_00)))
      .refuses('payment_not_fresh', /\$250 or more to somebody new/)
    after(left(usd(249_99)))
      .when(sendTransfer(usd(1)))
      .refuses('payment_not_fresh')
    // Who was paid after a step-up is known from then on.
    after(left(usd(5), grace, FIRST))
      .when(sendTransfer(usd(999_99)))
      .makes(expectSent(usd(999_99)))
  })

  it('is needed from $1,000 on for all payees together, in any currency', () => {
    const to = [1, 2, 3, 4].map((n) => left(usd(249_00), payee(n)))
    after(...to)
      .when(sendTransfer(usd(3_99)))
      .makes(expectSent(usd(3_99)))
    after(...to)
      .when(sendTransfer(usd(4_00)))
      .refuses('payment_not_fresh', /\$1,000 or more in all/)
    after(...to)
      .when(sendTransfer(money('YUT', 40_000_000n)))
      .refuses('payment_not_fresh')
    after(left(usd(5), grace, FIRST), left(money('YUT', 9_000_000_000n)))
      .when(sendTransfer(usd(100_00)))
      .refuses('payment_not_fresh')
  })

  it('lets any sum leave, is kept in the fact, and begins the sums anew once', () => {
    const covered = sendTransfer(usd(10_000_00), grace, FIRST)
    after(left(usd(249_99)))
      .when(covered)
      .makes(expectSent(usd(10_000_00), FIRST))
    const known = left(usd(10_000_00), grace, FIRST)
    after(left(usd(249_99)), known)
      .when(sendTransfer(usd(999_99)))
      .makes(expectSent(usd(999_99)))
    // The same step-up again does not give another $1,000 to another session; a later one does.
    const used = [known, left(usd(999_99)), known] as const
    after(...used)
      .when(sendTransfer(usd(1)))
      .refuses('payment_not_fresh')
    after(...used, left(usd(1), grace, SECOND))
      .when(sendTransfer(usd(999_99)))
      .makes(expectSent(usd(999_99)))
  })

  it('is not spared by many payees: what is not remembered counts for each', () => {
    const many = Array.from({ length: 80 }, (_, n) => left(usd(5_20), payee(n)))
    const state = foldWallet([...rich, ...many])
    if (state.status !== 'open') throw new Error('The wallet is open')
    expect(Object.keys(state.unproven.to)).toHaveLength(32)
    // 48 of them got $249.60 together; each may have got all of it.
    after(...many)
      .when(sendTransfer(usd(41), payee(99)))
      .refuses('payment_not_fresh')
    after(...many)
      .when(sendTransfer(usd(244_79), payee(0)))
      .makes(expectSent(usd(244_79), undefined, payee(0)))
  })

  it('is passed by no splitting, whatever the order of payees, amounts and currencies', () => {
    const step = fc.record({
      to: fc.nat(50),
      amount: fc.oneof(
        fc.bigInt({ min: 1n, max: 60_000n }).map((minor) => money('USD', minor)),
        fc.bigInt({ min: 1n, max: 3_000_000_000n }).map((minor) => money('YUT', minor)),
      ),
      proven: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(3) }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let state: Wallet = foldWallet(rich)
        let [all, newest] = [0n, '']
        const sums = new Map<string, bigint>()
        const known = new Set<string>()
        for (const { to: n, amount, proven } of steps) {
          const to = payee(n)
          const provenAt = proven === null ? null : `2026-01-01T11:5${proven}:00.000Z`
          let facts: WalletEvent[] = []
          try {
            facts = decide(sendTransfer(amount, to, provenAt), state, AT)
          } catch {
            if (provenAt !== null) throw new Error('A step-up lets everything leave')
            continue
          }
          state = facts.reduce((wallet, fact) => evolve(wallet, fact, AT), state)
          if (provenAt !== null) {
            known.add(to)
            if (provenAt > newest) {
              ;[all, newest] = [0n, provenAt]
              sums.clear()
            }
            continue
          }
          all += worthCents(amount)
          sums.set(to, (sums.get(to) ?? 0n) + worthCents(amount))
          expect(all).toBeLessThan(1_000_00n)
          if (!known.has(to)) expect(sums.get(to)).toBeLessThan(250_00n)
        }
      }),
    )
  })
})

/** One process over a log of a level; Ada has $100,000. */
const processAt = async (level: number) => {
  const store = { ...createMemoryStore(), level: () => level }
  const clock = standingClock(AT)
  const { take } = startProcess(createSurroundings(store, clock))
  for (const member of [ada, grace]) await take({ do: 'open', member }, false)
  const minor = 100_000_00n
  await take({ do: 'bank', member: ada, currency: 'USD', minor, key: 'funds' }, false)
  const walletOfAda = () =>
    foldWallet(
      store.log.flatMap(({ streamId, ...stored }) =>
        streamId === walletEvents.streamOf(ada) ? [walletEvents.parse(stored)] : [],
      ),
    )
  const keptIn = (type: string) => store.log.flatMap((event) => (event.type === type ? [event.data] : []))
  return { take, walletOfAda, keptIn }
}

describe('below level 2, where the log keeps no step-up', () => {
  it('the sums begin anew with what reached a threshold: it had one; its payee stays new', () => {
    const over = left(usd(10_000_00))
    after(left(usd(249_99)), over)
      .when(sendTransfer(usd(249_99)))
      .makes(expectSent(usd(249_99)))
    after(left(usd(249_99)), over)
      .when(sendTransfer(usd(250_00)))
      .refuses('payment_not_fresh')
    const split = [1, 2, 3, 4].map((n) => left(usd(249_00), payee(n)))
    after(...split, left(usd(4_00)))
      .when(sendTransfer(usd(249_99), payee(1)))
      .makes(expectSent(usd(249_99), undefined, payee(1)))
    // A step-up that was kept before is not new again.
    after(left(usd(1), grace, FIRST), left(usd(1_000_00)), left(usd(999_99)), left(usd(1), grace, FIRST))
      .when(sendTransfer(usd(1)))
      .refuses('payment_not_fresh')
  })

  it.each([1, 2])('a payment and an approval are covered by their step-up at level %i', async (level) => {
    const { take, walletOfAda, keptIn } = await processAt(level)
    const [currency, key] = ['USD', derivedId('key')] as const
    expect(await take({ do: 'send', member: ada, to: grace, currency, minor: 5_000_00n, key }, false)).toBe(
      'completed',
    )
    await take({ do: 'request', member: grace, payer: ada, cents: 2_000_00n, key }, false)
    const requestId = requestIdOf(grace, key)
    expect(await take({ do: 'approve', member: ada, requestId, key }, false)).toBe('completed')
    const kept = level === 1 ? {} : { provenAt: AT }
    const [first, second] = keptIn('TransferSent')
    expect([first, second, ...keptIn('TransferRequestApproved')]).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining(kept)),
    )
    expect([first, second].some((data) => 'provenAt' in Object(data))).toBe(level === 2)
    expect(walletOfAda()).toMatchObject({ unproven: { cents: 0n, known: level === 1 ? [] : [grace] } })
  })

  it('an approval whose payment needs a step-up waits: releases of level 1 would never open it again', () => {
    const command = { type: 'fail', answerId: FIRST_ANSWER, reason: 'payment_not_fresh' } as const
    const [fact] = decideRequest(command, foldRequest([requested, approved(FIRST_ANSWER)]), AT)
    if (!fact) throw new Error('It fails')
    expect(() => transferRequestEvents.atLevel(fact, 1)).toThrow(TooNew)
    expect(transferRequestEvents.atLevel(fact, 2)).toEqual(failed('payment_not_fresh', FIRST_ANSWER))
    for (const reason of ['daily_limit', 'wallet_closed'])
      expect(transferRequestEvents.atLevel(failed(reason), 1)).toEqual(failed(reason))
  })
})

function expectSent(amount: Money, provenAt?: string, to = grace): WalletEvent {
  const fact = left(amount, to, provenAt)
  return fact.type === 'TransferSent'
    ? { ...fact, data: { ...fact.data, transferId: idOf('transfer') } }
    : fact
}
