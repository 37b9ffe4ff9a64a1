import { derivedId } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import { claimById, openClaims } from '../../projections/token/queries.ts'
import { bySystem } from '../http/attempt.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { freshTo } from '../http/reading.ts'
import { createClaims, startClaimCompletion } from './claims.ts'
import { createRewardReserve } from './reserve.ts'
import { createStakeRelease } from './release.ts'
import { registerToken } from './routes.ts'
import { createStakes, type Stakes } from './stakes.ts'
import { createTurns } from '../../events/turns.ts'

/** Composes the token: routes, reward reserve, and the completion of claims. */
export const composeToken = (
  platform: Pick<
    Platform,
    'config' | 'pool' | 'ledger' | 'clock' | 'log' | 'members' | 'messageKeys' | 'waitFor'
  >,
): Area & { readonly stakes: Stakes } => {
  const { config, pool, ledger, clock, log, waitFor } = platform
  const { store, wallets } = ledger
  const reserve = createRewardReserve(ledger)
  const stakes = createStakes({ wallets, reserve, clock })
  const claims = createClaims({
    wallets,
    reserve,
    clock,
    inTurn: createTurns(),
    lookUp: async (claimId) => {
      const upTo = await store.head()
      await freshTo({ waitFor }, upTo, ['token'])
      return { claim: await claimById(pool, claimId), upTo }
    },
    onUnsettled: (claimId, error) =>
      log.warn({ err: error, claimId }, 'Rewards are reserved; the claim process will pay them'),
  })

  /** Funds the reserve up to the configured total; repeating it changes nothing. */
  const fundReserve = async (): Promise<void> => {
    const total = money('YUT', config.rewardReserveMinor)
    const id = derivedId('reward-reserve', total.minor.toString())
    await reserve.execute({ type: 'fundUpTo', total }, bySystem(clock, id, id))
  }

  const unfinished = (before: Date, limit: number) => openClaims(pool, before, limit)

  return {
    ...EMPTY_AREA,
    name: 'token',
    backlogs: [unfinishedBacklog('reward claims', { unfinished, clock })],
    obstacles: { never: 'stakes and rewards are in the wallet, which answers for them' },
    settle: createStakeRelease({ wallets, stakes, claims, reserve, clock }),
    stakes,
    register: (api) => registerToken(api, { ...platform, ...platform.ledger, reserve, stakes, claims }),
    processes: async () => {
      await fundReserve()
      return [
        startClaimCompletion({
          unfinished,
          finish: (claim) => claims.settle(claim),
          clock,
          log,
        }),
      ]
    },
  }
}
