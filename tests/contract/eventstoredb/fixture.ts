import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { EventStore, NewEvent } from '../../../events/store/event-store.ts'
import {
  createEventStoreDbStore,
  type EventStoreDbOptions,
} from '../../../events/store/eventstoredb/store.ts'
import { startStandIn, type StandIn } from '../../support/eventstoredb/server.ts'

export const event = (n: number, more: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'Counted',
  data: { n },
  metadata: {},
  ...more,
})

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items)

export const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

export const iterate = (store: EventStore) =>
  store.subscribe({ after: 0n, signal: new AbortController().signal })[Symbol.asyncIterator]()

/** A stand-in server; disposing it also closes the stores opened on it. */
export interface Fixture extends AsyncDisposable {
  readonly server: StandIn
  readonly open: (options?: Partial<EventStoreDbOptions>) => EventStore
}

export const standIn = async (): Promise<Fixture> => {
  const server = await startStandIn()
  const stores: EventStore[] = []
  return {
    server,
    open: (options = {}) => {
      const store = createEventStoreDbStore({ connectionString: server.connectionString, ...options })
      stores.push(store)
      return store
    },
    [Symbol.asyncDispose]: async () => {
      server.faults.release()
      await Promise.all(stores.map((store) => store.close()))
      server.kill()
    },
  }
}

/** Simulates a stopped process: connections are accepted, but nothing is ever answered. */
export const stoppedServer = async (): Promise<AsyncDisposable & { readonly connectionString: string }> => {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (!address || typeof address === 'string') throw new Error('The stopped server has no port')
  return {
    connectionString: `esdb://127.0.0.1:${address.port}?tls=false`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
