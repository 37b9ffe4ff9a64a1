import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents, type PoolEvent } from '../../events/pools/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

/** A pool event as projections use it. */
export interface PoolFact {
  readonly event: PoolEvent
  readonly eventId: string
  readonly position: bigint
  /** When it happened by our clock, ISO 8601 in UTC. */
  readonly at: string
}

export const poolFacts = (batch: readonly RecordedEvent[]): readonly PoolFact[] =>
  batch.map((recorded) => ({
    event: poolEvents.parse(recorded),
    eventId: recorded.id,
    position: recorded.position,
    at: happenedAt(recorded),
  }))
