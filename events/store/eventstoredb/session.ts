import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCall, type Call } from './call.ts'
import type { ConnectionString, Endpoint } from './connection-string.ts'
import { NotConnected } from './grpc-error.ts'

/**
 * How many bytes of each call may be on their way or wait unread. While they do the server stops, so this
 * is also what a reader who is slow holds in memory, whatever the size of the events.
 */
const WINDOW_BYTES = 512 * 1024
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024
/** Node counts what it has queued to be sent in MB and refuses more; appends are bounded by their callers. */
const QUEUED_MB_MAX = 256
const CONNECT_WITHIN_MS = 2_000
const A_MOMENT_MS = 250

/** A connection to one server, over which calls go. */
export interface Session {
  readonly endpoint: Endpoint
  /** Whether new calls can be made. */
  isOpen(): boolean
  /**
   * Begins a call of a method.
   * @throws {NotConnected} the connection is closed
   */
  call(method: string): Call
  /**
   * Something stayed unanswered: finds out whether the server still does answer, and ends the connection when it
   * does not.
   */
  probe(): void
  /**
   * Whether the server is thought to answer: false when a {@link probe} is out and isn't answered in a moment. Whatever
   * is begun then would only wait in vain.
   */
  answers(): Promise<boolean>
  /** Ends all calls. */
  close(): Promise<void>
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * Connects to a server. Resolves when it has answered, so that a process that is stopped and whose kernel
 * still takes connections counts as one that isn't there.
 * @param name the host that its certificate must name
 * @throws {NotConnected}
 */
export const openSession = async (
  endpoint: Endpoint,
  name: string,
  options: ConnectionString,
): Promise<Session> => {
  const { tls, authorization, connectionName } = options
  const http2 = connect(`${tls ? 'https' : 'http'}://${hostOf(endpoint.host)}:${endpoint.port}`, {
    ...tls,
    ...(tls && !/^[\d.:]+$/.test(name) && { servername: name }),
    settings: { initialWindowSize: WINDOW_BYTES, enablePush: false },
    maxSessionMemory: QUEUED_MB_MAX,
  })
  await answered(http2, endpoint)
  http2.setLocalWindowSize(CONNECTION_WINDOW_BYTES)
  const stopKeepAlive = keepAlive(http2, options)
  http2.on('close', stopKeepAlive)
  let doubt: Promise<true> | null = null

  const headers = {
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
    te: 'trailers',
    'requires-leader': 'true',
    ...(authorization !== null && tls && { authorization }),
    ...(connectionName !== null && { 'connection-name': connectionName }),
  }
  return {
    endpoint,
    isOpen: () => !http2.closed && !http2.destroyed,
    call: (method) => {
      try {
        return createCall(http2.request({ ...headers, [constants.HTTP2_HEADER_PATH]: method }))
      } catch (cause) {
        throw new NotConnected('The connection to EventStoreDB is closed', { cause })
      }
    },
    answers: async () => doubt === null || Promise.race([doubt, sleep(A_MOMENT_MS, false, { ref: false })]),
    probe: () => {
      if (doubt) return
      const { promise, resolve } = Promise.withResolvers<true>()
      doubt = promise
      ping(http2, options.keepAliveTimeoutMs, () => {
        doubt = null
        resolve(true)
      })
    },
    close: async () => {
      if (http2.destroyed) return
      const { promise, resolve } = Promise.withResolvers<void>()
      http2.once('close', resolve)
      http2.destroy()
      await promise
    },
  }
}

const answered = async (http2: ClientHttp2Session, { host, port }: Endpoint): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Stays: a connection may break at any time later, and an 'error' event that nobody listens to ends the process.
  http2.on('error', reject)
  http2.once('close', () => reject(new Error('The connection was closed')))
  http2.once('remoteSettings', () => resolve())
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${CONNECT_WITHIN_MS} ms`)),
    CONNECT_WITHIN_MS,
  )
  try {
    await promise
  } catch (cause) {
    http2.destroy()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new NotConnected(`EventStoreDB cannot be reached at ${host}:${port}: ${reason}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

const ping = (http2: ClientHttp2Session, withinMs: number, onAnswer = () => {}): void => {
  if (http2.closed || http2.destroyed) return
  const timer = setTimeout(() => http2.destroy(), withinMs)
  timer.unref()
  const answered = () => {
    clearTimeout(timer)
    onAnswer()
  }
  // False: as many are on their way already as may be; one of them will tell.
  if (!http2.ping(answered)) answered()
}

const keepAlive = (http2: ClientHttp2Session, options: ConnectionString): (() => void) => {
  if (options.keepAliveIntervalMs < 0) return () => {}
  const timer = setInterval(() => ping(http2, options.keepAliveTimeoutMs), options.keepAliveIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
