import type { EventStore } from './event-store.ts'
import { onStored } from './on-stored.ts'

/**
 * A store that remembers how far the log has come, by what this process appended. `seen` is a position that the log has
 * reached: at most a little behind its end, and found without a read but for the first time.
 */
export const withSeen = (
  store: EventStore,
): { readonly store: EventStore; readonly seen: () => Promise<bigint> } => {
  let last = 0n
  const raise = (position: bigint) => {
    if (position > last) last = position
  }
  return {
    store: onStored(store, (_events, { position }) => raise(position)),
    seen: async () => {
      if (last === 0n) raise(await store.head())
      return last
    },
  }
}
