import { describe, expect, it } from 'vitest'
import { createMovements, poolIdOf, type Movements } from '../../../api/pools/movements.ts'
import { createPoolStreams } from '../../../api/pools/pool-streams.ts'
import { finishMovement } from '../../../api/pools/pool-movements.ts'
import { ORDER_CENTS_MIN, tradeAt } from '../../../api/sandbox/market/trade.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { memberAccount } from '../../../events/accounts.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { poolTransfers } from '../../../projections/pool-transfers/projection.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { crashingStore } from './crashing-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const ada = derivedId('member', 'ada')
const opens = {
  name: { keyId: 'k', nonce: 'n', ciphertext: 'c' },
  poolType: 'mixed',
  risk: 'moderate',
  autoPay: true,
  target: '0',
} as const
const firstKey = derivedId('key', 'first')
const poolId = poolIdOf(ada, firstKey)
const tried = (name: string, repeated = false) =>
  ({ memberId: ada, poolId, idempotencyKey: derivedId('key', name), repeated }) as const

/** A wallet with $900.00 and a pool with $100.00. */
const createWorld = async () => {
  const store = createMemoryStore()
  const clock = standingClock('2026-02-01T12:00:00.000Z')
  let asked = 0
  const quoted = async () => {
    asked += 1
    return [{ day: '2026-02-01', price: 103_123_457n, dividend: 0n }]
  }
  const market = { quotes: quoted, trade: tradeAt(quoted), slippage: 0n, orderCentsMin: ORDER_CENTS_MIN }
  const start = (over: EventStore = { ...store }): Movements => {
    const wallets = createWallets({ store: over, snapshots: NO_SNAPSHOTS })
    const pools = createPoolStreams({ store: over, snapshots: NO_SNAPSHOTS, market, clock })
    return createMovements({ store: over, wallets, pools, clock, onUnfinished: () => {} })
  }
  const wallets = createWallets({ store: { ...store }, snapshots: NO_SNAPSHOTS })
  const context = { actor: 'test', correlationId: ada, causationId: ada, at: clock().toISOString() }
  await wallets.execute(ada, { type: 'openWallet', memberId: ada }, context)
  const deposit = { depositId: derivedId('deposit'), source: 'bank', amount: usd(1_000_00) } as const
  await wallets.execute(ada, { type: 'creditDeposit', ...deposit }, context)
  await start().contribute({ ...tried('first'), amount: 100_00n, opens })
  /** Does what the background process does: finishes all pending movements, here in two processes at once. */
  const finish = async (): Promise<void> => {
    const open = poolTransfers.net(store.log).begun.filter(({ status }) => status === 'processing')
    const workers = [start(), start()]
    await Promise.all(open.flatMap((one) => workers.map((worker) => finishMovement(worker, one))))
  }
  const check = () => {
    const audit = createAudit({ dense: true })
    for (const recorded of store.log) audit.check(recorded)
    audit.finish({ idle: true })
    return -audit.book.balanceOf(memberAccount(ada, 'USD'), 'USD')
  }
  const count = (type: string) => store.log.filter((recorded) => recorded.type === type).length
  return { store, start, finish, check, count, asked: () => asked }
}

const moves: Readonly<Record<string, (movements: Movements, repeated: boolean) => Promise<unknown>>> = {
  contribution: (movements, repeated) =>
    movements.contribute({ ...tried('more', repeated), amount: 33_33n, opens: null }),
  withdrawal: (movements, repeated) => movements.withdraw({ ...tried('less', repeated), amount: 77_77n }),
  closing: (movements, repeated) => movements.close(tried('end', repeated)),
}
const LEFT = { contribution: 866_67n, withdrawal: 977_77n, closing: 1_000_00n } as const

describe('money between a wallet and a pool', () => {
  it.for(['contribution', 'withdrawal', 'closing'] as const)(
    'arrives once, wherever its %s is killed and however often it is tried again',
    async (name) => {
      for (let steps = 1; ; steps += 1) {
        const world = await createWorld()
        let left = steps
        const mortal = crashingStore(world.store, () => (left -= 1) > 0)
        await moves[name]?.(world.start(mortal.store), false).catch(() => undefined)
        await world.finish()
        world.check()
        // The member got no response and retries with the same key.
        await moves[name]?.(world.start(), true)
        await world.finish()
        expect(world.check()).toBe(LEFT[name])
        const { length } = world.store.log
        await moves[name]?.(world.start(), true)
        expect(world.store.log).toHaveLength(length)
        if (!mortal.isDead()) {
          expect(steps).toBeGreaterThan(5)
          return
        }
      }
    },
  )

  it('has opened its pool once: tried again, the market is asked for nothing', async () => {
    const world = await createWorld()
    const before = world.asked()
    expect(before).toBeGreaterThan(0)
    await expect(
      world.start().contribute({ ...tried('first', true), amount: 100_00n, opens }),
    ).resolves.toMatchObject({ status: 'completed' })
    expect(world.asked()).toBe(before)
  })

  it('comes back when the pool was closed while it was on its way', async () => {
    const world = await createWorld()
    let left = Infinity
    const mortal = crashingStore(world.store, (type) => {
      if (type === 'PoolContributionReceived') left = 0
      return left > 0
    })
    const contribution = world
      .start(mortal.store)
      .contribute({ ...tried('more'), amount: 33_33n, opens: null })
    await expect(contribution).resolves.toMatchObject({ status: 'processing' })
    await world.start().close(tried('end'))
    await world.finish()
    expect(world.count('PoolContributionReturned')).toBe(1)
    expect(world.check()).toBe(1_000_00n)
    await expect(
      world.start().contribute({ ...tried('more', true), amount: 33_33n, opens: null }),
    ).resolves.toMatchObject({ status: 'returned' })
    expect(world.check()).toBe(1_000_00n)
  })
})
