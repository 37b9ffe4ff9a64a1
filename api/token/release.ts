import { newOwnKey, type Clock } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { claimableAt } from '../../events/wallet/wallet.ts'
import type { Settlement } from '../area.ts'
import { HttpError } from '../http/errors.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Claims } from './claims.ts'
import type { RewardReserve } from './reserve.ts'
import type { Stakes } from './stakes.ts'

/** Rewards that nobody can have: there are none, or the reserve has none left. */
const NONE: ReadonlySet<string> = new Set(['nothing_to_claim', 'reserve_empty'])

/**
 * Takes the whole stake back when the account is closed, then its rewards, so that none accrue after them.
 * @throws {Refusal} `stake_locked`; {HttpError} 503 the rewards are still on their way
 */
export const createStakeRelease = ({
  wallets,
  stakes,
  claims,
  reserve,
  clock,
}: {
  readonly wallets: Pick<Wallets, 'stateOf'>
  readonly stakes: Pick<Stakes, 'move'>
  readonly claims: Pick<Claims, 'claim'>
  readonly reserve: Pick<RewardReserve, 'current'>
  readonly clock: Clock
}): Settlement => {
  // Whatever is repeated, the wallet gives a stake back once, and a reward once.
  const attemptOf = (memberId: string) => ({ memberId, idempotencyKey: newOwnKey(), repeated: false })

  const claim = async (memberId: string): Promise<void> => {
    const outcome = await claims.claim(attemptOf(memberId)).catch((error: unknown) => {
      if (error instanceof Refusal && NONE.has(error.code)) return null
      throw error
    })
    if (outcome?.status === 'pending')
      throw new HttpError(
        503,
        'rewards_in_progress',
        'Your rewards are on their way. Try again in a moment.',
        {
          retryAfterSeconds: 1,
        },
      )
  }

  return {
    owed: async () => 0n,
    settle: async (memberId) => {
      const wallet = await wallets.stateOf(memberId)
      if (wallet.status !== 'open') return
      const { stake } = wallet
      if (stake.minor > 0n)
        await stakes.move({ ...attemptOf(memberId), kind: 'unstake', amount: money('YUT', stake.minor) })
      const { pauses } = await reserve.current()
      if (claimableAt(stake, clock().toISOString(), pauses) > 0n) await claim(memberId)
    },
  }
}
