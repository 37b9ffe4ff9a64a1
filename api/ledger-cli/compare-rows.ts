import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import type { RowDifference } from '../../projections/compare/compare.ts'
import { ReadModelDifference } from './failure.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The newest event up to `upTo` that names every id of a row's key, or is at the row's position. */
const lastEventAbout = async (
  store: EventStore,
  { key, position }: RowDifference,
  upTo: bigint,
): Promise<RecordedEvent | null> => {
  const ids = Object.values(key).filter((value) => value !== null && UUID.test(value))
  const isAbout = (event: RecordedEvent): boolean => {
    if (position !== null) return event.position === position
    const text = `${event.streamId} ${event.id} ${JSON.stringify(event.data)}`
    return ids.length > 0 && ids.every((id) => id !== null && text.includes(id))
  }
  let found: RecordedEvent | null = null
  for await (const batch of store.scan()) {
    for (const event of batch) {
      if (event.position > upTo) return found
      if (isAbout(event)) found = event
    }
  }
  return found
}

const shown = (value: string | null): string => value ?? 'null'

/** The error for a row that differs from the log, with the last event about it. */
export const namedDifference = async (
  store: EventStore,
  difference: RowDifference,
  upTo: bigint,
): Promise<ReadModelDifference> => {
  const { table, key, column, log, readModel } = difference
  const row = Object.entries(key).map(([name, value]) => `${name}=${shown(value)}`)
  const event = await lastEventAbout(store, difference, upTo)
  const where = event
    ? `; the last event about it: position ${event.position}, stream ${event.streamId}, ${event.type} ${event.id}`
    : ''
  const what =
    column === null
      ? `by the log ${shown(log)}, in the read model ${shown(readModel)}`
      : `${column} is ${shown(log)} by the log and ${shown(readModel)} in the read model`
  return new ReadModelDifference(`Table ${table}, row ${row.join(', ')}: ${what}${where}`, {
    member: key['member_id'] ?? null,
    account: null,
    table,
    key,
    column,
    position: event?.position.toString() ?? null,
    stream: event?.streamId ?? null,
    event: event?.id ?? null,
  })
}
