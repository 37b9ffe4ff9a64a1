import type { EventStore } from '../../../events/store/event-store.ts'

/** Thrown by every step of a process after its simulated crash. */
export class Crashed extends Error {
  readonly code = 'killed'
}

/**
 * The store of one process, which crashes at some step: before an append or a read, or after an append whose response
 * is lost. After the crash no call of the process reaches the store.
 */
export const crashingStore = (
  store: Omit<EventStore, 'subscribe'>,
  /** Returns false to crash at this step; `type` is the appended event's type, null at other steps. */
  lives: (type: string | null) => boolean,
) => {
  let dead = false
  const step = (type: string | null = null): void => {
    if (!dead && !lives(type)) dead = true
    if (dead) throw new Crashed('The process was killed')
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
