import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { defineEvents } from '../stream.ts'

/** There is one reserve, and so one stream of it. */
export const RESERVE_ID = 'yut'

const Id = z.uuid()
/** Millionths of a YUT, positive. */
const Amount = z.strictObject({ currency: z.literal('YUT'), minor: z.string().regex(/^[1-9]\d{0,18}$/) })
const Time = z.iso.datetime()

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

export const ReserveEvent = z.discriminatedUnion('type', [
  event('RewardReserveFunded', { fundingId: Id, amount: Amount }),
  /**
   * Set aside for one claim; `claimedBefore` (millionths of a YUT) is what the wallet had claimed when the
   * amount was worked out: it is paid only if that is still so.
   */
  event('RewardsReserved', {
    claimId: Id,
    memberId: Id,
    amount: Amount,
    claimedBefore: z.string().regex(/^(0|[1-9]\d{0,18})$/),
  }),
  /** The wallet refused the claim for good: what was set aside is back. */
  event('RewardsReleased', { claimId: Id, memberId: Id, amount: Amount, reason: z.string() }),
  /** Nothing is left: from `accrualStopsAt` on nothing accrues. `pauseId` tells one such time from the next. */
  event('RewardReserveExhausted', { pauseId: Id, accrualStopsAt: Time }),
  event('RewardReserveReplenished', { pauseId: Id, accrualResumesAt: Time }),
])
export type ReserveEvent = z.infer<typeof ReserveEvent>
export type ReserveEventOf<Type extends ReserveEvent['type']> = Extract<ReserveEvent, { type: Type }>

/** The event's own identity, the same whenever the same step is decided again. */
export const reserveEventId = (event: ReserveEvent): string => {
  switch (event.type) {
    case 'RewardReserveFunded':
      return derivedId(event.type, event.data.fundingId)
    case 'RewardsReserved':
    case 'RewardsReleased':
      return derivedId(event.type, event.data.claimId)
    case 'RewardReserveExhausted':
    case 'RewardReserveReplenished':
      return derivedId(event.type, event.data.pauseId)
  }
}

/**
 * Facts of the reward reserve, one stream: tokens set aside to pay staking rewards. What it doesn't hold
 * cannot be claimed, and while it is empty nothing accrues.
 */
export const reserveEvents = defineEvents({
  prefix: 'rewardReserve-',
  schema: ReserveEvent,
  version: 1,
  idOf: reserveEventId,
})
export const RESERVE_STREAM = reserveEvents.streamOf(RESERVE_ID)
