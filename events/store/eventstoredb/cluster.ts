import { setTimeout as sleep } from 'node:timers/promises'
import { NotLeaderError, type EndPoint } from '@eventstore/db-client'
import { discoverEndpoint } from '@eventstore/db-client/dist/Client/discovery.js'
import { Connection, NotConnected } from './connection.ts'
import type { ConnectionString } from './connection-string.ts'

const A_MOMENT_MS = 250

/** The one connection of a process, to the server or to the leader of a cluster. */
export interface Cluster {
  /**
   * The connection; made when there is none.
   * @throws {NotConnected} there is no server, it does not answer, or the cluster has no leader
   */
  connection(): Promise<Connection>
  /** To be called after a failed call: closes the connection if its server isn't the leader, else checks the server. */
  doubt(connection: Connection, error: unknown): void
  /**
   * Whether the server is thought to answer: false while a check of it runs and does not succeed within 250 ms. A call
   * begun then would probably time out.
   */
  answers(): Promise<boolean>
  close(): Promise<void>
}

export const createCluster = (options: ConnectionString): Cluster => {
  let closed = false
  let current: Promise<Connection> | null = null
  let open: Connection | null = null
  let doubted: Promise<true> | null = null
  /** The leader's address, as given by a server that is not the leader. */
  let pointedTo: EndPoint | null = null

  const connectTo = async (endpoint: EndPoint): Promise<Connection> => {
    const connection = new Connection(endpoint, options)
    try {
      await connection.answered()
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  const discovered = async (): Promise<EndPoint> => {
    const { hosts, channel, maxDiscoverAttempts, discoveryInterval, gossipTimeout } = options
    const asked = { endpoints: hosts, maxDiscoverAttempts, discoveryInterval, gossipTimeout }
    try {
      return await discoverEndpoint(asked, channel)
    } catch (cause) {
      throw new NotConnected('No member of the EventStoreDB cluster answers that it leads', { cause })
    }
  }

  const connect = async (): Promise<Connection> => {
    const hint = pointedTo
    pointedTo = null
    const hinted = hint && (await connectTo(hint).catch(() => null))
    if (hinted) return hinted
    const [only] = options.hosts
    return connectTo(options.discover || !only ? await discovered() : only)
  }

  const renewed = async (): Promise<Connection> => {
    const connection = await connect()
    open = connection
    if (!closed) return connection
    await connection.close()
    throw new NotConnected('The event store is closed')
  }

  const forget = (connection: Connection) => {
    void connection.close()
    if (open !== connection) return
    open = null
    current = null
    doubted = null
  }

  const answers = async (): Promise<boolean> =>
    doubted === null || Promise.race([doubted, sleep(A_MOMENT_MS, false, { ref: false })])

  const findOut = async (connection: Connection): Promise<true> => {
    await connection.answered(options.keepAliveTimeout).catch(() => forget(connection))
    doubted = null
    return true
  }

  return {
    answers,
    connection: async () => {
      if (closed) throw new NotConnected('The event store is closed')
      if (open && !open.isOpen()) forget(open)
      current ??= renewed().catch((error: unknown) => {
        current = null
        throw error
      })
      const connection = await current
      if (await answers()) return connection
      const { address, port } = connection.endpoint
      throw new NotConnected(`EventStoreDB at ${address}:${port} does not answer`)
    },
    doubt: (connection, error) => {
      if (open !== connection) return
      if (error instanceof NotLeaderError) {
        pointedTo = error.leader
        forget(connection)
      } else doubted ??= findOut(connection)
    },
    close: async () => {
      closed = true
      // A connection that is still being made is closed as soon as it is open.
      await open?.close()
    },
  }
}
