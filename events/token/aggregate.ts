import * as z from 'zod'
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

/** Grows whenever the shape of {@link Reserve} or the meaning of its fold changes. */
export const RESERVE_SNAPSHOT_VERSION = 1

const Snapshot = z.object({
  fundedMinor: z.string(),
  availableMinor: z.string(),
  emptySince: z.nullable(z.object({ pauseId: z.string() })),
  pauses: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
})

/** The reserve as text. */
export const writeReserve = (reserve: Reserve): string =>
  JSON.stringify({
    ...reserve,
    fundedMinor: reserve.fundedMinor.toString(),
    availableMinor: reserve.availableMinor.toString(),
  })

/** The inverse of {@link writeReserve}. */
export const readReserve = (text: string): Reserve => {
  const read = Snapshot.parse(JSON.parse(text))
  return { ...read, fundedMinor: BigInt(read.fundedMinor), availableMinor: BigInt(read.availableMinor) }
}
