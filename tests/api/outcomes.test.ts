import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operations } from '../../api/contract/operations.ts'
import { KeyOutcome } from '../../api/contract/outcomes.ts'
import { payByBank } from '../support/deposit-calls.ts'
import { signedIn, testServer } from '../support/test-server.ts'
import { keyed, refusal, sends } from '../support/wallet-calls.ts'

describe('what became of a key', () => {
  const server = testServer()
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')

  const pathOf = (key: string) => `/api/outcomes/by-key/${key}`
  const outcomeOf = async (key: string) => {
    const response = await ada.fetch(pathOf(key))
    expect(response.status).toBe(200)
    return KeyOutcome.parse(await response.json())
  }
  const transfer = { to_user_identifier: 'grace', currency: 'YUT', amount: '1' }

  it('is done with its position and its answer, also when the key is written in capitals', async () => {
    const key = randomUUID()
    const answer = await sends(ada, transfer, keyed(key))
    const done = { state: 'done', error: null, code: null, position: answer.position, answer }
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
      answer: null,
    })
  })

  it.each([
    ['a transfer', operations.transfer, '/api/wallet/transfer', transfer],
    [
      'a request',
      operations.requestTransfer,
      '/api/wallet/request-transfer',
      { from_user_identifier: 'grace', amount: '5' },
    ],
    [
      'a card deposit',
      operations.createPaymentIntent,
      '/api/payments/stripe/create-intent',
      { amount: 1_000, currency: 'usd', payment_method_type: 'card' },
    ],
  ] as const)(
    'is answered by the ledger once the answer of %s is deleted',
    async (_what, operation, path, body) => {
      const key = randomUUID()
      const made = await ada.post(path, body, keyed(key))
      expect(made.ok).toBe(true)
      const { answer } = await outcomeOf(key)
      await server.pool.query('update app.idempotency_key set response = null where key = $1', [key])
      const { answer: recalled, state } = await outcomeOf(key)
      expect(state).toBe('done')
      // A deposit may be further by now.
      const same = Object.entries(operation.response.parse(answer)).filter(
        ([name]) => name !== 'status' && name !== 'position',
      )
      expect(operation.response.parse(recalled)).toMatchObject(Object.fromEntries(same))
    },
  )

  it('is a bank deposit as the ledger has it', async () => {
    const key = randomUUID()
    const { deposit_id: id } = await payByBank(ada, 1_000, '000123456789', keyed(key))
    await server.pool.query('update app.idempotency_key set response = null where key = $1', [key])
    const { answer } = await outcomeOf(key)
    expect(operations.createAchDeposit.response.parse(answer)).toMatchObject({
      deposit_id: id,
      amount: 1_000,
      fee: 0,
    })
  })

  it('has no answer where the ledger keeps none to show', async () => {
    const key = randomUUID()
    expect((await ada.post('/api/yut/stake', { amount: '1' }, keyed(key))).status).toBe(201)
    await server.pool.query('update app.idempotency_key set response = null where key = $1', [key])
    expect(await outcomeOf(key)).toMatchObject({ state: 'done', answer: null })
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
