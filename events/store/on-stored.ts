import type { Appended, EventStore, NewEvent } from './event-store.ts'

/** A store that reports what this process has stored: the events of each append, and where it ended. */
export const onStored = (
  store: EventStore,
  report: (events: readonly NewEvent[], end: Appended) => void,
): EventStore => {
  const { appendUnits } = store
  return {
    ...store,
    append: async (streamId, expected, events) => {
      const end = await store.append(streamId, expected, events)
      report(events, end)
      return end
    },
    ...(appendUnits && {
      appendUnits: async (units) => {
        const outcomes = await appendUnits(units)
        for (const [i, outcome] of outcomes.entries()) {
          if (outcome.state !== 'stored') continue
          for (const [n, end] of outcome.appended.entries()) report(units[i]?.appends[n]?.events ?? [], end)
        }
        return outcomes
      },
    }),
  }
}
