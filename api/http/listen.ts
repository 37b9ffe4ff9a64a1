import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionsWithin, createLimitedServer, type ServerLimits } from './limited-server.ts'

/** The port is in use, or the address is not one of this machine. */
export class CannotListen extends Error {
  override name = 'CannotListen'
}

interface ListeningServer {
  readonly port: number
  /** From now on each answer ends its connection, so that no caller sends its next request into a closing one. */
  readonly endConnections: () => void
  /**
   * Stops accepting connections, lets requests in flight finish for `limitMs`, then closes their connections. Resolves
   * when no connection is left.
   */
  readonly close: (limitMs: number) => Promise<void>
}

const reasonOf = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1}`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than this user has. Choose another PORT`
  return `Cannot listen on ${host}:${port} (${error.code ?? error.message})`
}

const IDLE_SWEEP_MS = 50

/** Idle connections outlive a proxy's 60 s. Browsers keep one open for what happens live. */
const LIMITS: Omit<ServerLimits, 'connectionsMax'> = {
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
}
const CONNECTIONS_MAX = 50_000

/**
 * Serves `listener` over HTTP with a limit on every phase of a request, and on connections.
 * @throws {CannotListen} with a sentence for whoever started the process
 */
export const listen = async (
  listener: RequestListener,
  { host, port, limits = {} }: { host: string; port: number; limits?: Partial<ServerLimits> },
): Promise<ListeningServer> => {
  let ending = false
  const server = createLimitedServer(
    { ...LIMITS, connectionsMax: connectionsWithin(CONNECTIONS_MAX), ...limits },
    (req, res) => {
      if (ending) res.setHeader('Connection', 'close')
      listener(req, res)
    },
  )
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(new CannotListen(reasonOf(error, host, port), { cause: error }))
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve()
    })
  })
  const address: AddressInfo | string | null = server.address()
  const endConnections = (): void => {
    ending = true
  }
  const close = (limitMs: number) =>
    new Promise<void>((resolve) => {
      endConnections()
      // A connection becomes idle after its last answer; Node closes only those that are idle right now.
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
      const cutOff = setTimeout(() => server.closeAllConnections(), limitMs)
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(cutOff)
        resolve()
      })
    })
  return { endConnections, port: typeof address === 'object' && address ? address.port : port, close }
}
