import type { EventStore } from '../../../events/store/event-store.ts'

/** The process that did it is gone, at whatever step it was. */
export class Killed extends Error {
  readonly code = 'killed'
}

/**
 * A store as one process sees it, which dies at some step: before an append or a read, or after an append that it
 * never hears the answer of. From then on nothing that the process goes on with reaches the store.
 */
export const mortalStore = (
  store: Omit<EventStore, 'subscribe'>,
  /** Whether it lives on, at a step that is about to append an event of this type, or else. */
  lives: (type: string | null) => boolean,
) => {
  let dead = false
  const step = (type: string | null = null): void => {
    if (!dead && !lives(type)) dead = true
    if (dead) throw new Killed('The process was killed')
  }
  const mortal: EventStore = {
    append: async (streamId, expected, events) => {
      const type = events.at(-1)?.type ?? null
      step(type)
      const appended = await store.append(streamId, expected, events)
      step(type)
      return appended
    },
    readStream: async function* (streamId, options) {
      step()
      yield* store.readStream(streamId, options)
    },
    readAll: async function* (options) {
      step()
      yield* store.readAll(options)
    },
    scan: async function* (options) {
      step()
      yield* store.scan(options)
    },
    head: async () => {
      step()
      return store.head()
    },
    subscribe: () => {
      throw new Error('Nothing here subscribes')
    },
    close: async () => {},
  }
  return { store: mortal, isDead: () => dead }
}
