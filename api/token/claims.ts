import { derivedId, type Clock } from '../../events/ids.ts'
import { fromAmountJson, money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { claimableAt } from '../../events/wallet/wallet.ts'
import type { ClaimRow } from '../../projections/token/queries.ts'
import { bySystem, causedBy, type Attempt } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { completing } from '../processes/completing.ts'
import type { RewardReserve } from './reserve.ts'
import type { InTurn } from '../../events/turns.ts'

/** Rewards reserved for a claim, which have to reach the wallet or return to the reserve. */
export type ReservedClaim = Pick<
  ClaimRow,
  'claimId' | 'memberId' | 'minor' | 'claimedBefore' | 'reservedAt' | 'position'
>

interface ClaimOutcome {
  readonly claimId: string
  /** The amount paid, in millionths of a YUT. */
  readonly minor: bigint
  readonly status: 'completed' | 'pending'
  /** ISO time. */
  readonly at: string
  readonly position: bigint
}

export interface Claims {
  /**
   * Pays the rewards earned, at most what is available in the reserve. `pending` when the second step could not be
   * finished now.
   * @throws {Refusal} `nothing_to_claim`, `reserve_empty`, or another claim came first; nothing was paid
   */
  claim(attempt: Attempt): Promise<ClaimOutcome>
  /**
   * The second step: pays the reserved rewards, or releases them when the wallet refuses for good. Safe to repeat and
   * to run concurrently.
   * @throws {Refusal} the wallet refused; released only if for good
   */
  settle(claim: ReservedClaim): Promise<ClaimOutcome>
}

/** Refusals of the wallet that are final: only then may the reservation be released. */
const FINAL = new Set(['already_claimed', 'wallet_closed'])

/** Id of the claim of a member's idempotency key. */
const claimIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('claim', memberId, idempotencyKey)

export const createClaims = ({
  wallets,
  reserve,
  clock,
  inTurn,
  lookUp,
  onUnsettled,
}: {
  wallets: Wallets
  reserve: RewardReserve
  clock: Clock
  /** Serializes a member's claims, so that concurrent ones do not reserve the same rewards. */
  inTurn: InTurn
  /** Looks up the claim in the ledger, null when nothing was reserved; `upTo` is the position it was searched up to. */
  lookUp: (claimId: string) => Promise<{ readonly claim: ReservedClaim | null; readonly upTo: bigint }>
  /** Called when rewards are reserved and the claim process has to pay them. */
  onUnsettled: (claimId: string, error: unknown) => void
}): Claims => {
  const release = async ({ claimId, memberId, minor, position }: ReservedClaim, reason: string) => {
    await reserve.execute(
      { type: 'releaseRewards', claimId, memberId, amount: money('YUT', minor), reason },
      {
        ...bySystem(clock, claimId, derivedId('RewardsReserved', claimId)),
        step: { eventId: derivedId('RewardsReleased', claimId), after: position },
      },
    )
  }

  const settle: Claims['settle'] = async (claim) => {
    const { claimId, memberId, minor, claimedBefore, reservedAt, position: reservedPosition } = claim
    const now = clock().toISOString()
    const { pauses } = await reserve.current()
    try {
      const { position } = await wallets.execute(
        memberId,
        { type: 'claimRewards', claimId, amount: money('YUT', minor), claimedBefore, pauses },
        {
          actor: memberId,
          correlationId: claimId,
          causationId: derivedId('RewardsReserved', claimId),
          // Never earlier than the time for which the amount was calculated, whatever this process's clock says.
          at: now > reservedAt ? now : reservedAt,
          step: { eventId: derivedId('RewardsClaimed', claimId), after: reservedPosition },
        },
      )
      return { claimId, minor, status: 'completed', at: reservedAt, position }
    } catch (error) {
      if (error instanceof Refusal && FINAL.has(error.code)) await release(claim, error.code)
      throw error
    }
  }

  /** Reserves the rewards; from then on they are paid, whatever crashes. */
  const reserveRewards = async (
    attempt: Attempt,
    claimId: string,
    after: bigint | undefined,
  ): Promise<ReservedClaim> => {
    const { memberId } = attempt
    const at = clock().toISOString()
    const [wallet, { pauses }] = await Promise.all([wallets.stateOf(memberId), reserve.current()])
    if (wallet.status !== 'open') throw new Refusal('wallet_not_open', 'This wallet is not open.')
    const claimable = claimableAt(wallet.stake, at, pauses)
    if (claimable <= 0n) throw new Refusal('nothing_to_claim', 'There are no rewards to claim yet.')
    const claimedBefore = wallet.stake.claimedMinor
    const handled = await reserve.execute(
      { type: 'reserveRewards', claimId, memberId, amount: money('YUT', claimable), claimedBefore },
      {
        ...causedBy(attempt, claimId),
        at,
        ...(after !== undefined && {
          step: { eventId: derivedId('RewardsReserved', claimId), after, fresh: !attempt.repeated },
        }),
      },
    )
    const reserved = handled.events.find((event) => event.type === 'RewardsReserved')
    if (!reserved) {
      const { claim } = await lookUp(claimId)
      if (claim) return claim
      throw new Error(`RewardsReserved of claim ${claimId} is not in the ledger`)
    }
    // Another process may have reserved for this key: amount and time are those of the log.
    return {
      claimId,
      memberId,
      minor: fromAmountJson(reserved.data.amount).minor,
      claimedBefore: BigInt(reserved.data.claimedBefore),
      reservedAt: handled.at,
      position: handled.position,
    }
  }

  const settleNow = async (claim: ReservedClaim): Promise<ClaimOutcome> => {
    try {
      return await settle(claim)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const { claimId, minor, reservedAt: at, position } = claim
      onUnsettled(claimId, error)
      return { claimId, minor, status: 'pending', at, position }
    }
  }

  return {
    claim: (attempt) =>
      inTurn(attempt.memberId, async () => {
        const claimId = claimIdOf(attempt.memberId, attempt.idempotencyKey)
        const before = attempt.repeated ? await lookUp(claimId) : null
        if (before?.claim) return settleNow(before.claim)
        const claim = await reserveRewards(attempt, claimId, before?.upTo ?? attempt.begunAfter).catch(
          async (error: unknown) => {
            // Another process may have paid this very claim meanwhile, so that nothing is left to claim.
            const { claim: done } = error instanceof Refusal ? await lookUp(claimId) : { claim: null }
            if (done) return done
            throw error
          },
        )
        return settleNow(claim)
      }),
    settle,
  }
}

/**
 * Pays rewards that were reserved and not paid. On a refusal the reservation was released, or the next round tries
 * again.
 */
export const startClaimCompletion = completing<ReservedClaim>({
  name: 'claim completion',
  wokenBy: ['token'],
  report: 'Settled claims that had been left half done',
  refusalIsOutcome: true,
})
