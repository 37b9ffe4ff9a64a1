import { derivedId } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import type { PoolType, RiskProfile } from '../../events/pool-terms.ts'
import { poolIdOf } from '../pools/movements.ts'
import type { Seeding } from './seeding.ts'

const ACTOR = 'seed'
/** Deposited in addition to the seeded treasury balance, and invested. */
const INVESTMENT = usd(1_200_00)
/** Cents a month. */
const TARGET = 8_00n

/** One pool each, of different kinds. */
const KINDS: readonly { readonly name: string; readonly poolType: PoolType; readonly risk: RiskProfile }[] = [
  { name: 'Phone bill pool', poolType: 'mixed', risk: 'moderate' },
  { name: 'Dividends for bills', poolType: 'dividend_stocks', risk: 'moderate' },
  { name: 'Steady bonds', poolType: 'bonds', risk: 'conservative' },
  { name: 'Whole market', poolType: 'index_fund', risk: 'aggressive' },
]

/** Gives each demo member a pool, through ordinary commands; repeating it changes nothing. */
export const seedPools = async ({
  members,
  messageKeys,
  ledger: { wallets },
  movements,
  payIn,
  clock,
  profiles,
}: Seeding): Promise<void> => {
  await Promise.all(
    profiles.map(async (profile, i) => {
      const { id: memberId } = await members.signedIn(profile)
      const kind = KINDS[i % KINDS.length]
      if (!kind) return
      const depositId = derivedId('seed', 'pool-deposit', memberId)
      await payIn(depositId, INVESTMENT.minor)
      await wallets.execute(
        memberId,
        { type: 'creditDeposit', depositId, source: 'bank', amount: INVESTMENT },
        {
          actor: ACTOR,
          correlationId: memberId,
          causationId: memberId,
          at: clock().toISOString(),
          step: { eventId: derivedId('DepositCredited', depositId), after: 0n },
        },
      )
      const idempotencyKey = derivedId('seed', 'pool', memberId)
      await movements.contribute({
        memberId,
        poolId: poolIdOf(memberId, idempotencyKey),
        idempotencyKey,
        repeated: true,
        amount: INVESTMENT.minor,
        opens: {
          name: await messageKeys.encrypt(memberId, kind.name),
          poolType: kind.poolType,
          risk: kind.risk,
          autoPay: true,
          target: TARGET.toString(),
        },
      })
    }),
  )
}
