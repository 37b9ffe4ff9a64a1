import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionString, Endpoint } from './connection-string.ts'
import { GrpcError, NotConnected } from './grpc-error.ts'
import { clusterMembers, GOSSIP, type Member } from './messages.ts'
import { openSession, type Session } from './session.ts'

/** The one connection of a process, to the server or to the leader of a cluster. */
export interface Cluster {
  /**
   * The connection; made when there is none.
   * @throws {NotConnected} there is no server, it does not answer, or nobody leads
   */
  session(): Promise<Session>
  /** After a call over it failed: ends it when the server isn't the leader, finds out whether it still answers else. */
  doubt(session: Session, error: unknown): void
  close(): Promise<void>
}

/** A member may announce itself under a name of its own; a cluster behind one name announces addresses. */
interface Candidate {
  readonly endpoint: Endpoint
  /** What its certificate must name. */
  readonly name: string
}

const candidatesOf = async ({ hosts, discover }: ConnectionString): Promise<Candidate[]> => {
  const found = hosts.map(async (endpoint) => {
    const itself = { endpoint, name: endpoint.host }
    if (!discover) return [itself]
    const addresses = await lookup(endpoint.host, { all: true }).catch(() => [])
    if (addresses.length <= 1) return [itself]
    return addresses.map(({ address }) => ({
      endpoint: { host: address, port: endpoint.port },
      name: endpoint.host,
    }))
  })
  return (await Promise.all(found)).flat()
}

/** Asks a member who else there is. */
const membersSeenBy = async (session: Session, withinMs: number): Promise<Member[]> => {
  const call = session.call(GOSSIP)
  call.send(Buffer.alloc(0))
  call.end()
  const never = new AbortController().signal
  for await (const [first] of call.receive({ silenceMs: withinMs, signal: never })) {
    if (first) return clusterMembers(first)
  }
  return []
}

/**
 * Looks for the leader, asking whoever answers first, again and again as long as the options say: an election
 * takes a second or two.
 */
const findLeader = async (options: ConnectionString, closing: AbortSignal): Promise<Session> => {
  let trouble: unknown = null
  for (let attempt = 1; attempt <= options.discoverAttempts && !closing.aborted; attempt += 1) {
    if (attempt > 1) await sleep(options.discoverIntervalMs)
    for (const { endpoint, name } of await candidatesOf(options)) {
      try {
        const session = await openSession(endpoint, name, options)
        const leader = await leaderSeenBy(session, options)
        if (leader) return leader
      } catch (error) {
        trouble = error
      }
    }
  }
  throw new NotConnected('No member of the EventStoreDB cluster answers that it leads', { cause: trouble })
}

const leaderSeenBy = async (session: Session, options: ConnectionString): Promise<Session | null> => {
  try {
    const members = await membersSeenBy(session, options.gossipTimeoutMs)
    const leader = members.find(({ leads }) => leads)
    if (!leader) return await closed(session)
    const { host, port } = session.endpoint
    if (leader.host === host && leader.port === port) return session
    const itself = await openSession(leader, leader.host, options)
    await session.close()
    return itself
  } catch (error) {
    await session.close()
    throw error
  }
}

const closed = async (session: Session): Promise<null> => {
  await session.close()
  return null
}

export const createCluster = (options: ConnectionString): Cluster => {
  const closing = new AbortController()
  let current: Promise<Session> | null = null
  let open: Session | null = null
  /** Who leads, as one said that does not. */
  let pointedTo: Endpoint | null = null

  const connect = async (): Promise<Session> => {
    const hint = pointedTo
    pointedTo = null
    if (hint) {
      const session = await openSession(hint, hint.host, options).catch(() => null)
      if (session) return session
    }
    const [only] = options.hosts
    if (options.discover || !only) return findLeader(options, closing.signal)
    return openSession(only, only.host, options)
  }

  const renewed = async (): Promise<Session> => {
    const session = await connect()
    open = session
    if (!closing.signal.aborted) return session
    await session.close()
    throw new NotConnected('The event store is closed')
  }

  const forget = () => {
    open = null
    current = null
  }

  return {
    session: async () => {
      if (closing.signal.aborted) throw new NotConnected('The event store is closed')
      if (open && !open.isOpen()) forget()
      current ??= renewed().catch((error: unknown) => {
        forget()
        throw error
      })
      const session = await current
      if (await session.answers()) return session
      const { host, port } = session.endpoint
      throw new NotConnected(`EventStoreDB at ${host}:${port} does not answer`)
    },
    doubt: (session, error) => {
      if (!(error instanceof GrpcError) || error.exception !== 'not-leader') return session.probe()
      if (open === session) forget()
      pointedTo = error.leader
      void session.close()
    },
    close: async () => {
      closing.abort()
      await (await current?.catch(() => null))?.close()
    },
  }
}
