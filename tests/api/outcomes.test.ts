import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KeyOutcome } from '../../api/contract/outcomes.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { keyed, refusal, sends } from '../support/wallet-calls.ts'

describe('what became of a key', () => {
  let server: TestServer
  let ada: Awaited<ReturnType<TestServer['signIn']>>
  let grace: typeof ada
  beforeAll(async () => {
    server = await startTestServer()
    ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  })
  afterAll(() => server?.stop())

  const pathOf = (key: string) => `/api/outcomes/by-key/${key}`
  const outcomeOf = async (key: string) => {
    const response = await ada.fetch(pathOf(key))
    expect(response.status).toBe(200)
    return KeyOutcome.parse(await response.json())
  }
  const transfer = { to_user_identifier: 'grace', currency: 'YUT', amount: '1' }

  it('is done with its position, also when the key is written in capitals', async () => {
    const key = randomUUID()
    const { position } = await sends(ada, transfer, keyed(key))
    const done = { state: 'done', error: null, code: null, position }
    expect(await outcomeOf(key)).toEqual(done)
    expect(await outcomeOf(key.toUpperCase())).toEqual(done)
  })

  it('is a refusal with its sentence, for good', async () => {
    const key = randomUUID()
    await ada.post('/api/wallet/transfer', { ...transfer, amount: '9999' }, keyed(key))
    expect(await outcomeOf(key)).toEqual({
      state: 'refused',
      error: expect.stringMatching(/^Insufficient YUT balance/) as unknown,
      code: 'insufficient_funds',
      position: null,
    })
  })

  it('is unfinished while its end is not known', async () => {
    const key = randomUUID()
    await server.pool.query(
      `insert into app.idempotency_key (member_id, key, route, body_hash, created_at)
       values ($1, $2, 'transfer', 'hash', now())`,
      [ada.id, key],
    )
    expect(await outcomeOf(key)).toMatchObject({ state: 'unfinished', position: null })
  })

  it('is unknown when it never arrived, and to everybody but its member', async () => {
    const key = randomUUID()
    const unknown = { status: 404, code: 'outcome_not_found' }
    expect(await refusal(await ada.fetch(pathOf(key)))).toMatchObject(unknown)
    await sends(ada, transfer, keyed(key))
    expect(await refusal(await grace.fetch(pathOf(key)))).toMatchObject(unknown)
    expect((await fetch(`${server.url}${pathOf(key)}`)).status).toBe(401)
    expect((await ada.fetch(pathOf('nonsense'))).status).toBe(400)
  })
})
