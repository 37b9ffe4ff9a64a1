import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { depositKind } from '../../../events/deposits/deposit.ts'
import { depositEvents } from '../../../events/deposits/events.ts'
import { happenedAt } from '../../../events/happened-at.ts'
import { CURRENCIES } from '../../../events/money.ts'
import { valueCents } from '../../../events/pools/holding.ts'
import type { Aggregate, DomainEvent } from '../../../events/store/aggregate.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { transferRequestKind } from '../../../events/requests/transfer-request.ts'
import { transferRequestEvents } from '../../../events/requests/events.ts'
import { nextUnpaidDay } from '../../../events/wallet/interest.ts'
import { sized } from '../../support/size.ts'
import { foldWallets } from './fold.ts'
import { anyWish, type Wish } from './intents.ts'
import { furnish } from './run.ts'
import { createTables } from './tables.ts'
import { createWorld, type World } from './two-processes.ts'

const RUNS = sized({ gate: 20, long: 100 })

/** Creates a log by up to 150 wishes. */
const writeLog = async (wishes: readonly (readonly [Wish, number])[]): Promise<World> => {
  const world = createWorld()
  await furnish(world)
  for (const [wish, process] of wishes) {
    world.clock.forward(1)
    // Wishes depend on balances, so the audit's book has to be up to date.
    world.check({ idle: true })
    const intent = wish(world.seen())
    if (intent) await world.take(intent, process)
  }
  return world
}

const foldStreams = <State, Event extends DomainEvent>(
  log: readonly RecordedEvent[],
  follows: (streamId: string) => boolean,
  { initialState, evolve, parse }: Aggregate<State, Event>,
): State[] => {
  const states = new Map<string, State>()
  for (const recorded of log) {
    if (!follows(recorded.streamId)) continue
    const before = states.get(recorded.streamId) ?? initialState()
    states.set(recorded.streamId, evolve(before, parse(recorded), happenedAt(recorded)))
  }
  return [...states.values()]
}

/** Splits the log into batches whose sizes repeat in a cycle. */
const batchesOf = (log: readonly RecordedEvent[], sizes: readonly number[]): RecordedEvent[][] => {
  const batches: RecordedEvent[][] = []
  for (let from = 0; from < log.length;) {
    const size = sizes[batches.length % sizes.length] ?? 1
    batches.push(log.slice(from, from + size))
    from += size
  }
  return batches
}

const statusesOf = (rows: ReadonlyMap<string, { readonly status: string }>): string[] =>
  Array.from(rows.values(), ({ status }) => status)

const checkPools = (world: World, { money }: ReturnType<typeof createTables>): void => {
  const { pools, bills } = world.views().money
  expect(money.pools.size).toBe(pools.size)
  for (const [id, { status, autoPay, holding }] of pools) {
    const { units, cash, cost, principal: principalMinor, price, day: valuedOn } = holding
    const row = money.pools.get(id)
    expect(row).toMatchObject({ status, autoPay, units, cash, cost, principalMinor, price, valuedOn })
    // A closed pool keeps less than a cent.
    expect(row?.valueMinor).toBe(status === 'closed' ? 0n : valueCents(holding))
  }
  expect(money.bills.size).toBe(bills.size)
  for (const [id, { status, pastDue }] of bills)
    expect(money.bills.get(id)).toMatchObject({ status, pastDue, unsettled: 0 })
  expect(statusesOf(money.transfers)).not.toContain('processing')
}

const check = (world: World, sizes: readonly number[]): void => {
  const { log } = world.store
  const tables = createTables()
  for (const batch of batchesOf(log, sizes)) tables.apply(batch)

  const now = world.clock().toISOString()
  const due: string[] = []
  let staked = 0n
  const heldLocks = new Map<string, unknown>()
  for (const [member, wallet] of foldWallets(log)) {
    if (wallet.status === 'absent') throw new Error('A wallet without its opening')
    const { status, balances, stake, interest } = wallet
    const row = tables.wallets.get(member)
    expect(row).toMatchObject({ status, balances, staked: stake.minor, rewards: stake.claimedMinor })
    expect(row?.interest).toBe(world.audit.wallets.get(member)?.interestMinor)
    const { minor, seconds, claimedMinor: claimed, since } = stake
    if (since !== null) expect(tables.stakes.get(member)).toEqual({ minor, claimed, seconds, since })
    for (const currency of CURRENCIES)
      expect(tables.daily.get(`${member} ${currency}`) ?? 0n).toBe(balances[currency])
    expect(tables.daily.get(`${member} YUT staked`) ?? 0n).toBe(minor)
    expect(tables.earned.get(`${member} USD`) ?? 0n).toBe(row?.interest)
    expect(tables.earned.get(`${member} YUT`) ?? 0n).toBe(row?.rewards)
    staked += minor
    for (const [proposalId, lock] of Object.entries(stake.locks))
      heldLocks.set(`${member} ${proposalId}`, lock)
    const next = nextUnpaidDay(interest, balances.USD, now)
    if (next && next.day < now.slice(0, 10)) due.push(member)
  }
  expect(tables.totalStake()).toBe(staked)
  expect(tables.locks).toEqual(heldLocks)
  expect(tables.interestDue(now.slice(0, 10))).toEqual(due.toSorted())
  for (const currency of CURRENCIES) {
    const nets = [...tables.received].filter(([key]) => key.endsWith(` ${currency}`))
    expect(nets.reduce((sum, [, minor]) => sum + minor, 0n)).toBe(0n)
  }
  expect([...tables.transfers.values()]).not.toContain('processing')
  expect(statusesOf(tables.claims)).not.toContain('open')

  checkPools(world, tables)
  const stages = foldStreams(log, depositEvents.isStream, depositKind).flatMap((deposit) =>
    deposit.stage === 'absent' ? [] : [[deposit.depositId, deposit.stage, deposit.hasSucceeded] as const],
  )
  for (const [id, stage, hasSucceeded] of stages)
    expect(tables.deposits.get(id)).toMatchObject({
      stage,
      credited: hasSucceeded,
      reversed: hasSucceeded && stage === 'returned',
    })
  const statuses = foldStreams(log, transferRequestEvents.isStream, transferRequestKind).flatMap((request) =>
    request.status === 'absent' ? [] : [[request.requestId, request.status] as const],
  )
  expect(new Map(Array.from(tables.requests, ([id, { status }]) => [id, status]))).toEqual(new Map(statuses))
}

it('come to what the streams fold to, whatever the batches', { timeout: 900_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyWish, fc.nat(1)), { maxLength: 150, size: 'max' }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      async (wishes, sizes) => {
        const world = await writeLog(wishes)
        world.check({ idle: true })
        check(world, sizes)
      },
    ),
    { numRuns: RUNS },
  ),
)
