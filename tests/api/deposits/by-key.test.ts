import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DepositDetails } from '../../../api/contract/deposits.ts'
import { payByBank, payByCard } from '../../support/deposit-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

describe('a deposit by its idempotency key', () => {
  const server = testServer()
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')

  const pathOf = (key: string) => `/api/payments/deposits/by-key/${key}`

  it.each([
    ['card', 'stripe', (key: string) => payByCard(ada, 1_000, {}, keyed(key))],
    ['bank', 'ach', (key: string) => payByBank(ada, 1_000, '000123456789', keyed(key))],
  ] as const)('is the one that was begun by %s, right after it was', async (_name, method, begin) => {
    const key = randomUUID()
    const { deposit_id: id } = await begin(key)
    for (const asked of [key, key.toUpperCase()]) {
      const response = await ada.fetch(pathOf(asked))
      expect(response.status).toBe(200)
      expect(DepositDetails.parse(await response.json())).toMatchObject({ id, method, amount: '10.00' })
    }
  })

  it('is 404 for a key under which nothing was begun', async () => {
    const key = randomUUID()
    const unknown = { status: 404, code: 'deposit_not_found' }
    expect(await refusal(await ada.fetch(pathOf(key)))).toMatchObject(unknown)
    const refused = await ada.post(
      '/api/payments/stripe/create-intent',
      { amount: 500_001, currency: 'usd', payment_method_type: 'card' },
      keyed(key),
    )
    expect(refused.status).toBe(400)
    expect(await refusal(await ada.fetch(pathOf(key)))).toMatchObject(unknown)
  })

  it("is nobody else's to know of", async () => {
    const key = randomUUID()
    await payByCard(ada, 1_000, {}, keyed(key))
    expect((await ada.fetch(pathOf(key))).status).toBe(200)
    expect(await refusal(await grace.fetch(pathOf(key)))).toMatchObject({ status: 404 })
    expect((await fetch(`${server.url}${pathOf(key)}`)).status).toBe(401)
    expect((await ada.fetch(pathOf('nonsense'))).status).toBe(400)
  })
})
