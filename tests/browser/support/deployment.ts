import { createServer, request } from 'node:http'
import { expect, type Page } from '@playwright/test'

export interface Deployment {
  /** Origin to open instead of the server's. */
  readonly url: string
  /** From now on serves a newer service worker script. */
  readonly publish: () => void
  readonly close: () => Promise<void>
}

/**
 * A proxy in front of the running server, which can serve a newer service worker. The browser's request for
 * that script bypasses Playwright's interception.
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

/**
 * Accepts the new version in this page, and resolves when it has taken over there.
 *
 * A new service worker takes over when the old one is idle: Chromium stops idle workers for that purpose, but never
 * one that has a debugger, as each has under Playwright. Then the new one waits for up to five minutes, and a page that
 * is loaded meanwhile waits for the old one. So this function stops the old one, again when a request of some page has
 * started it again.
 */
export async function acceptUpdate(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const running = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status, scriptURL, runningStatus } of versions)
      if (scriptURL.startsWith(new URL(page.url()).origin) && status === 'activated')
        running.set(versionId, runningStatus)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => [...running.values()]).toContain('running')
  await page.evaluate(() => Object.assign(globalThis, { before: true }))
  await page.getByRole('button', { name: 'Update now' }).click()
  await expect
    .poll(
      async () => {
        for (const [versionId, status] of running)
          if (status === 'running')
            await devtools.send('ServiceWorker.stopWorker', { versionId }).catch(() => undefined)
        // A page that is reloading cannot be asked.
        return page.evaluate(() => 'before' in globalThis).catch(() => true)
      },
      { timeout: 30_000 },
    )
    .toBe(false)
  await devtools.detach()
}
