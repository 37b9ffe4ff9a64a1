import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'

export interface Connection {
  readonly client: EventStoreDBClient
  /** Cancels what still reads and closes the channel. */
  close(): Promise<void>
}

const DISPOSE_WITHIN_MS = 1_000

/**
 * Opens a client whose appends are one call each instead of messages on one shared stream.
 *
 * Left to itself the client sends all appends of a process over one `BatchAppend` stream and keeps them in
 * one table for all clients. There an append has no deadline, hangs after a clean end of the stream, and is
 * rejected by the stream error of any other client in the process; an answer that still arrives then is
 * thrown as a TypeError out of an event handler, which ends the process. An append as a call of its own has
 * none of that. The client takes that way when it finds that the server does not support the other.
 */
export const connect = (connectionString: string): Connection => {
  if (/[?&]throwOnAppendFailure=false/i.test(connectionString)) {
    throw new Error('throwOnAppendFailure=false makes the client report wrong revisions; remove it')
  }
  const client = EventStoreDBClient.connectionString(connectionString)
  Object.assign(client, { supports: () => Promise.resolve(false) })
  return {
    client,
    close: async () => {
      // The client waits for each of its streams to end; one whose reader has gone in the middle may never say so.
      await Promise.race([client.dispose(), sleep(DISPOSE_WITHIN_MS, undefined, { ref: false })])
      await closeChannel(client)
    },
  }
}

/** The client has no public way to close its channel; left open it keeps the connection to the server. */
const closeChannel = async (client: EventStoreDBClient): Promise<void> => {
  const getChannel: unknown = Reflect.get(client, 'getChannel')
  if (typeof getChannel !== 'function') return
  const channel: unknown = await Promise.resolve(getChannel()).catch(() => null)
  if (channel && typeof channel === 'object' && 'close' in channel && typeof channel.close === 'function') {
    channel.close()
  }
}
