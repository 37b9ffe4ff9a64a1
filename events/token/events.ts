import * as z from 'zod'
import { fact, Id, NotNegative, Positive, Time } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/** There is one reserve, and so one stream of it. */
export const RESERVE_ID = 'yut'

/** Millionths of a YUT, positive. */
const Amount = z.strictObject({ currency: z.literal('YUT'), minor: Positive })

export const ReserveEvent = z.discriminatedUnion('type', [
  fact('RewardReserveFunded', ['fundingId'], { fundingId: Id, amount: Amount }),
  /**
   * Set aside for one claim. `claimedBefore` (millionths of a YUT): the wallet's total of claims when the amount
   * was computed; the claim is paid only if that total has not changed.
   */
  fact('RewardsReserved', ['claimId'], {
    claimId: Id,
    memberId: Id,
    amount: Amount,
    claimedBefore: NotNegative,
  }),
  /** The wallet refused the claim for good: the amount set aside is available again. */
  fact('RewardsReleased', ['claimId'], { claimId: Id, memberId: Id, amount: Amount, reason: z.string() }),
  /** The reserve is empty: from `accrualStopsAt` on nothing accrues. `pauseId` identifies this pause. */
  fact('RewardReserveExhausted', ['pauseId'], { pauseId: Id, accrualStopsAt: Time }),
  fact('RewardReserveReplenished', ['pauseId'], { pauseId: Id, accrualResumesAt: Time }),
])
export type ReserveEvent = z.infer<typeof ReserveEvent>

/**
 * Facts of the reward reserve, one stream: tokens set aside to pay staking rewards. No more than its balance
 * can be claimed, and while it is empty nothing accrues.
 */
export const reserveEvents = defineEvents({ prefix: 'rewardReserve-', schema: ReserveEvent, version: 1 })
export const RESERVE_STREAM = reserveEvents.streamOf(RESERVE_ID)
