import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineOperations, member } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { HEAVY_TOTAL_MAX, registerOperation } from '../../../api/http/operation.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'
import { startTestApp, type TestApp } from '../../support/test-app.ts'

const toy = (heavy: boolean) => ({
  summary: 'A toy that holds a database connection until it is let go',
  heavy,
  body: z.strictObject({
    contacts: z.optional(z.array(z.strictObject({ name: z.string() })).check(z.maxLength(5_000))),
  }),
  response: z.object({ done: z.literal(true) }),
})
const toys = defineOperations({
  heavy: member.post('/api/toy/heavy', toy(true)),
  light: member.post('/api/toy/light', toy(false)),
})

let app: TestApp
let ada: Browser
let grace: Browser
/** Connections that the calls of each member hold right now, and the most that they held. */
const held = new Map<string, number>()
let most = new Map<string, number>()
let open = Promise.withResolvers<void>()
let letGo = false

beforeAll(async () => {
  app = await startTestApp({
    routes: (api, { pool }) => {
      for (const one of [toys.heavy, toys.light])
        registerOperation(api, one, async ({ member }) => {
          const client = await pool.connect()
          const holds = (held.get(member.id) ?? 0) + 1
          held.set(member.id, holds)
          most.set(member.id, Math.max(most.get(member.id) ?? 0, holds))
          if (!letGo) await open.promise
          held.set(member.id, (held.get(member.id) ?? 0) - 1)
          client.release()
          return { done: true as const }
        })
    },
  })
  ;[ada, grace] = [openBrowser(app.url), openBrowser(app.url)]
  await Promise.all([ada.signIn('ada'), grace.signIn('grace')])
})
afterAll(() => app?.stop())

const begin = () => {
  most = new Map()
  letGo = false
  open = Promise.withResolvers()
}
const release = () => {
  letGo = true
  open.resolve()
}
const total = () => [...held.values()].reduce((sum, one) => sum + one, 0)

describe('one member', () => {
  it('has one heavy call under way, however many they send, and others go on meanwhile', async () => {
    begin()
    const calls = Array.from({ length: 40 }, () => ada.post('/api/toy/heavy', {}))
    await expect.poll(total).toBe(1)
    // More calls than may wait are refused at once, while the first is still running.
    const refused = (await Promise.race(calls)).status
    expect(refused).toBe(429)
    const other = grace.post('/api/toy/heavy', {})
    await expect.poll(total).toBe(2)
    release()
    expect((await other).status).toBe(200)
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect([...most.values()]).toEqual([1, 1])
  })

  it('leaves connections to others with whatever they send', async () => {
    begin()
    const calls = Array.from({ length: 5 }, () => ada.post('/api/toy/light', {}))
    await expect.poll(total).toBe(5)
    expect((await grace.fetch('/api/users/me')).status).toBe(200)
    release()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('is refused a body of 80,000 names before it is looked at, and a nest of 100,000 lists', async () => {
    release()
    const names = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1]))
    const many = await ada.post('/api/toy/light', names)
    expect(many.status).toBe(400)
    expect(await many.json()).toMatchObject({ code: 'body_too_complex' })
    const deep = await ada.fetch('/api/toy/light', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    })
    expect(await deep.json()).toMatchObject({ code: 'body_too_complex' })
  })

  it('is told of twenty wrong fields, not of thousands', async () => {
    const contacts = Array.from({ length: 5_000 }, () => ({ name: 1, more: 1 }))
    const answer = await ada.post('/api/toy/light', { contacts })
    expect(answer.status).toBe(400)
    const { fields } = await answer.json()
    expect(Object.keys(fields).length).toBeLessThanOrEqual(21)
  })
})

describe('calls that cost much', () => {
  it('are marked so, and fewer run than there are connections for them', () => {
    const heavy = Object.values(operations).filter((one) => 'heavy' in one && one.heavy)
    expect(heavy.map(({ id }) => id).toSorted()).toEqual([
      'deleteContacts',
      'exportIdentityData',
      'getBalancesAsOf',
      'getDiagnostics',
      'getStatement',
      'getStatementAsOf',
      'importContacts',
      'listContacts',
    ])
    expect(HEAVY_TOTAL_MAX).toBeLessThan(10)
  })
})
