import { connect } from 'node:net'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AmountText, Id } from '../../api/contract/fields.ts'
import { anybody, defineOperations, member } from '../../api/contract/operation.ts'
import { bodyBytesMax } from '../../api/http/body-limit.ts'
import { registerCommand, registerOperation } from '../../api/http/operation.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { refusal } from '../support/wallet-calls.ts'

const { toyPay: pay } = defineOperations({
  toyPay: member.post('/api/toy/{id}/pay', {
    summary: 'A toy that takes money',
    movesValue: true,
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ amount: AmountText, note: z.optional(z.string()) }),
    response: z.object({ amount: z.string() }),
    status: 201,
  }),
})
const { toyBroken: broken } = defineOperations({
  toyBroken: anybody.get('/api/toy/broken', {
    summary: 'A toy that fails',
    response: z.object({}),
  }),
})

const ID = '3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'
const PATH = `/api/toy/${ID}/pay`
let app: TestApp
let ada: Browser
let paid = 0
beforeAll(async () => {
  app = await startTestApp({
    routes: (api, { pool }) => {
      registerCommand(api, pay, ({ body }) => {
        paid += 1
        return { amount: body.amount }
      })
      registerOperation(api, broken, async () => {
        await pool.query('select * from app.no_such_table')
        return {}
      })
    },
  })
  ada = openBrowser(app.url)
  await ada.signIn('ada')
})
afterAll(() => app.stop())

/** Expects a refusal with this status, code and these fields, and that nothing was paid. */
const refuses = async (response: Response, status: number, code: string, fields?: readonly string[]) => {
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const body: unknown = await response.json()
  expect(body).toMatchObject({ code, error: expect.stringMatching(/^[A-Z].+/) })
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|\\n +at /)
  if (fields) expect(Object.keys(Object(Reflect.get(Object(body), 'fields')))).toEqual(fields)
  expect(paid).toBe(0)
}

const raw = (body: BodyInit, type = 'application/json') =>
  ada.fetch(PATH, { method: 'POST', headers: { 'Content-Type': type }, body })

describe('bad input', () => {
  it.each([
    ['an unknown field', { amount: '1', colour: 'red' }, ['colour']],
    ['a wrong type', { amount: 12 }, ['amount']],
    ['a missing field', {}, ['amount']],
    ['a negative amount', { amount: '-1' }, ['amount']],
    ['an exponent', { amount: '1e400' }, ['amount']],
    ['a nested surprise', { amount: { $gt: 0 } }, ['amount']],
    ['two wrong fields', { amount: [], note: 5 }, ['amount', 'note']],
  ])('%s is 400 and named', async (_name, body, fields) => {
    await refuses(await ada.post(PATH, body), 400, 'invalid_request', fields)
  })

  it('a number beyond all numbers is 400', async () => {
    await refuses(await raw('{"amount":1e400}'), 400, 'invalid_request', ['amount'])
  })

  it.each([['[]'], ['"text"'], ['null'], ['7']])('a body of %s is 400', async (body) => {
    await refuses(await raw(body), 400, 'invalid_request')
  })

  it('no body at all is 400', async () => {
    await refuses(await ada.post(PATH), 400, 'invalid_request')
  })

  it.each([['{"amount":'], ['{amount:1}'], [''], ['\uFEFF']])('broken JSON %j is 400', async (body) => {
    const response = await raw(body)
    await refuses(response, 400, body === '' ? 'invalid_request' : 'invalid_json')
  })

  it('JSON that is not UTF-8 is 400', async () => {
    await refuses(await raw(Buffer.from('{"amount":"\xff"}', 'latin1')), 400, 'invalid_json')
  })

  it('__proto__ is an unknown field', async () => {
    await refuses(await raw('{"amount":"1","__proto__":{"x":1}}'), 400, 'invalid_request', ['__proto__'])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('a body of type %s is 415', async (type) => {
    await refuses(await raw('{"amount":"1"}', type), 415, 'unsupported_media_type')
  })

  it('a compressed body is 415', async () => {
    const response = await ada.fetch(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: 'zzz',
    })
    await refuses(response, 415, 'unsupported_encoding')
  })

  it('a body of 10 MB is 413, announced or streamed', async () => {
    const note = 'x'.repeat(10_000_000)
    await refuses(await ada.post(PATH, { amount: '1', note }), 413, 'body_too_large')
    const stream = new ReadableStream({
      start: (controller) => {
        for (let sent = 0; sent < 10; sent++) controller.enqueue(Buffer.alloc(1_000_000, 0x20))
        controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    }
    await refuses(await ada.fetch(PATH, init), 413, 'body_too_large')
  })

  it('a body of just what its operation may need is read, and no more', async () => {
    const withNote = (bytes: number) => ada.post(PATH, { amount: 'x', note: 'x'.repeat(bytes) })
    await refuses(await withNote(bodyBytesMax(pay) - 40), 400, 'invalid_request', ['amount'])
    await refuses(await withNote(bodyBytesMax(pay)), 413, 'body_too_large')
  })

  it('an id that is none is 400', async () => {
    await refuses(await ada.post('/api/toy/7/pay', { amount: '1' }), 400, 'invalid_request', ['id'])
    await refuses(await ada.post('/api/toy/%E0%A4%A/pay', { amount: '1' }), 400, 'invalid_request', ['id'])
  })

  it.each(['again', ''])('an Idempotency-Key that is no UUID is 400: %j', async (key) => {
    const response = await ada.post(PATH, { amount: '1' }, { 'Idempotency-Key': key })
    expect((await refusal(response.clone())).error).toContain('Idempotency-Key')
    await refuses(response, 400, 'invalid_idempotency_key')
  })

  it('a minimum position that is none is 400', async () => {
    const response = await ada.post(PATH, { amount: '1' }, { 'Ledger-Min-Position': '-3' })
    await refuses(response, 400, 'invalid_position')
    // A client whose variable is empty would read what is older than it believes.
    await refuses(
      await ada.post(PATH, { amount: '1' }, { 'Ledger-Min-Position': '' }),
      400,
      'invalid_position',
    )
  })

  it('unknown, doubled and unstorable query parameters are 400', async () => {
    await refuses(await ada.fetch('/api/members/lookup?identifier=ada&x=1'), 400, 'invalid_request', ['x'])
    await refuses(await ada.fetch('/api/members/lookup?identifier=a&identifier=b'), 400, 'invalid_request')
    expect((await ada.fetch('/api/members/lookup?identifier=%00%00%00@x.example')).status).toBe(404)
  })

  it('no session is 401, whatever the body', async () => {
    await refuses(await openBrowser(app.url).post(PATH, 'nonsense'), 401, 'not_signed_in')
  })

  it('an unknown address below /api is 404, a wrong method 405 with the right ones', async () => {
    await refuses(await ada.fetch('/api/nothing'), 404, 'not_found')
    await refuses(await ada.fetch('/api/'), 404, 'not_found')
    const response = await ada.fetch(PATH)
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
    await refuses(response, 405, 'method_not_allowed')
    expect((await ada.fetch(PATH, { method: 'OPTIONS' })).status).toBe(204)
  })

  it('a failure of ours is 500 without a word about its inside', async () => {
    const response = await ada.fetch('/api/toy/broken')
    const text = await response.clone().text()
    expect(text).not.toContain('no_such_table')
    await refuses(response, 500, 'internal_error')
    expect(JSON.parse(text)).toMatchObject({ request_id: response.headers.get('X-Request-Id') })
    expect(app.logged()).toContain('no_such_table')
  })

  it('a request that ends early leaves the server well', async () => {
    const { port } = new URL(app.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        socket.write(
          `POST ${PATH} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
        )
        socket.end(resolve)
      })
    })
    expect((await ada.fetch('/api/users/me')).status).toBe(200)
    expect(paid).toBe(0)
  })
})

describe('requests of other sites', () => {
  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    [{ 'Sec-Fetch-Site': '', Origin: 'null' }],
  ])('cannot pay: %j', async (headers) => {
    await refuses(await ada.post(PATH, { amount: '1' }, headers), 403, 'cross_origin')
  })

  it.each(['/api/logout', '/api/oauth/google/redirect_url'])(
    'cannot change the session by GET %s',
    async (path) => {
      await refuses(
        await ada.fetch(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        403,
        'cross_origin',
      )
      await refuses(
        await ada.fetch(path, { headers: { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' } }),
        403,
        'cross_origin',
      )
      // The router runs the GET handler for HEAD, side effects included.
      const head = await ada.fetch(path, { method: 'HEAD', headers: { 'Sec-Fetch-Site': 'cross-site' } })
      expect(head.status).toBe(403)
      expect((await ada.fetch('/api/users/me')).status).toBe(200)
    },
  )

  it('are not requests without a browser, nor our own in an old one', async () => {
    const plain = await ada.post(PATH, { amount: 'x' }, { 'Sec-Fetch-Site': '' })
    await refuses(plain, 400, 'invalid_request')
    const old = await ada.post(PATH, { amount: 'x' }, { 'Sec-Fetch-Site': '', Origin: app.url })
    await refuses(old, 400, 'invalid_request')
  })

  it('get no CORS permission', async () => {
    const response = await ada.fetch('/api/users/me', { headers: { Origin: 'https://evil.example' } })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})
