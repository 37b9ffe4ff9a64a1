import type { EventStore } from './event-store.ts'

/**
 * A store that remembers how far the log has come, by what this process appended. `seen` is a position that the log has
 * reached: at most a little behind its end, and found without a read but for the first time.
 */
export const withSeen = (
  store: EventStore,
): { readonly store: EventStore; readonly seen: () => Promise<bigint> } => {
  let position = 0n
  const raise = (to: bigint) => {
    if (to > position) position = to
  }
  const { appendUnits } = store
  return {
    seen: async () => {
      if (position === 0n) raise(await store.head())
      return position
    },
    store: {
      ...store,
      append: async (streamId, expected, events) => {
        const appended = await store.append(streamId, expected, events)
        raise(appended.position)
        return appended
      },
      ...(appendUnits && {
        appendUnits: async (units) => {
          const outcomes = await appendUnits(units)
          for (const outcome of outcomes)
            if (outcome.state === 'stored') raise(outcome.appended.at(-1)?.position ?? 0n)
          return outcomes
        },
      }),
    },
  }
}
