import { expect, it } from 'vitest'
import { createMovements, poolIdOf } from '../../../api/pools/movements.ts'
import { finishMovement } from '../../../api/pools/pool-movements.ts'
import { createPoolStreams } from '../../../api/pools/pool-streams.ts'
import { createSandboxMarket } from '../../../api/sandbox/market/market.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { memberAccount } from '../../../events/accounts.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { parseLedgerEvent } from '../../../events/ledger-event.ts'
import { Refusal } from '../../../events/refusal.ts'
import { poolTransfers } from '../../../projections/pool-transfers/projection.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { SEED, sized } from '../../support/size.ts'
import { createSlowMarket } from '../../support/slow-market.ts'
import { createDice } from './dice.ts'
import { crashingStore } from './crashing-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const ada = derivedId('member', 'ada')
const RUNS = sized({ gate: 25, long: 400 })
const MOVES = 12
const opens = {
  name: { keyId: 'k', nonce: 'n', ciphertext: 'c' },
  poolType: 'mixed',
  risk: 'moderate',
  autoPay: true,
  target: '0',
} as const

/** A member with $10,000.00 and one pool after another, on a market that fills orders later. */
const run = async (seed: number) => {
  const dice = createDice(seed)
  const store = createMemoryStore()
  const clock = standingClock('2026-02-01T12:00:00.000Z')
  const market = createSlowMarket(createSandboxMarket({ seed: 'slow' }).quotes, dice)
  /** Starts a process that crashes after this many steps. */
  const start = (steps: number) => {
    let left = steps
    const over = crashingStore({ ...store }, () => (left -= 1) > 0).store
    const wallets = createWallets({ store: over, snapshots: NO_SNAPSHOTS })
    const pools = createPoolStreams({ store: over, snapshots: NO_SNAPSHOTS, market, clock })
    return createMovements({ store: over, wallets, pools, clock, onUnfinished: () => {} })
  }
  const wallets = createWallets({ store: { ...store }, snapshots: NO_SNAPSHOTS })
  const context = { actor: 'test', correlationId: ada, causationId: ada, at: clock().toISOString() }
  await wallets.execute(ada, { type: 'openWallet', memberId: ada }, context)
  const deposit = { depositId: derivedId('deposit'), source: 'bank', amount: usd(10_000_00) } as const
  await wallets.execute(ada, { type: 'creditDeposit', ...deposit }, context)

  const open = () => poolTransfers.net(store.log).begun.filter(({ status }) => status === 'processing')
  /** The background process finishes pending movements, and sometimes crashes. */
  const sweep = async (): Promise<void> => {
    const movements = start(dice.chance(0.3) ? dice.between(1, 12) : Infinity)
    await Promise.allSettled(open().map((one) => finishMovement(movements, one)))
  }

  let poolId = ''
  for (let move = 0; move < MOVES; move += 1) {
    const idempotencyKey = derivedId('key', seed.toString(), move.toString())
    const movements = start(dice.chance(0.4) ? dice.between(1, 25) : Infinity)
    const isNew = poolId === '' || dice.chance(0.2)
    if (isNew) poolId = poolIdOf(ada, idempotencyKey)
    const order = { memberId: ada, poolId, idempotencyKey, repeated: false }
    const amount = BigInt(dice.between(1_00, 300_00))
    // The API refuses to close a pool while a contribution to it is pending.
    const mayClose = !open().some(({ kind }) => kind === 'contribution')
    const roll = dice.between(0, 9)
    const doing =
      isNew || roll < 4
        ? movements.contribute({ ...order, amount, opens: isNew ? opens : null })
        : roll < 8 || !mayClose
          ? movements.withdraw({ ...order, amount })
          : movements.close(order)
    await doing.catch((error: unknown) => {
      if (!(error instanceof Refusal) && !(error instanceof Error && error.name === 'Error')) throw error
    })
    if (dice.chance(0.5)) await sweep()
    if (dice.chance(0.4)) clock.forward(DAY_MS)
  }
  for (let rounds = 0; open().length > 0; rounds += 1) {
    if (rounds > 200) throw new Error(`Never ends: ${JSON.stringify(open().map(({ kind }) => kind))}`)
    await sweep()
  }

  const audit = createAudit({ dense: true })
  for (const recorded of store.log) audit.check(recorded)
  audit.finish({ idle: true })
  const streams = createPoolStreams({ store, snapshots: NO_SNAPSHOTS, market, clock })
  const ids = new Set(store.log.map(({ streamId }) => streamId).filter((id) => id.startsWith('pool-')))
  let units = 0n
  for (const id of ids) {
    const pool = await streams.load(id.slice('pool-'.length))
    if (pool.status !== 'absent') units += pool.holding.units
  }
  // The platform has taken what the market did not, at closings.
  const taken = store.log.reduce((sum, recorded) => {
    const event = parseLedgerEvent(recorded)
    return event.type === 'PoolProceedsSent' ? sum + BigInt(event.data.taken ?? 0) : sum
  }, 0n)
  const count = (type: string) => store.log.filter((recorded) => recorded.type === type).length
  return {
    units,
    taken,
    held: market.held(),
    balance: -audit.book.balanceOf(memberAccount(ada, 'USD'), 'USD'),
    repriced: count('PoolRepriced'),
    kept: count('PoolProceedsKept'),
    paid: count('PoolProceedsSent'),
    returned: count('PoolContributionReturned'),
  }
}

it(
  `comes out exactly on a market that answers later, at its own price or not at all, killed now and then (seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const seen = { repriced: 0, kept: 0, paid: 0, returned: 0 }
    for (let i = 0; i < RUNS; i += 1) {
      const { units, taken, held, balance, ...counts } = await run(SEED + i)
      // The pools and the platform hold exactly the units that the market has, to the last fraction.
      expect({ seed: SEED + i, units: units + taken }).toEqual({ seed: SEED + i, units: held })
      expect(balance).toBeGreaterThanOrEqual(0n)
      for (const key of ['repriced', 'kept', 'paid', 'returned'] as const) seen[key] += counts[key]
    }
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0)
  },
)
