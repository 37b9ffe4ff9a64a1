import { billEvents, billIdOf, type BillEvent, type Leg } from '../../../events/bills/events.ts'
import { planPayment } from '../../../events/bills/plan.ts'
import { decide, type PoolCommand } from '../../../events/pools/decide.ts'
import { poolEvents } from '../../../events/pools/events.ts'
import { availableForBills, GRAINS_PER_CENT, valueCents, type Quote } from '../../../events/pools/holding.ts'
import { evolve, initialState, type Pool } from '../../../events/pools/pool.ts'
import type { Member, World } from './world.ts'

const DAY_MS = 86_400_000
const PLAN_CENTS = 1_500n
const TERMS = { margin: 0n, orderCentsMin: 0n }
const usd = (minor: bigint) => ({ currency: 'USD', minor: minor.toString() }) as const
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Prices of one fund: a third higher after a year, with daily changes, and a dividend on each quarter's first day. */
const quoteOf = (day: string): Quote => {
  const days = Date.parse(day) / DAY_MS - 20_000
  const price = BigInt(100_000_000 + days * 90_000 + ((days * 7_919) % 13) * 150_001)
  return { day, price, dividend: /-(01|04|07|10)-01$/.test(day) ? 500_003n : 0n }
}

interface Owned {
  readonly poolId: string
  readonly owner: Member
  pool: Pool
}

/** Pools and monthly bills of a generated log: pool owners get bills, which their pools pay as far as they can. */
export const createPools = (world: World) => {
  const all: Owned[] = []
  const today = () => {
    const day = dayOf(world.now)
    return { today: day, quotes: [dayOf(world.now - DAY_MS), day].map(quoteOf) }
  }

  const apply = (owned: Owned, command: PoolCommand): void => {
    for (const event of decide(command, owned.pool)) {
      world.append(poolEvents.streamOf(owned.poolId), poolEvents.idOf(event), event, owned.owner.id)
      owned.pool = evolve(owned.pool, event)
    }
    const { pool } = owned
    if (pool.status === 'absent' || !pool.sale) return
    const { proceedsId, units } = pool.sale
    const fill = { units, price: pool.holding.price, rest: 0n }
    apply(owned, { type: 'endSale', proceedsId, outcome: { fill }, ...today() })
  }
  const contribute = (owned: Owned, minor: bigint): void => {
    const { owner, poolId, pool } = owned
    if (minor <= 0n || minor > owner.balances.USD) return
    const contributionId = world.newId('contribution')
    const name = { keyId: owner.id, nonce: 'bm9uY2Vub25jZQ', ciphertext: 'cG9vbCBuYW1l' }
    const opens =
      pool.status === 'absent'
        ? ({ name, poolType: 'mixed', risk: 'moderate', autoPay: true, target: '0' } as const)
        : null
    owner.balances.USD -= minor
    const ids = { memberId: owner.id, poolId, contributionId }
    world.wallet(owner, { type: 'PoolContributionSent', data: { ...ids, amount: usd(minor), opens } })
    const { price } = quoteOf(dayOf(world.now))
    const fill = { units: (minor * GRAINS_PER_CENT) / price, price, rest: 0n }
    apply(owned, { type: 'receiveContribution', ...ids, amount: minor, opens, fill, ...today() })
  }

  const paidOut = ({ owner, poolId }: Owned, proceedsId: string, minor: bigint): void => {
    owner.balances.USD += minor
    const data = { memberId: owner.id, poolId, proceedsId, amount: usd(minor) }
    world.wallet(owner, { type: 'PoolProceedsReceived', data })
  }

  const bill = (billId: string, event: BillEvent): void =>
    world.append(billEvents.streamOf(billId), billEvents.idOf(event), event)

  const pay = (owned: Owned, billId: string, amount: bigint, legs: readonly Leg[]): void => {
    const { owner } = owned
    const paymentId = world.newId('payment')
    const ids = { billId, memberId: owner.id, paymentId }
    bill(billId, { type: 'BillPaymentStarted', data: { ...ids, method: 'auto', legs: [...legs] } })
    const fromPool = legs.find((leg) => leg.source === 'pool')
    const given = fromPool ? BigInt(fromPool.dividends) + BigInt(fromPool.gains) : 0n
    // Some members stop auto-pay at this very moment.
    const refuses = given > 0n && world.random() < 0.04
    if (refuses) settings(owned, false)
    if (given > 0n)
      apply(owned, { type: 'payBill', billId, paymentId, amount: given, terms: TERMS, ...today() })
    const wallet = legs.find((leg) => leg.source === 'wallet')
    const declines = !refuses && wallet !== undefined && world.random() < 0.04
    if (declines)
      world.wallet(owner, { type: 'BillPaymentDeclined', data: { ...ids, reason: 'insufficient_funds' } })
    if (refuses || declines) {
      if (declines) apply(owned, { type: 'takeBackPayment', billId, paymentId })
      bill(billId, { type: 'BillPaymentFailed', data: { ...ids, reason: 'changed_meanwhile', missing: '0' } })
      if (refuses) settings(owned, true)
      return bill(billId, {
        type: 'BillPastDue',
        data: { billId, memberId: owner.id, dueOn: dayOf(world.now - DAY_MS) },
      })
    }
    if (wallet) {
      owner.balances.USD -= BigInt(wallet.amount)
      world.wallet(owner, {
        type: 'BillPaidFromWallet',
        data: { ...ids, amount: usd(BigInt(wallet.amount)) },
      })
    }
    bill(billId, { type: 'BillPaid', data: { ...ids, biller: 'tellepathy', amount: usd(amount) } })
    if (given > 0n) apply(owned, { type: 'settlePayment', billId, paymentId })
  }

  const settings = (owned: Owned, autoPay: boolean): void =>
    apply(owned, {
      type: 'changeSettings',
      memberId: owned.owner.id,
      changeId: world.newId('change'),
      autoPay,
      target: autoPay ? BigInt(world.upTo(9_000)) : undefined,
    })

  return {
    /** Opens a pool with half of the owner's dollars. */
    open: (owner: Member): void => {
      const owned: Owned = { poolId: world.newId('pool'), owner, pool: initialState() }
      world.wallet(owner, {
        type: 'BillsFromWalletSet',
        data: { memberId: owner.id, changeId: world.newId('allow'), allowed: true },
      })
      contribute(owned, owner.balances.USD / 2n)
      if (owned.pool.status !== 'absent') all.push(owned)
    },
    /** Values every pool at the price of the day that begins. */
    revalue: (): void => {
      for (const owned of all) apply(owned, { type: 'revalue', ...today() })
    },
    /** Bills of the month that has ended, for everybody who has a pool. */
    bill: (): void => {
      const period = dayOf(world.now - DAY_MS).slice(0, 7)
      for (const owned of all) {
        const { owner, pool } = owned
        if (pool.status !== 'open') continue
        const billId = billIdOf('tellepathy', owner.id, period)
        const amount = PLAN_CENTS + BigInt(world.upTo(2_000))
        const lines = [{ item: 'plan:standard', reference: 'one', cents: amount.toString() }]
        const ids = { billId, memberId: owner.id }
        // Yesterday, so that a bill that is not paid at once is past due.
        const dueOn = dayOf(world.now - DAY_MS)
        bill(billId, {
          type: 'BillIssued',
          data: { ...ids, biller: 'tellepathy', period, lines, amount: usd(amount), dueOn },
        })
        const capacity = { poolId: owned.poolId, ...availableForBills(pool.holding, 0n) }
        const plan = planPayment(amount, [capacity], owner.balances.USD > 0n ? owner.balances.USD : null)
        if (plan.covered) pay(owned, billId, amount, plan.legs)
        else {
          const failed = { ...ids, paymentId: world.newId('payment'), reason: 'wallet_short' } as const
          bill(billId, { type: 'BillPaymentFailed', data: { ...failed, missing: plan.missing.toString() } })
          bill(billId, { type: 'BillPastDue', data: { ...ids, dueOn } })
        }
      }
    },
    /** Pays in or out, or closes a pool for good. */
    move: (): void => {
      const owned = all[world.upTo(all.length) - 1]
      if (owned?.pool.status !== 'open') return
      const roll = world.random()
      const memberId = owned.owner.id
      if (roll < 0.5) return contribute(owned, owned.owner.balances.USD / 20n)
      const proceedsId = world.newId('proceeds')
      const value = valueCents(owned.pool.holding)
      if (roll < 0.99) {
        const amount = value / 20n
        if (amount <= 0n) return
        apply(owned, { type: 'withdraw', memberId, proceedsId, amount, terms: TERMS, ...today() })
        return paidOut(owned, proceedsId, amount)
      }
      apply(owned, { type: 'close', memberId, proceedsId, terms: TERMS, ...today() })
      if (value > 0n) paidOut(owned, proceedsId, value)
    },
  }
}
