import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineOperations, member } from '../../api/contract/operation.ts'
import { HttpError } from '../../api/http/errors.ts'
import { createIdempotencyStore } from '../../api/http/idempotency-store.ts'
import { registerCommand } from '../../api/http/operation.ts'
import { reply } from '../../api/http/reply.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const { toyPay: pay } = defineOperations({
  toyPay: member.post('/api/toy/pay', {
    summary: 'A toy that takes money',
    movesValue: true,
    body: z.strictObject({ amount: z.number(), note: z.optional(z.string()) }),
    response: z.object({ number: z.number(), key: z.string() }),
    status: 201,
  }),
})

let app: TestApp
let ada: Browser
let grace: Browser
let adaId = ''
let executions = 0
/** What the toy does the next time it runs. */
let behaviour: () => Promise<void> = async () => {}
beforeAll(async () => {
  app = await startTestApp({
    routes: (api) =>
      registerCommand(api, pay, async ({ attempt }) => {
        executions += 1
        const number = executions
        await behaviour()
        return reply({ number, key: attempt.idempotencyKey }, { position: 42n })
      }),
  })
  ada = openBrowser(app.url)
  adaId = (await ada.signIn('ada')).id
  grace = openBrowser(app.url)
  await grace.signIn('grace')
})
afterAll(() => app.stop())
beforeEach(() => {
  executions = 0
  behaviour = async () => {}
})

const send = (browser: Browser, key: string, body: unknown = { amount: 1 }) =>
  browser.post('/api/toy/pay', body, { 'Idempotency-Key': key })
const payWithKey = (key: string, body?: unknown) => send(ada, key, body)

describe('an idempotency key', () => {
  it('makes a hundred equal requests at once one execution with a hundred equal answers', async () => {
    const key = randomUUID()
    behaviour = () => sleep(20)
    const responses = await Promise.all(Array.from({ length: 100 }, () => payWithKey(key)))
    const answers = await Promise.all(
      responses.map(async (response) => [
        response.status,
        response.headers.get('Ledger-Position'),
        response.headers.get('Idempotency-Key'),
        await response.text(),
      ]),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([201, '42', key, JSON.stringify({ number: 1, key })])
    expect(executions).toBe(1)
  })

  it('gives a later retry the first answer, also in upper case and other spacing', async () => {
    const key = randomUUID()
    const first = await payWithKey(key, { amount: 1, note: 'a' })
    const again = await ada.fetch('/api/toy/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key.toUpperCase() },
      body: '{ "note": "a",  "amount": 1.0 }',
    })
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(await first.json())
    expect(again.headers.get('Ledger-Position')).toBe('42')
    expect(executions).toBe(1)
  })

  it('is refused for another body, now and while the first one runs', async () => {
    const key = randomUUID()
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>()
    behaviour = () => gate
    const first = payWithKey(key)
    await expect.poll(() => executions).toBe(1)
    const during = await payWithKey(key, { amount: 2 })
    openGate(undefined)
    expect((await first).status).toBe(201)
    const after = await payWithKey(key, { amount: 2 })
    for (const response of [during, after]) {
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: 'idempotency_key_reused' })
    }
    expect(executions).toBe(1)
  })

  it('is each member’s own', async () => {
    const key = randomUUID()
    expect(await (await payWithKey(key)).json()).toMatchObject({ number: 1 })
    expect(await (await send(grace, key)).json()).toMatchObject({ number: 2 })
  })

  it('keeps a refusal', async () => {
    const key = randomUUID()
    behaviour = async () => {
      throw new HttpError(422, 'insufficient_funds', 'There is not enough money.', {
        fields: { amount: 'Too much.' },
      })
    }
    const first = await payWithKey(key)
    behaviour = async () => {}
    const again = await payWithKey(key)
    expect(again.status).toBe(422)
    expect(await again.json()).toEqual(await first.json())
    expect(executions).toBe(1)
  })

  it.each([409, 429, 500, 503])('runs again after a %i', async (status) => {
    const key = randomUUID()
    behaviour = async () => {
      throw new HttpError(status, 'passing', 'Try again.')
    }
    expect((await payWithKey(key)).status).toBe(status)
    behaviour = async () => {}
    expect((await payWithKey(key)).status).toBe(201)
    expect(executions).toBe(2)
  })

  it('that was begun by a process that died runs again with the same key', async () => {
    const key = randomUUID()
    behaviour = () => Promise.reject(new Error('the process died here'))
    expect((await payWithKey(key)).status).toBe(500)
    behaviour = async () => {}
    expect(await (await payWithKey(key)).json()).toEqual({ number: 2, key })
  })

  it('answers what the first of two processes completed', async () => {
    const key = randomUUID()
    const other = createIdempotencyStore(app.pool)
    behaviour = async () => {
      const { rows } = await app.pool.query<{ route: string; body_hash: string }>(
        'select route, body_hash from app.idempotency_key where key = $1',
        [key],
      )
      const intent = { memberId: adaId, key, route: 'toyPay', bodyHash: rows[0]?.body_hash ?? '' }
      await other.complete(intent, { status: 201, body: { number: 99, key }, position: 7n })
    }
    const response = await payWithKey(key)
    expect(response.headers.get('Ledger-Position')).toBe('7')
    expect(await response.json()).toEqual({ number: 99, key })
  })

  it('is made for a caller who sends none, and nothing is kept', async () => {
    const before = await app.pool.query('select 1 from app.idempotency_key')
    const [one, two] = [
      await ada.post('/api/toy/pay', { amount: 1 }),
      await ada.post('/api/toy/pay', { amount: 1 }),
    ]
    expect(one.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/)
    expect(one.headers.get('Idempotency-Key')).not.toBe(two.headers.get('Idempotency-Key'))
    expect(executions).toBe(2)
    expect((await app.pool.query('select 1 from app.idempotency_key')).rowCount).toBe(before.rowCount)
  })
})

describe('the store of idempotency keys', () => {
  it('lets one of many processes begin', async () => {
    const intent = { memberId: adaId, key: randomUUID(), route: 'r', bodyHash: 'h' }
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => createIdempotencyStore(app.pool).begin(intent)),
    )
    expect(begun.filter(({ state }) => state === 'new')).toHaveLength(1)
    expect(begun.filter(({ state }) => state === 'unfinished')).toHaveLength(19)
  })

  it('remembers where the log was when a key was first taken', async () => {
    const { store } = app.idempotency
    const intent = { memberId: adaId, key: randomUUID(), route: 'r', bodyHash: 'h' }
    expect(await store.begin({ ...intent, begunAfter: 7n })).toEqual({ state: 'new' })
    expect(await store.begin({ ...intent, begunAfter: 9n })).toEqual({ state: 'unfinished', begunAfter: 7n })
    await store.takeBack(intent, undefined)
    expect(await store.begin({ ...intent, begunAfter: 9n })).toEqual({ state: 'unfinished' })
  })

  it('tells many intents of one batch apart', async () => {
    const { store } = app.idempotency
    const intents = Array.from({ length: 500 }, (_, index) => ({
      memberId: adaId,
      key: randomUUID(),
      route: 'r',
      bodyHash: String(index),
    }))
    expect(await Promise.all(intents.map(store.begin))).toEqual(intents.map(() => ({ state: 'new' })))
    await Promise.all(
      intents.map((intent, index) =>
        store.complete(intent, {
          status: index % 2 ? 204 : 200,
          body: index % 2 ? undefined : { index, text: 'a"b\\c{},null' },
          position: BigInt(index),
        }),
      ),
    )
    const kept = await Promise.all(intents.map(store.begin))
    for (const [index, begun] of kept.entries())
      expect(begun).toEqual({
        state: 'completed',
        response: {
          status: index % 2 ? 204 : 200,
          body: index % 2 ? undefined : { index, text: 'a"b\\c{},null' },
          position: BigInt(index),
        },
      })
  })
})
