import { createServer, type IncomingHttpHeaders } from 'node:http2'
import { expect, test } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { event } from './fixture.ts'

test('no call asks for compressed answers, which newer servers then give, each message by itself', async () => {
  const seen = new Map<string, IncomingHttpHeaders>()
  const server = createServer()
  server.on('stream', (stream, headers) => {
    const path = String(headers[':path'])
    seen.set(path.slice(path.lastIndexOf('/') + 1), headers)
    stream.on('error', () => {})
    // Every call is answered with success and nothing else, except that of the appends.
    if (path.endsWith('BatchAppend')) return
    const trailers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }
    stream.respond(trailers, { endStream: true })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  const store = createEventStoreDbStore({
    connectionString: `esdb://127.0.0.1:${address.port}?tls=false`,
    appendTimeoutMs: 200,
  })
  await store.append('a', 'no_stream', [event(0)]).catch(() => {})
  await store.head().catch(() => {})
  await store.close()
  server.close()

  expect([...seen.keys()].toSorted()).toEqual(['BatchAppend', 'GetSupportedMethods', 'Read'])
  for (const headers of seen.values()) expect(headers['grpc-accept-encoding']).toBe('identity')
})
