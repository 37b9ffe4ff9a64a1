import { createServer, request } from 'node:http'

export interface Deployment {
  /** Origin to open instead of the server's. */
  readonly url: string
  /** From now on the service worker script is a newer one. */
  readonly publish: () => void
  readonly close: () => Promise<void>
}

/**
 * The running server behind a door of our own, which can hand out a newer service worker. The browser
 * fetches that script past Playwright's request interception.
 */
export async function openDeployment(origin: string): Promise<Deployment> {
  let published = 0
  const server = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === '/sw.js'
    const headers = isWorker ? { host: new URL(origin).host } : incoming.headers
    const onward = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method, headers },
      (answer) => {
        if (!isWorker) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const changed = new Set(['content-length', 'etag'])
        const kept = Object.entries(answer.headers).filter(([name]) => !changed.has(name))
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
        answer.pipe(outgoing, { end: false })
        answer.on('end', () => outgoing.end(`\n// version ${published}`))
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the door has no port')
  return {
    url: `http://localhost:${address.port}`,
    publish: () => {
      published += 1
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
