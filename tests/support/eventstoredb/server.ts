import { Server, ServerCredentials } from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendHandler, batchAppendHandler } from './appends.ts'
import { Faults } from './faults.ts'
import { Log } from './log.ts'
import { readHandler, type OpenRead } from './reads.ts'

/** An EventStoreDB over real gRPC, with the service definitions that the client package ships. */
export interface StandIn {
  readonly log: Log
  readonly faults: Faults
  readonly port: number
  readonly connectionString: string
  /** Reads and subscriptions that are open now. */
  readonly reads: ReadonlySet<OpenRead>
  /** Appends that are not answered, as calls of their own. */
  readonly appends: ReadonlySet<object>
  /** How often each kind of append was called. */
  readonly calls: { append: number; batchAppend: number }
  /** Breaks all connections and takes no new ones. What was stored stays. */
  kill(): void
  /** Takes connections again, at the same port. */
  start(): Promise<void>
  /** Ends the streams that appends share, as a server does that shuts down. */
  endBatchStreams(): void
}

const STREAMS = 'event_store.client.streams.streams'

export const startStandIn = async (): Promise<StandIn> => {
  const log = new Log()
  const faults = new Faults()
  const reads = new Set<OpenRead>()
  const appends = new Set<object>()
  const calls = { append: 0, batchAppend: 0 }
  const batchStreams = new Set<() => void>()
  let server: Server | null = null
  let port = 0

  const start = async () => {
    const starting = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
    starting.addService(streams.StreamsService, {
      append: appendHandler(log, faults, appends, () => (calls.append += 1)),
      batchAppend: batchAppendHandler(log, faults, (end) => {
        calls.batchAppend += 1
        batchStreams.add(end)
      }),
      read: readHandler(log, faults, reads),
    })
    starting.addService(features.ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: (error: null, methods: unknown) => void) =>
        answer(null, supportedMethods()),
    })
    starting.addService(gossip.GossipService, {
      read: (_call: unknown, answer: (error: null, cluster: unknown) => void) => {
        if (!faults.silentGossip) answer(null, cluster(port))
      },
    })
    port = await new Promise<number>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
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
    appends,
    calls,
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

const supportedMethods = () => {
  const methods = new featureMessages.SupportedMethods().setEventStoreServerVersion('24.6.0')
  for (const name of ['append', 'batchappend', 'read']) {
    methods.addMethods(new featureMessages.SupportedMethod().setServiceName(STREAMS).setMethodName(name))
  }
  return methods
}

const cluster = (port: number) => {
  const member = new gossipMessages.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setTimeStamp('0')
    .setState(gossipMessages.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossipMessages.EndPoint().setAddress('127.0.0.1').setPort(port))
  return new gossipMessages.ClusterInfo().setMembersList([member])
}
