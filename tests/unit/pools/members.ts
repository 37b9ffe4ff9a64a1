import type { Biller } from '../../../api/bills/biller.ts'
import { payByHand } from '../../../api/bills/pay.ts'
import { poolIdOf } from '../../../api/pools/movements.ts'
import { derivedId, type Clock } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { valueCents } from '../../../events/pools/holding.ts'
import { POOL_TYPES, RISK_PROFILES } from '../../../events/pool-terms.ts'
import { createDice, type Dice } from './dice.ts'
import type { Process } from './process.ts'
import type { Views } from './views.ts'

const NAME = { keyId: 'k', nonce: 'n', ciphertext: 'c' } as const
const POOLS_MAX = 2
const PLANS = [10_00, 20_00, 35_00, 60_00] as const

export const memberIdsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => derivedId('member', String(i))).toSorted()

/**
 * A biller whose members change plans, or have none for a while. The statements of a month depend only on the seed,
 * because the port requires repeatable statements.
 */
export const createPlanBiller = (memberIds: readonly string[], seed: number): Biller => ({
  name: 'tellepathy',
  title: 'Tellepathy',
  serves: async () => true,
  closingStatements: async () => [],
  statements: async (period, { after, limit }) =>
    memberIds
      .filter((memberId) => after === null || memberId > after)
      .flatMap((memberId) => {
        const dice = createDice(seed ^ Number.parseInt(derivedId(memberId, period).slice(0, 7), 16))
        if (dice.chance(0.15)) return []
        const lines = Array.from({ length: dice.chance(0.1) ? 2 : 1 }, (_, i) => ({
          item: 'plan:standard',
          reference: derivedId('device', memberId, String(i)),
          cents: BigInt(dice.oneOf(PLANS) ?? 10_00) + BigInt(dice.between(0, 99)),
        }))
        return [{ memberId, period, lines }]
      })
      .slice(0, limit),
})

/** An idempotent action of a member; a refusal is a valid outcome. */
export type Wish = (process: Process, repeated: boolean) => Promise<unknown>

export const systemContext = (clock: Clock, id: string) => ({
  actor: 'system',
  correlationId: id,
  causationId: id,
  at: clock().toISOString(),
})

export const deposit =
  (memberId: string, cents: number, clock: Clock, key: string): Wish =>
  async ({ wallets }) => {
    const depositId = derivedId('deposit', key)
    await wallets.execute(
      memberId,
      { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
      {
        ...systemContext(clock, key),
        step: { eventId: derivedId('DepositCredited', depositId), after: 0n },
      },
    )
  }

/** A random action of a member; it may be impossible. */
export const anyWish = (
  dice: Dice,
  memberId: string,
  idempotencyKey: string,
  views: Views,
  clock: Clock,
): Wish | null => {
  // As over HTTP, each attempt to change a setting has its own id.
  let tries = 0
  const nextChangeId = () => derivedId('change', idempotencyKey, String((tries += 1)))
  const own = views.poolsOf(memberId)
  const pool = dice.oneOf(own.filter(({ status }) => status === 'open' || dice.chance(0.1)))
  const kind = dice.between(1, 20)
  if (kind <= 4 && own.filter(({ status }) => status === 'open').length < POOLS_MAX) {
    const opens = {
      name: NAME,
      poolType: dice.oneOf(POOL_TYPES) ?? 'mixed',
      risk: dice.oneOf(RISK_PROFILES) ?? 'moderate',
      autoPay: dice.chance(0.8),
      target: '500',
    }
    const amount = BigInt(dice.between(100_00, dice.chance(0.4) ? 20_000_00 : 500_00))
    const poolId = poolIdOf(memberId, idempotencyKey)
    return ({ movements }, repeated) =>
      movements.contribute({ memberId, poolId, idempotencyKey, repeated, amount, opens })
  }
  if (kind <= 6) return deposit(memberId, dice.between(1_00, 8_000_00), clock, idempotencyKey)
  if (kind === 7)
    return ({ wallets }) =>
      wallets.execute(
        memberId,
        { type: 'setBillsFromWallet', changeId: nextChangeId(), allowed: dice.chance(0.5) },
        { ...systemContext(clock, idempotencyKey), contested: true },
      )
  if (kind <= 9) {
    const bill = dice.oneOf(
      [...views.bills.values()].filter((one) => one.memberId === memberId && one.status !== 'paid'),
    )
    if (!bill) return null
    return (process) => payByHand({ ...process, clock }, { memberId, idempotencyKey }, bill.billId)
  }
  if (!pool) return null
  const { poolId } = pool
  const value = Number(valueCents(pool.holding))
  if (kind <= 13) {
    const amount = BigInt(dice.between(1, 2_000_00))
    return ({ movements }, repeated) =>
      movements.contribute({ memberId, poolId, idempotencyKey, repeated, amount, opens: null })
  }
  if (kind <= 17) {
    const amount = BigInt(dice.between(1, Math.max(Math.floor(value * (dice.chance(0.2) ? 1.2 : 0.3)), 1)))
    return ({ movements }, repeated) =>
      movements.withdraw({ memberId, poolId, idempotencyKey, repeated, amount })
  }
  if (kind === 18)
    return ({ movements }, repeated) => movements.close({ memberId, poolId, idempotencyKey, repeated })
  return ({ pools }) =>
    pools.execute(
      poolId,
      {
        type: 'changeSettings',
        memberId,
        changeId: nextChangeId(),
        autoPay: dice.chance(0.7),
        target: undefined,
      },
      { actor: memberId, correlationId: idempotencyKey, causationId: idempotencyKey },
    )
}
