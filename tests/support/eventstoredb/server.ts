import { Server, ServerCredentials } from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js'
import { batchAppendHandler } from './appends.ts'
import { Faults } from './faults.ts'
import { Log } from './log.ts'
import { READ_METHOD, readHandler, type OpenRead } from './reads.ts'
import type { Role } from './role.ts'
import { usersHandlers } from './users.ts'

/** An EventStoreDB over real gRPC, with the service definitions of its own client. See BEHAVIOUR.md. */
export interface StandIn {
  readonly log: Log
  readonly faults: Faults
  readonly port: number
  readonly connectionString: string
  /** Reads and subscriptions that are open now. */
  readonly reads: ReadonlySet<OpenRead>
  /**
   * Number of batch append calls, of the appends received over them, of reads, and of the messages that reads of one
   * stream were sent.
   */
  readonly calls: { batchAppend: number; appends: number; reads: number; ofStreams: number }
  /** Passwords by user name. */
  readonly users: ReadonlyMap<string, string>
  /** Breaks all connections and takes no new ones. What was stored stays. */
  kill(): void
  /** Takes connections again, at the same port. */
  start(): Promise<void>
  /** Ends the batch append calls, as a server does that shuts down. */
  endBatchStreams(): void
}

/** The version that it reports and whose behaviour it copies. */
export const STAND_IN_VERSION = '23.10.6'

export interface StandInOptions {
  readonly log?: Log
  /** Its role in a cluster, given its own port. */
  readonly role?: (port: () => number) => Role
  readonly credentials?: ServerCredentials
}

const alone = (port: () => number): Role => ({
  refusal: () => null,
  members: () => ({ ports: [port()], leader: port() }),
})

export const startStandIn = async ({
  log = new Log(),
  role: roleOf = alone,
  credentials = ServerCredentials.createInsecure(),
}: StandInOptions = {}): Promise<StandIn> => {
  const faults = new Faults()
  const reads = new Set<OpenRead>()
  const calls = { batchAppend: 0, appends: 0, reads: 0, ofStreams: 0 }
  const batchStreams = new Set<() => void>()
  const users = new Map<string, string>()
  let server: Server | null = null
  let port = 0
  const role = roleOf(() => port)

  const start = async () => {
    const starting = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
    starting.addService(
      { ...streams.StreamsService, read: READ_METHOD },
      {
        batchAppend: batchAppendHandler(
          log,
          faults,
          role,
          (end) => {
            calls.batchAppend += 1
            batchStreams.add(end)
          },
          () => (calls.appends += 1),
        ),
        read: readHandler(log, faults, role, reads, calls),
      },
    )
    starting.addService(features.ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: (error: null, methods: unknown) => void) =>
        answer(null, new featureMessages.SupportedMethods().setEventStoreServerVersion(STAND_IN_VERSION)),
    })
    starting.addService(usersService.UsersService, usersHandlers(users))
    starting.addService(gossip.GossipService, {
      read: (_call: unknown, answer: (error: null, cluster: unknown) => void) => {
        if (!faults.silentGossip) answer(null, clusterInfo(role))
      },
    })
    port = await new Promise<number>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      )
    })
    server = starting
  }

  await start()
  return {
    log,
    faults,
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    reads,
    calls,
    users,
    kill: () => {
      server?.forceShutdown()
      server = null
      batchStreams.clear()
    },
    start,
    endBatchStreams: () => {
      for (const end of batchStreams) end()
      batchStreams.clear()
    },
  }
}

const { LEADER, FOLLOWER } = gossipMessages.MemberInfo.VNodeState

const clusterInfo = (role: Role) => {
  const { ports, leader } = role.members()
  const members = ports.map((port) =>
    new gossipMessages.MemberInfo()
      .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
      .setTimeStamp('0')
      .setState(port === leader ? LEADER : FOLLOWER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossipMessages.EndPoint().setAddress('127.0.0.1').setPort(port)),
  )
  return new gossipMessages.ClusterInfo().setMembersList(members)
}
