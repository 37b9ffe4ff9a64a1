import type { RecordedEvent } from '../events/store/event-store.ts'
import { BatchRefused, PoisonEvent } from './failure.ts'
import type { Projection } from './projection.ts'

/** Applies `events` (at least one) to projections whose checkpoint is `from`, all together or not at all. */
export type Commit = (
  projections: readonly Projection[],
  from: bigint,
  events: readonly RecordedEvent[],
) => Promise<void>

export const endOf = (events: readonly RecordedEvent[], otherwise: bigint): bigint =>
  events.at(-1)?.position ?? otherwise

/**
 * Applies events to one projection. When they are refused, halves them until the event at fault is alone:
 * the events before it are applied, it and those after it are not.
 * @throws {PoisonEvent} naming the event at fault
 */
const advanceAlone = async (
  commit: Commit,
  projection: Projection,
  from: bigint,
  events: readonly RecordedEvent[],
): Promise<void> => {
  try {
    await commit([projection], from, events)
  } catch (error) {
    const [first, ...others] = events
    if (!(error instanceof BatchRefused) || !first) throw error
    if (others.length === 0) throw new PoisonEvent(projection.name, first, from, error)
    const middle = Math.ceil(events.length / 2)
    const before = events.slice(0, middle)
    await advanceAlone(commit, projection, from, before)
    await advanceAlone(commit, projection, endOf(before, from), events.slice(middle))
  }
}

/**
 * Applies events to projections with the same checkpoint: together, which costs one transaction; when that
 * is refused, each on its own, so that one projection's failure stops no other.
 * @returns for each projection that stopped, the event that it stopped at
 */
export const advance = async (
  commit: Commit,
  projections: readonly Projection[],
  from: bigint,
  events: readonly RecordedEvent[],
): Promise<readonly PoisonEvent[]> => {
  try {
    await commit(projections, from, events)
    return []
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error
  }
  const stopped: PoisonEvent[] = []
  for (const projection of projections) {
    try {
      await advanceAlone(commit, projection, from, events)
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      stopped.push(error)
    }
  }
  return stopped
}
