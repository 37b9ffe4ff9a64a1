import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anybody, defineOperations } from '../../api/contract/operation.ts'
import { registerOperation } from '../../api/http/operation.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const { toyText: text } = defineOperations({
  toyText: anybody.get('/api/toy/{length}', {
    summary: 'A toy that talks',
    params: z.strictObject({ length: z.string() }),
    response: z.object({ text: z.string() }),
  }),
})

const dist = mkdtempSync(path.join(tmpdir(), 'youtility-dist-'))
const SCRIPT = 'export const answer = 42\n'.repeat(100)
const files: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><title>App</title>',
  'sw.js': '// worker',
  'theme.js': '// theme',
  'manifest.webmanifest': '{}',
  'robots.txt': 'User-agent: *\n',
  'icon-192.png': 'png',
  'assets/app-4f3a.js': SCRIPT,
  'assets/app-4f3a.js.br': brotliCompressSync(SCRIPT),
  'assets/app-4f3a.js.gz': gzipSync(SCRIPT),
}

let app: TestApp
let degraded = false
beforeAll(async () => {
  mkdirSync(path.join(dist, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dist, name), content)
  app = await startTestApp({
    staticDir: dist,
    checks: {
      database: async () => ({ ok: true }),
      ledger: async () => {
        if (degraded) throw new Error('secret of the inside')
        return { ok: true }
      },
    },
    routes: (api) =>
      registerOperation(api, text, ({ params }) => ({ text: 'a'.repeat(Number(params.length)) })),
  })
})
afterAll(async () => {
  await app.stop()
  rmSync(dist, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  openBrowser(app.url).fetch(url, { headers })

/** Sends only these headers: fetch adds `Cache-Control: no-cache` to If-None-Match, and its own encodings. */
const raw = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      request(new URL(url, app.url), { headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (part: string) => (body += part))
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
      })
        .on('error', reject)
        .end()
    },
  )

describe('every answer', () => {
  it.each(['/', '/wallet', '/api/users/me', '/api/nothing', '/api/health/live'])(
    'of %s has the headers',
    async (url) => {
      const { headers } = await get(url)
      const csp = headers.get('Content-Security-Policy') ?? ''
      expect(csp).toContain("default-src 'none'")
      for (const source of ['script-src', 'style-src', 'connect-src', 'worker-src', 'manifest-src'])
        expect(csp).toMatch(new RegExp(`${source} 'self'(;|$)`))
      expect(csp).toContain("img-src 'self' data:")
      expect(csp).toContain("frame-ancestors 'none'")
      expect(csp).toContain("require-trusted-types-for 'script';trusted-types catalogue default")
      expect(csp).toContain("base-uri 'none'")
      expect(csp).not.toMatch(/unsafe|upgrade-insecure/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(headers.get('X-Powered-By')).toBeNull()
      // Plain http: browsers that were told to use https only could no longer reach this host.
      expect(headers.get('Strict-Transport-Security')).toBeNull()
      expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
    },
  )

  it('repeats a harmless request id and replaces a strange one', async () => {
    expect((await get('/', { 'X-Request-Id': 'from-the-proxy-1' })).headers.get('X-Request-Id')).toBe(
      'from-the-proxy-1',
    )
    expect((await get('/', { 'X-Request-Id': 'x y"{}' })).headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
  })
})

describe('compression', () => {
  it('is for what is worth it', async () => {
    const large = await get('/api/toy/5000', { 'Accept-Encoding': 'br' })
    expect(large.headers.get('Content-Encoding')).toBe('br')
    expect(await large.json()).toEqual({ text: 'a'.repeat(5000) })
    const small = await get('/api/toy/5', { 'Accept-Encoding': 'br' })
    expect(small.headers.get('Content-Encoding')).toBeNull()
    const plain = await get('/api/toy/5000', { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
  })

  it.each([
    '*;q=0',
    'identity;q=0',
    'br;q=0, gzip;q=0, identity;q=0',
    'identity;q=0.5, *;q=0',
    'zstd',
    ';;q',
  ])('as they are to who asks for an encoding that there is none of: %s', async (encoding) => {
    const { status, headers, body } = await raw('/api/toy/5000', { 'Accept-Encoding': encoding })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toEqual({ text: 'a'.repeat(5000) })
  })

  it('of which the description of the API is one', async () => {
    const { headers } = await get('/api/openapi.json', { 'Accept-Encoding': 'br' })
    expect(headers.get('Content-Encoding')).toBe('br')
    const head = await openBrowser(app.url).fetch('/api/openapi.json', { method: 'HEAD' })
    expect(head.status).toBe(200)
  })
})

describe('the web app', () => {
  it.each([
    ['/', 'no-cache', /text\/html/],
    ['/wallet', 'no-cache', /text\/html/],
    ['/auth/callback?code=1', 'no-cache', /text\/html/],
    ['/sw.js', 'no-cache', /javascript/],
    ['/theme.js', 'no-cache', /javascript/],
    ['/manifest.webmanifest', 'no-cache', /manifest\+json/],
    ['/robots.txt', 'no-cache', /text\/plain/],
    ['/icon-192.png', 'public, max-age=86400', /image\/png/],
    ['/assets/app-4f3a.js', 'public, max-age=31536000, immutable', /javascript/],
  ])('serves %s as %s', async (url, cacheControl, type) => {
    const response = await get(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe(cacheControl)
    expect(response.headers.get('Content-Type')).toMatch(type)
  })

  it('sends the compressed sibling to those who take it', async () => {
    const brotli = await get('/assets/app-4f3a.js', { 'Accept-Encoding': 'gzip, br' })
    expect(brotli.headers.get('Content-Encoding')).toBe('br')
    expect(brotli.headers.get('Content-Type')).toMatch(/javascript/)
    expect(brotli.headers.get('Vary')).toMatch(/Accept-Encoding/)
    expect(brotli.headers.get('Content-Length')).toBe(String(brotliCompressSync(SCRIPT).length))
    expect(await brotli.text()).toBe(SCRIPT)
    expect(brotliDecompressSync(brotliCompressSync(SCRIPT)).toString()).toBe(SCRIPT)
    const gzip = await get('/assets/app-4f3a.js', { 'Accept-Encoding': 'gzip' })
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
    const plain = await get('/assets/app-4f3a.js', { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
  })

  it('answers 304 to who has it already', async () => {
    const etag = (await get('/')).headers.get('ETag') ?? ''
    expect(await raw('/', { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
  })

  it.each([
    '/assets/gone.js',
    '/assets/gone',
    '/missing.png',
    '/.env',
    '/..%2f..%2fpackage.json',
    '/%E0%A4%A.js',
    '/.well-known/nothing',
    '/did/x',
  ])('has no %s', async (url) => {
    const response = await get(url)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  it('takes no posts', async () => {
    expect((await openBrowser(app.url).post('/wallet')).status).toBe(404)
  })

  it('that was not built says so', async () => {
    const bare = await startTestApp({ staticDir: path.join(dist, 'nowhere') })
    const response = await openBrowser(bare.url).fetch('/')
    expect(response.status).toBe(503)
    expect(await response.text()).toMatch(/npm run build/)
    await bare.stop()
  })
})

describe('health', () => {
  it('is live and ready, and degraded when a check fails, without its inside', async () => {
    expect(await (await get('/api/health/live')).json()).toEqual({ status: 'live' })
    expect(await (await get('/api/health/ready')).json()).toEqual({
      status: 'ready',
      checks: { database: { ok: true }, ledger: { ok: true } },
    })
    degraded = true
    const response = await get('/api/health/ready')
    degraded = false
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(await response.json()).toEqual({
      error: 'This server is not ready.',
      code: 'not_ready',
      status: 'degraded',
      checks: { database: { ok: true }, ledger: { ok: false, detail: 'failed' } },
    })
  })
})

describe('metrics', () => {
  it('count by pattern of the route, never by path', async () => {
    await get('/api/toy/3')
    const response = await get('/metrics')
    expect(response.headers.get('Content-Type')).toMatch(/text\/plain/)
    const metrics = await response.text()
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/toy\/\{length\}",status="200"\} \d/,
    )
    expect(metrics).toContain('nodejs_eventloop_lag_seconds')
    expect(metrics).not.toContain('/api/toy/3')
  })

  it('ask for their token where there is one', async () => {
    const guarded = await startTestApp({ metricsToken: 'a-token-of-the-scraper' })
    const read = (headers: Record<string, string>) => openBrowser(guarded.url).fetch('/metrics', { headers })
    expect((await read({})).status).toBe(404)
    expect((await read({ Authorization: 'Bearer another' })).status).toBe(404)
    expect((await read({ Authorization: 'Bearer a-token-of-the-scraper' })).status).toBe(200)
    await guarded.stop()
  })
})

describe('logs', () => {
  it('hold one line per request and nothing personal or secret', async () => {
    const browser = openBrowser(app.url)
    const ada = await browser.signIn('ada')
    await browser.fetch('/api/members/lookup?identifier=grace@youtility.example')
    await browser.fetch('/wallet?secret=value')
    await browser.fetch('/people/Ada-Lovelace')
    const logged = app.logged()
    expect(logged).toContain('/api/members/lookup')
    for (const secret of [
      'youtility.example',
      'Lovelace',
      'Ada',
      'secret',
      ada.id,
      '127.0.0.1',
      ...browser.cookies.values(),
    ])
      expect(logged).not.toContain(secret)
    for (const line of logged.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('requestId')
  })
})
