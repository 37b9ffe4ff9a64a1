/** The built app with its own server, which a walk can stop and whose answers it can lose. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../support/free-port.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { serverProcess } from '../support/server-process.ts'

export interface Site {
  /** The app's origin. */
  readonly url: string
  /** The address of a page of another origin. */
  readonly elsewhere: string
  /** Carries out the next request to this path and drops the answer; resolves when that has happened. */
  readonly loseAnswer: (to: string) => Promise<void>
  /** Stops the server; its port refuses connections until `start`. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const listen = async (listener: RequestListener, host: string): Promise<{ server: Server; url: string }> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return { server, url: `http://${host}:${address.port}` }
}

const end = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Starts a server with the demo members. A proxy stands before it, because WebKit's driver can't intercept requests. */
export const openSite = async (): Promise<Site> => {
  const folder = mkdtempSync(path.join(scratchFolder() ?? tmpdir(), 'youtility-engines-'))
  // When root runs this, the embedded Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const port = await freePort()
  let losing: { readonly to: string; readonly lost: () => void } | null = null
  const front = await listen((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const onward = request({ host: 'localhost', port, method, headers, path: url }, (answer) => {
      if (losing !== null && losing.to === url) {
        const { lost } = losing
        losing = null
        answer.resume().on('end', () => {
          outgoing.destroy()
          lost()
        })
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }, 'localhost')
  const other = await listen((_, outgoing) => {
    outgoing.setHeader('Content-Type', 'text/html; charset=utf-8')
    outgoing.end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>')
  }, '127.0.0.1')
  const server = serverProcess({
    port,
    dataDir: folder,
    env: {
      NODE_ENV: 'development',
      SEED: 'demo',
      PUBLIC_URL: front.url,
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '0',
      RATE_LIMIT_LOOKUP_PER_MINUTE: '0',
    },
  })
  const start = async () => {
    server.start()
    // A busy machine may take more than the minute that this waits.
    await server.ready().catch(() => server.ready())
  }
  const stop = async () => void (await server.terminate())
  const close = async () => {
    await server.kill()
    await Promise.all([front.server, other.server].map(end))
    rmSync(folder, { recursive: true, force: true })
  }
  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url: front.url,
    elsewhere: `${other.url}/`,
    loseAnswer: (to) =>
      new Promise((resolve) => {
        losing = { to, lost: resolve }
      }),
    stop,
    start,
    close: async () => {
      await stop()
      await close()
    },
  }
}
