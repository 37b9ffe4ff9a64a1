import type { Aggregate } from '../store/aggregate.ts'
import { parseReserveEvent, reserveEventId, type ReserveEvent } from './events.ts'
import { evolveReserve, initialReserve, type Reserve } from './reserve.ts'

/** How the reserve's stream is read and folded. */
export const reserveAggregate: Aggregate<Reserve, ReserveEvent> = {
  initialState: initialReserve,
  evolve: evolveReserve,
  parse: parseReserveEvent,
  idOf: reserveEventId,
}
