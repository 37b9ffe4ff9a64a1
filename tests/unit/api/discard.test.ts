import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discardBody } from '../../../api/http/discard.ts'

const BODY = Buffer.alloc(4_000_000)
/** What may be under way in buffers of both sides before anything is discarded. */
const BUFFERED_MAX = 1_000_000

const received: IncomingMessage[] = []
const server = createServer((req, res) => {
  received.push(req)
  discardBody(req)
  res.writeHead(413, { 'Content-Type': 'text/plain' }).end('too large')
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  received.length = 0
  server.closeAllConnections()
  server.close()
})

const port = (): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
const upload = async (headers: Record<string, string | number>) => {
  const sent = request({ port: port(), method: 'POST', headers })
  sent.on('error', () => {})
  sent.end(BODY)
  const [response] = await once(sent, 'response')
  return { status: Number(response.statusCode), response, sent }
}

it.each([
  ['of a known length', { 'Content-Length': BODY.length }],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }],
])(
  'answers before a body %s is read, then discards it a buffer at a time, and serves the connection on',
  async (_, headers) => {
    const { status, response } = await upload(headers)
    expect(status).toBe(413)
    const [req] = received
    const { socket } = req ?? { socket: null }
    expect(socket?.bytesRead).toBeLessThan(BUFFERED_MAX)
    response.resume()
    for (let step = 0; step < 500; step += 1) {
      if (req?.readableEnded) break
      const before = socket?.bytesRead ?? 0
      vi.advanceTimersByTime(10)
      await new Promise((resolve) => setImmediate(resolve))
      expect((socket?.bytesRead ?? 0) - before).toBeLessThan(200_000)
    }
    await vi.waitFor(() => expect(req?.readableEnded).toBe(true))
    expect(socket?.bytesRead).toBeGreaterThan(BODY.length)
    expect(socket?.destroyed).toBe(false)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  },
)

it('forgets a sender who leaves', async () => {
  const { sent } = await upload({ 'Content-Length': BODY.length })
  expect(vi.getTimerCount()).toBe(1)
  sent.destroy()
  for (let step = 0; step < 500 && vi.getTimerCount() > 0; step += 1) {
    vi.advanceTimersByTime(10)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(vi.getTimerCount()).toBe(0)
  expect(received[0]?.complete).toBe(false)
})
