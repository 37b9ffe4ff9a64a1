import { expect, it } from 'vitest'
import { dayOf } from '../../../events/calendar.ts'
import { createSandboxMarket } from '../../../api/sandbox/market/market.ts'
import type { IssueProgress } from '../../../api/bills/issuing.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { derivedId } from '../../../events/ids.ts'
import { Refusal } from '../../../events/refusal.ts'
import { TooBusy } from '../../../events/store/commands.ts'
import type { Snapshot } from '../../../events/store/snapshots.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { SEED, sized } from '../../support/size.ts'
import { createDice } from './dice.ts'
import { anyWish, createPlanBiller, deposit, memberIdsOf, systemContext, type Wish } from './members.ts'
import { crashingStore } from './crashing-store.ts'
import { startProcess } from './process.ts'
import { createViews, replay } from './views.ts'

const MEMBERS = sized({ gate: 25, long: 200 })
const DAYS = sized({ gate: 365, long: 3 * 365 })
const START = '2026-01-15T12:00:00.000Z'
/** Average steps of a process between two crashes. */
const STEPS_A_LIFE = sized({ gate: 5_000, long: 60_000 })
/** Probability that a process crashes at a step of a payment; higher for smaller runs. */
const CRASHES_A_PAYMENT = sized({ gate: 0.12, long: 0.003 })

const PAYING: ReadonlySet<string> = new Set([
  'BillPaymentStarted',
  'PoolProceedsOrdered',
  'PoolProceedsSent',
  'BillPaid',
])

/** A ledger with two processes that sometimes crash and restart from the stored state. */
const createWorld = (seed: number) => {
  const dice = createDice(seed)
  const clock = standingClock(START)
  const store = createMemoryStore()
  const audit = createAudit({ dense: true })
  const views = createViews()
  const kept = new Map<string, Snapshot>()
  const progress = new Map<string, IssueProgress>()
  const memberIds = memberIdsOf(MEMBERS)
  const biller = createPlanBiller(memberIds, seed)
  const market = createSandboxMarket({ seed: String(seed) })
  let stepsLeft = Infinity
  let crashes = 0
  let worker = 0

  const current = () => {
    for (const recorded of store.log.slice(audit.events())) views.note(audit.check(recorded).event, recorded)
    return views
  }

  const newProcess = () => {
    const mortal = crashingStore(store, (type) => {
      // Crashes are more frequent during a payment.
      const isHit =
        type !== null && PAYING.has(type) && stepsLeft !== Infinity && dice.chance(CRASHES_A_PAYMENT)
      return (stepsLeft -= 1) > 0 && !isHit
    })
    return {
      isDead: mortal.isDead,
      ...startProcess({
        store: mortal.store,
        snapshots: {
          load: async (streamId, version) => {
            const snapshot = kept.get(streamId)
            return snapshot?.schemaVersion === version ? snapshot : null
          },
          save: async (snapshot) => void kept.set(snapshot.streamId, snapshot),
        },
        clock,
        market,
        biller,
        issueLog: {
          of: async (name, period) => progress.get(`${name} ${period}`) ?? { after: null, finished: false },
          save: async (name, period, one) => {
            // A save just before a crash may be lost.
            if (dice.chance(0.9)) progress.set(`${name} ${period}`, one)
          },
        },
        firstMonth: START.slice(0, 7),
        views: current,
      }),
    }
  }
  const processes = [newProcess(), newProcess()]

  /** Runs a wish in one of the processes, restarted as often as needed; a refusal ends it too. */
  const runUntilDone = async (wish: Wish, place = dice.between(0, 1)): Promise<void> => {
    for (let repeated = false; ; repeated = true) {
      const process = processes[place] ?? newProcess()
      try {
        await wish(process, repeated)
      } catch (error) {
        const expected = error instanceof Refusal || error instanceof TooBusy || process.isDead()
        if (!expected) throw error
      }
      if (!process.isDead()) return
      if (processes[place] !== process) continue
      crashes += 1
      stepsLeft = dice.between(1, 2 * STEPS_A_LIFE)
      processes[place] = newProcess()
    }
  }

  return {
    dice,
    clock,
    store,
    audit,
    memberIds,
    current,
    runUntilDone,
    crashes: () => crashes,
    mayDie: (may: boolean) => {
      stepsLeft = may ? dice.between(1, 2 * STEPS_A_LIFE) : Infinity
    },
    /** Runs all background work once. */
    sweep: async () => {
      // Mostly the same process does the background work; members use both.
      if (dice.chance(0.05)) worker = 1 - worker
      for (const name of ['movements', 'valuation', 'issuing', 'payments', 'autoPay', 'pastDue'] as const)
        await runUntilDone((process) => process.work[name](), worker)
    },
  }
}

/** Invariants at the end of a day after all background work has run. */
const checkDay = (world: ReturnType<typeof createWorld>): void => {
  const today = dayOf(world.clock().toISOString())
  const views = world.current()
  for (const { poolId, status, holding } of views.pools.values())
    if (status === 'open' && holding.day !== today)
      throw new Error(`Pool ${poolId} is valued on ${holding.day}`)
  for (const { billId, status, dueOn, pastDue } of views.bills.values())
    if (status === 'paying' || (status !== 'paid' && dueOn < today && !pastDue))
      throw new Error(`Bill ${billId} was due on ${dueOn} and is ${status}`)
  world.audit.finish({ idle: true })
}

it(
  `${DAYS} days of pools and bills of ${MEMBERS} members, killed now and then, come out to the cent (seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const world = createWorld(SEED)
    const { dice, clock, memberIds, runUntilDone } = world
    for (const memberId of memberIds) {
      await runUntilDone(({ wallets }) =>
        wallets.execute(memberId, { type: 'openWallet', memberId }, systemContext(clock, memberId)),
      )
      await runUntilDone(deposit(memberId, dice.between(100_00, 30_000_00), clock, memberId))
    }
    world.mayDie(true)
    let wishes = 0
    for (let day = 0; day < DAYS; day += 1) {
      clock.forward(DAY_MS)
      const wanted: Wish[] = []
      for (const memberId of memberIds) {
        if (!dice.chance(0.02)) continue
        wishes += 1
        const wish = anyWish(dice, memberId, derivedId('key', String(wishes)), world.current(), clock)
        if (wish) wanted.push(wish)
      }
      // Members act while the background work runs; on some days it does not run.
      const isDone = dice.chance(0.9)
      await Promise.all([
        isDone ? world.sweep() : null,
        Promise.all(wanted.map((wish) => runUntilDone(wish))),
      ])
      if (!isDone) continue
      if (day % 7 !== 0) continue
      // Work that a crash left half done is found and finished.
      world.mayDie(false)
      await world.sweep()
      checkDay(world)
      world.mayDie(true)
    }
    world.mayDie(false)
    await world.sweep()
    checkDay(world)

    const views = world.current()
    const bills = [...views.bills.values()]
    const events = (type: string) => world.store.log.filter((recorded) => recorded.type === type).length
    console.log({
      events: world.store.log.length,
      deaths: world.crashes(),
      wishes,
      pools: views.pools.size,
      bills: bills.length,
      paid: events('BillPaid'),
      failed: events('BillPaymentFailed'),
      returned: events('PoolProceedsReturned'),
      declined: events('PoolPaymentDeclined') + events('BillPaymentDeclined'),
      contributionsReturned: events('PoolContributionReturned'),
      dividends: events('DividendReceived'),
    })
    expect(world.crashes()).toBeGreaterThan(0)
    expect(events('PoolProceedsReturned')).toBeGreaterThan(0)
    expect(events('BillPaid')).toBe(bills.filter(({ status }) => status === 'paid').length)
    // Replaying the log gives the same state.
    const again = replay(world.store.log)
    expect(again.pools).toEqual(views.pools)
    expect(again.bills).toEqual(views.bills)
    expect(again.wallets).toEqual(views.wallets)
  },
)
