import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/test-server.ts'
import { keyed } from '../support/wallet-calls.ts'

const Value = z
  .looseObject({ stringValue: z.string().optional(), intValue: z.number().optional() })
  .transform(({ stringValue, intValue }) => stringValue ?? intValue)
const Span = z
  .object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string(),
    attributes: z.array(z.object({ key: z.string(), value: Value })),
    links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  })
  .transform(({ attributes, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
  }))
const Traces = z
  .object({ resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })) })
  .transform(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

/** A collector's stand-in, which keeps the spans that it is sent. */
const spans: z.infer<typeof Span>[] = []
const collector = createServer((req, res) => {
  const keep = async () => {
    expect(req.url).toBe('/v1/traces')
    spans.push(...Traces.parse(await json(req)))
    res.setHeader('Content-Type', 'application/json').end('{}')
  }
  void keep()
})
let port = 0
beforeAll(async () => {
  port = await freePort()
  await new Promise<void>((resolve) => void collector.listen(port, '127.0.0.1', resolve))
})
afterAll(() => collector.close())

it("follows a transfer from its request to the commit, with the caller's trace, and names no member", async () => {
  const server = await startTestServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, TRUST_PROXY: '127.0.0.1' },
  })
  const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const response = await ada.post(
    '/api/wallet/transfer',
    { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' },
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, ...keyed(randomUUID()) },
  )
  expect(response.status).toBe(201)
  // What was not sent yet is sent when the server ends.
  await server.stop()

  const own = spans.filter((span) => span.traceId === traceId)
  const one = (name: string) => {
    const span = own.find((each) => each.name === name)
    if (!span) throw new Error(`No span ${name} among ${own.map((each) => each.name).join(', ')}`)
    return span
  }
  const request = one('POST /api/wallet/transfer')
  expect(request.parentSpanId).toBe('00f067aa0ba902b7')
  expect(request.attributes).toMatchObject({
    'http.response.status_code': 201,
    'youtility.request_id': response.headers.get('x-request-id'),
  })
  const command = one('command wallet')
  expect(command.parentSpanId).toBe(request.spanId)
  expect(command.attributes).toMatchObject({ 'ledger.outcome': 'appended', 'ledger.streams': 2 })
  const append = own.find(({ name, parentSpanId }) => name === 'append' && parentSpanId === command.spanId)
  expect(append?.attributes['ledger.events']).toBe(2)
  const commit = spans.find(({ links }) => links.some(({ spanId }) => spanId === append?.spanId))
  expect(commit?.name).toBe('commit')
  expect(commit?.parentSpanId).toBeUndefined()
  const position = BigInt(append?.attributes['ledger.position'] ?? 0)
  expect(
    spans.some(
      ({ name, attributes }) =>
        name === 'projection' &&
        BigInt(attributes['ledger.position.from'] ?? 0) < position &&
        position <= BigInt(attributes['ledger.position.to'] ?? 0),
    ),
  ).toBe(true)
  const told = JSON.stringify(spans)
  for (const { id } of [ada, grace]) expect(told).not.toContain(id)
})

it('goes on without the collector, and says so', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: nowhere } })
  expect((await (await server.signIn('ada')).fetch('/api/wallet')).status).toBe(200)
  await server.stop()
  expect(server.logged()).toMatch(/The last traces cannot be sent/)
})

it('believes no stranger’s trace: who calls decides neither its id nor whether it is traced', async () => {
  const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
  const traceId = 'deadbeefdeadbeefdeadbeefdeadbeef'
  const before = spans.length
  for (const flags of ['01', '00'])
    await fetch(`${server.url}/api/health/live`, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` },
    })
  await server.stop()
  const requests = spans.slice(before).filter(({ name }) => name === 'GET /api/health/live')
  expect(requests.length).toBeGreaterThanOrEqual(2)
  expect(requests.filter((span) => span.traceId === traceId || span.parentSpanId !== undefined)).toEqual([])
})
