import { createServer, type RequestListener, type Server } from 'node:http'
import * as z from 'zod/mini'

/** What a server grants anyone who connects. */
export interface ServerLimits {
  /** For the headers of a request, from the connection or the end of the request before it. */
  readonly headersMs: number
  /** For the whole request with its body. */
  readonly requestMs: number
  /** Between two requests of a connection. */
  readonly keepAliveMs: number
  /** Connections at a time; further ones are closed. */
  readonly connectionsMax: number
}

/** Node compares connections with the limits of time at this interval only: 30 s unless it is set. */
const CHECKS_PER_LIMIT = 10

/** A server that closes connections on which nothing arrives in time, and that never holds more than its limit. */
export const createLimitedServer = (
  { headersMs, requestMs, keepAliveMs, connectionsMax }: ServerLimits,
  listener: RequestListener,
): Server => {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(headersMs, requestMs) / CHECKS_PER_LIMIT,
      maxHeaderSize: 16_384,
    },
    listener,
  )
  server.maxHeadersCount = 100
  server.maxConnections = connectionsMax
  // Connections between two requests make room for callers who have one now.
  server.on('drop', () => server.closeIdleConnections())
  return server
}

const Report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number() }) }) })

/** Files that this process may have open, of which connections are some. */
const openFilesMax = (): number => {
  // Names of hosts in the report would be looked up, which takes time.
  Object.assign(process.report, { excludeNetwork: true })
  const report = Report.safeParse(process.report.getReport())
  return report.success ? report.data.userLimits.open_files.soft : Infinity
}

/** Part of the files that callers may take; the rest is for what the process itself opens. */
const CALLERS_SHARE = 0.75

/** As many connections as are wanted, and as leave this process enough files of its own. */
export const connectionsWithin = (wanted: number, filesMax = openFilesMax()): number =>
  Math.min(wanted, Math.floor(filesMax * CALLERS_SHARE))
