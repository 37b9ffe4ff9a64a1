import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'

/**
 * What a proxy takes for one request must not be two for us: a second one, hidden in the first, would pass the proxy's
 * rules and could be answered to somebody else's connection.
 */
const server = testServer({ env: { LOG_LEVEL: 'info' } })

const HIDDEN = 'hidden-request'
const hidden = `GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${HIDDEN}\r\n\r\n`
const head = (method: string, ...headers: string[]): string =>
  [`${method} /api/session HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  )
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** Everything that comes back until the server closes the connection, or is quiet after its answer. */
const exchange = (sent: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (data) => (heard += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
    socket.write(sent, 'latin1')
  })
const statusesIn = (heard: string): readonly string[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)

const SMUGGLING: Readonly<Record<string, string>> = {
  'a length and chunks':
    head('POST', 'Content-Length: 6', 'Transfer-Encoding: chunked') + `0\r\n\r\n${hidden}`,
  'two lengths': head('POST', 'Content-Length: 0', `Content-Length: ${hidden.length}`) + hidden,
  'a list of lengths': head('POST', `Content-Length: 0, ${hidden.length}`) + hidden,
  'a length with a sign': head('POST', 'Content-Length: +0') + hidden,
  'an unknown encoding': head('POST', 'Transfer-Encoding: xchunked') + `0\r\n\r\n${hidden}`,
  'chunks that are not the last encoding':
    head('POST', 'Transfer-Encoding: chunked, identity') + `0\r\n\r\n${hidden}`,
  'a blank before the colon': head('POST', 'Transfer-Encoding : chunked') + `0\r\n\r\n${hidden}`,
  'a header without a name': head('POST', ': chunked') + hidden,
  'lines that end with a line feed alone':
    head('POST', 'Content-Length: 0').replaceAll('\r\n', '\n') + hidden,
  'a chunk that is longer than it says':
    head('POST', 'Transfer-Encoding: chunked') + `1\r\nab\r\n0\r\n\r\n${hidden}`,
  'a size of a chunk that overflows':
    head('POST', 'Transfer-Encoding: chunked') + `10000000000000000\r\n${hidden}`,
}
/** The request is one, and what follows is its body. */
const BODIES: Readonly<Record<string, string>> = {
  'a body of requests behind a refusal':
    head('POST', `Content-Length: ${hidden.length * 3_000}`) + hidden.repeat(3_000),
  'the same in chunks with extensions':
    head('POST', 'Transfer-Encoding: chunked') +
    chunk(hidden).replace('\r\n', ';x="GET / HTTP/1.1"\r\n').repeat(50) +
    '0\r\n\r\n',
}

it('two requests, one after the other, are two', async () => {
  const heard = await exchange(head('GET') + hidden.replace(HIDDEN, 'seen-request'))
  expect(statusesIn(heard)).toEqual(['200', '200'])
  await eventually(() => Promise.resolve(server.logged().includes('seen-request')), 'the log has it')
})

it.each(Object.entries(SMUGGLING))('%s is refused, and hides no request', async (_, sent) => {
  const [status, ...more] = statusesIn(await exchange(sent))
  expect(['400', '405']).toContain(status)
  expect(more.filter((one) => one !== '400')).toEqual([])
  expect(server.logged()).not.toContain(HIDDEN)
})

it.each(Object.entries(BODIES))('%s is no request', async (_, sent) => {
  const [status, ...more] = statusesIn(await exchange(sent))
  expect(Number(status)).toBeGreaterThanOrEqual(400)
  expect(more).toEqual([])
  expect(server.logged()).not.toContain(HIDDEN)
})

it('refuses a method that no address has with the right ones, wherever the address lies', async () => {
  const paths = new Set(Object.values(operations).map(({ path }) => path.replaceAll(/\{\w+\}/g, '1')))
  paths.add('/api/openapi.json')
  const trace = (path: string) => `TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const wrong: string[] = []
  for (const path of paths) {
    const heard = await exchange(trace(path))
    if (!heard.startsWith('HTTP/1.1 405 ') || !/^Allow: .*OPTIONS\r$/m.test(heard)) wrong.push(path)
  }
  expect(wrong).toEqual([])
})

it('takes no method and no address that are for a proxy', async () => {
  expect(
    statusesIn(await exchange('TRACE /api/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')),
  ).toEqual(['405'])
  // No tunnel, and no answer.
  expect(await exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')).toBe('')
  const absolute = await exchange(
    'GET http://evil.example/api/nothing HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect(absolute).not.toContain('evil.example')
  expect(server.logged()).not.toContain(HIDDEN)
})
