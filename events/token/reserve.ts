import { fromAmountJson } from '../money.ts'
import type { AccrualPause } from '../wallet/accrual.ts'
import { reserveEvents, type ReserveEvent } from './events.ts'
import { defineStream } from '../stream.ts'

/** The reward reserve, folded from its stream. Amounts in millionths of a YUT. */
export interface Reserve {
  /** Everything it was ever funded with. */
  readonly fundedMinor: bigint
  /** What can be set aside for claims. */
  readonly availableMinor: bigint
  /** Set while the reserve is empty: the pause that began then. */
  readonly emptySince: { readonly pauseId: string } | null
  /** Pauses of accrual, oldest first, not overlapping; the last one may be unfinished. */
  readonly pauses: readonly AccrualPause[]
}

export const initialReserve = (): Reserve => ({
  fundedMinor: 0n,
  availableMinor: 0n,
  emptySince: null,
  pauses: [],
})

/** The reserve after one more fact. */
export const evolveReserve = (reserve: Reserve, event: ReserveEvent): Reserve => {
  switch (event.type) {
    case 'RewardReserveFunded': {
      const { minor } = fromAmountJson(event.data.amount)
      return {
        ...reserve,
        fundedMinor: reserve.fundedMinor + minor,
        availableMinor: reserve.availableMinor + minor,
      }
    }
    case 'RewardsReserved': {
      const { minor } = fromAmountJson(event.data.amount)
      return { ...reserve, availableMinor: reserve.availableMinor - minor }
    }
    case 'RewardsReleased': {
      const { minor } = fromAmountJson(event.data.amount)
      return { ...reserve, availableMinor: reserve.availableMinor + minor }
    }
    case 'RewardReserveExhausted': {
      const { pauseId, accrualStopsAt } = event.data
      return {
        ...reserve,
        emptySince: { pauseId },
        pauses: [...reserve.pauses, { from: accrualStopsAt, to: null }],
      }
    }
    case 'RewardReserveReplenished': {
      const last = reserve.pauses.at(-1)
      if (!last || last.to !== null) throw new Error('The reward reserve is replenished and was not empty')
      const ended = { from: last.from, to: event.data.accrualResumesAt }
      return { ...reserve, emptySince: null, pauses: [...reserve.pauses.slice(0, -1), ended] }
    }
  }
}

/** Begin of the pause of accrual at `at` (ISO time); null while rewards accrue. */
export const pausedSince = ({ pauses }: Reserve, at: string): string | null =>
  pauses.find(({ from, to }) => from <= at && (to === null || to > at))?.from ?? null

/** How the reserve's stream is read and folded. */
export const reserveKind = defineStream(reserveEvents, {
  initialState: initialReserve,
  evolve: evolveReserve,
  snapshot: 3,
})
