import type { RequestListener } from 'node:http'
import type { Config } from '../config/config.ts'
import { listen } from './listen.ts'

const LIVE = '/api/health/live'

const notReadyYet =
  (waitingFor = ''): RequestListener =>
  (req, res) => {
    // It runs: a supervisor that killed it would only make it wait again.
    if (req.url === LIVE) {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      res.end(JSON.stringify({ status: 'live' }))
      return
    }
    const doing = waitingFor ? `waiting for ${waitingFor}` : 'starting'
    res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
    res.end(
      JSON.stringify({ error: `Youtility is ${doing}. Please try again in a moment.`, code: 'starting' }),
    )
  }

/** The port it listens on, from before the start until after the end. */
export interface Front extends Pick<Awaited<ReturnType<typeof listen>>, 'port' | 'endConnections' | 'close'> {
  readonly serve: (app: RequestListener) => void
  /** Until then it answers that it waits. */
  readonly onWaiting: (forWhat: string) => void
}

/** @throws {CannotListen} with a sentence for whoever started the process */
export const openFront = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Front> => {
  let handle = notReadyYet()
  const server = await listen((req, res) => handle(req, res), { host, port })
  return {
    ...server,
    serve: (app) => {
      handle = app
    },
    onWaiting: (forWhat) => {
      handle = notReadyYet(forWhat)
    },
  }
}
