import type { EventStore } from '../../events/store/event-store.ts'

/**
 * A store that enforces decision 1 on a process: one append per stream at a time. A second append to a stream throws
 * while the first is unanswered.
 */
export const oneAppendPerStream = <Store extends Pick<EventStore, 'append' | 'appendUnits'>>(
  store: Store,
): Store => {
  const underWay = new Set<string>()
  const alone = async <T>(streams: readonly string[], append: () => Promise<T>): Promise<T> => {
    const taken = streams.find((stream) => underWay.has(stream))
    if (taken !== undefined) throw new Error(`Two appends to ${taken} are under way in one process`)
    for (const stream of streams) underWay.add(stream)
    try {
      return await append()
    } finally {
      for (const stream of streams) underWay.delete(stream)
    }
  }
  const { appendUnits } = store
  return {
    ...store,
    append: (streamId, expected, events) => alone([streamId], () => store.append(streamId, expected, events)),
    ...(appendUnits && {
      appendUnits: (units) => {
        const streams = units.flatMap(({ appends }) => appends.map(({ streamId }) => streamId))
        return alone([...new Set(streams)], () => appendUnits(units))
      },
    }),
  }
}
