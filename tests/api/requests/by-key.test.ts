import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requestOperations, TransferRequest } from '../../../api/contract/requests.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

describe('a transfer request by its idempotency key', () => {
  const server = testServer()
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')

  const pathOf = (key: string) => `/api/wallet/transfer-requests/by-key/${key}`
  const ask = (key: string, amount = '12.50') =>
    ada.post('/api/wallet/request-transfer', { from_user_identifier: '@grace', amount }, keyed(key))

  it('is the one that was made, right after it was', async () => {
    const key = randomUUID()
    const made = requestOperations.requestTransfer.response.parse(await (await ask(key)).json())
    for (const asked of [key, key.toUpperCase()]) {
      const response = await ada.fetch(pathOf(asked))
      expect(response.status).toBe(200)
      expect(TransferRequest.parse(await response.json())).toMatchObject({
        id: made.request_id,
        amount: 1_250,
        status: 'pending',
      })
    }
  })

  it('is 404 for a key under which nothing was asked for', async () => {
    const key = randomUUID()
    expect(await refusal(await ada.fetch(pathOf(key)))).toMatchObject({ status: 404 })
    expect((await ask(key, '5000.01')).status).toBe(400)
    expect(await refusal(await ada.fetch(pathOf(key)))).toMatchObject({ status: 404 })
  })

  it("is nobody else's to know of, not even the payer's", async () => {
    const key = randomUUID()
    expect((await ask(key)).status).toBe(201)
    expect((await ada.fetch(pathOf(key))).status).toBe(200)
    expect(await refusal(await grace.fetch(pathOf(key)))).toMatchObject({ status: 404 })
    expect((await fetch(`${server.url}${pathOf(key)}`)).status).toBe(401)
    expect((await ada.fetch(pathOf('nonsense'))).status).toBe(400)
  })
})
