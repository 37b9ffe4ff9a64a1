import { EventStoreDBClient, type Credentials, type EndPoint } from '@eventstore/db-client'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_grpc_pb.js'
import userMessages from '@eventstore/db-client/generated/users_pb.js'
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import {
  Channel,
  connectivityState,
  status,
  type ClientDuplexStream,
  type ClientReadableStream,
  type ServiceError,
} from '@grpc/grpc-js'
import type { ConnectionString } from './connection-string.ts'
import { Uncompressed } from './uncompressed.ts'

/** No connection could be made, so nothing was sent. */
export class NotConnected extends Error {
  override name = 'NotConnected'
}

/**
 * Flow control window of reads. In addition, up to sixteen events of at most 1 MiB each are buffered: when a reader is
 * slow, HTTP/2 stops the server.
 */
const WINDOW_BYTES = 512 * 1024
/** Larger than anything that a server stores. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024
const CONNECT_WITHIN_MS = 2_000
/** All calls go to the leader, so that reads see every acknowledged append. */
const OF_LEADER = { requiresLeader: true }
/** Streaming calls have no deadline. */
const UNENDING = { deadline: Infinity }

/** Status codes that gRPC itself sets when the server was not reached. */
const UNREACHED = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED])

/**
 * EventStoreDB's client on one connection to one server, extended with the gRPC calls below its methods: one call for
 * all appends, whose answers we await ourselves, and reads with filters. It never reconnects: see `cluster.ts`.
 */
export class Connection extends EventStoreDBClient {
  readonly endpoint: EndPoint
  readonly #channel: Channel

  constructor(endpoint: EndPoint, options: ConnectionString) {
    const { insecure, login, connectionName, keepAliveInterval, keepAliveTimeout } = options
    super(
      {
        endpoint,
        keepAliveInterval,
        keepAliveTimeout,
        ...(connectionName !== undefined && { connectionName }),
      },
      { insecure },
      login,
    )
    this.endpoint = endpoint
    this.#channel = new Channel(`${endpoint.address}:${endpoint.port}`, options.channel, {
      'grpc-node.flow_control_window': WINDOW_BYTES,
      'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
      'grpc.keepalive_time_ms': keepAliveInterval < 0 ? Number.MAX_SAFE_INTEGER : keepAliveInterval,
      'grpc.keepalive_timeout_ms': keepAliveTimeout,
      // Otherwise channels share their pause after a failed connection, which is up to two minutes.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.enable_retries': 0,
      'grpc.enable_channelz': 0,
    })
  }

  protected override readonly getChannel = (): Promise<Channel> => Promise.resolve(this.#channel)
  protected override readonly handleError = (): Promise<void> => Promise.resolve()

  /**
   * Resolves when the server has answered a call. A suspended process, whose kernel still accepts connections, thus
   * counts as unreachable.
   * @throws {NotConnected}
   */
  async answered(withinMs = CONNECT_WITHIN_MS): Promise<void> {
    const error = await this.#ask(withinMs)
    if (!error || !UNREACHED.has(error.code)) return
    const { address, port } = this.endpoint
    throw new NotConnected(`EventStoreDB cannot be reached at ${address}:${port}: ${error.details}`, {
      cause: error,
    })
  }

  #argumentsOf(...options: Parameters<typeof this.callArguments>): ReturnType<typeof this.callArguments> {
    const [headers, rest] = this.callArguments(...options)
    return [Uncompressed.from(headers), rest]
  }

  /** Makes a call that every server answers; resolves with its error, or null. */
  #ask(withinMs: number): Promise<ServiceError | null> {
    const within = { deadline: Date.now() + withinMs }
    return this.execute(
      features.ServerFeaturesClient,
      'getSupportedMethods',
      (client) =>
        new Promise((resolve) => {
          client.getSupportedMethods(new shared.Empty(), ...this.#argumentsOf({}, within), resolve)
        }),
    )
  }

  /** Whether the connection is open now. */
  isOpen(): boolean {
    return this.#channel.getConnectivityState(false) === connectivityState.READY
  }

  /** The server's version, such as `23.10.6`. */
  async version(): Promise<string> {
    return (await this.capabilities).serverVersion
  }

  read(request: ReadReq): Promise<ClientReadableStream<ReadResp>> {
    return this.GRPCStreamCreator(streams.StreamsClient, 'read', (client) =>
      client.read(request, ...this.#argumentsOf(OF_LEADER, UNENDING)),
    )()
  }

  /** The call that appends share. */
  batchAppend(): Promise<ClientDuplexStream<BatchAppendReq, BatchAppendResp>> {
    return this.GRPCStreamCreator(streams.StreamsClient, 'batchAppend', (client) =>
      client.batchAppend(...this.#argumentsOf(OF_LEADER, UNENDING)),
    )()
  }

  /** Makes a user with this password, or gives the one of this name this password. Only an admin may. */
  async ensureUser({ username, password }: Credentials): Promise<void> {
    const within = { deadline: Date.now() + CONNECT_WITHIN_MS }
    const created = new userMessages.CreateReq.Options()
      .setLoginName(username)
      .setPassword(password)
      .setFullName('The app')
    const reset = new userMessages.ResetPasswordReq.Options().setLoginName(username).setNewPassword(password)
    const error = await this.execute(
      users.UsersClient,
      'create',
      (client) =>
        new Promise<ServiceError | null>((resolve) => {
          const request = new userMessages.CreateReq().setOptions(created)
          client.create(request, ...this.#argumentsOf({}, within), resolve)
        }),
    )
    if (!error) return
    if (error.metadata.get('exception')[0] !== 'user-conflict') throw error
    await this.execute(
      users.UsersClient,
      'resetPassword',
      (client) =>
        new Promise<void>((resolve, reject) => {
          const request = new userMessages.ResetPasswordReq().setOptions(reset)
          client.resetPassword(request, ...this.#argumentsOf({}, within), (failure) =>
            failure ? reject(failure) : resolve(),
          )
        }),
    )
  }

  /** Ends all calls. */
  async close(): Promise<void> {
    await this.dispose()
    this.#channel.close()
  }
}
