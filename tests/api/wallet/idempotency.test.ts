import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LEDGERS, testServerOn } from '../../support/stores.ts'
import { signedIn } from '../../support/test-server.ts'
import { keyed, refusal, sends, walletOf } from '../../support/wallet-calls.ts'

describe.each(LEDGERS)('with the ledger in %s', (ledger) => {
  const server = testServerOn(ledger)
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')

  const PATH = '/api/wallet/transfer'
  const tenDollars = { to_user_identifier: 'grace', currency: 'USD', amount: '10.00', message: 'once' }
  const answerOf = async (response: Response) => ({
    status: response.status,
    body: await response.text(),
    position: response.headers.get('Ledger-Position'),
    key: response.headers.get('Idempotency-Key'),
  })

  it('the same key 100 times at once moves the money once and answers 100 times the same', async () => {
    const before = await walletOf(ada, (await server.ledger.store.head()).toString())
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => answerOf(await ada.post(PATH, tenDollars, keyed(key)))),
    )
    expect(answers[0]?.status).toBe(201)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const after = await walletOf(ada, answers[0]?.position ?? undefined)
    expect(Number(before.usd) - Number(after.usd)).toBeCloseTo(10, 5)
    const { sent } = await server.check()
    expect(sent.filter((id) => answers[0]?.body.includes(id))).toHaveLength(1)
  })

  it('leaves the id of the request in what it wrote, and no words of the caller', async () => {
    const { store } = server.ledger
    const writtenBy = async (requestId?: string) => {
      const after = await store.head()
      const headers = requestId === undefined ? {} : { 'X-Request-Id': requestId }
      const response = await ada.post(PATH, tenDollars, { ...keyed(randomUUID()), ...headers })
      const ids: unknown[] = []
      for await (const batch of store.scan({ after }))
        for (const { metadata, data } of batch)
          if (data['transferId'] !== undefined) ids.push(metadata['requestId'])
      return { ids, id: response.headers.get('X-Request-Id') }
    }
    const { ids, id } = await writtenBy()
    expect(ids).toEqual([id, id])
    expect((await writtenBy('call-me-on-5550100')).ids).toEqual([undefined, undefined])
  })

  it('the same key with another body or another call is 422 and moves nothing', async () => {
    const key = randomUUID()
    await sends(ada, tenDollars, keyed(key))
    const head = await server.ledger.store.head()
    for (const response of [
      await ada.post(PATH, { ...tenDollars, amount: '10.01' }, keyed(key)),
      await ada.post(PATH, { ...tenDollars, message: 'twice' }, keyed(key)),
      await ada.post('/api/wallet/send-transfer', { to_user_identifier: 'grace', amount: 1_000 }, keyed(key)),
    ])
      expect(await refusal(response)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('a refusal is the answer for good, even when there is money later', async () => {
    const key = randomUUID()
    const tooMuch = { ...tenDollars, amount: '2600.00' }
    const first = await answerOf(await ada.post(PATH, tooMuch, keyed(key)))
    expect(first.status).toBe(422)
    await sends(grace, { to_user_identifier: 'ada', currency: 'USD', amount: '500.00' })
    expect(await answerOf(await ada.post(PATH, tooMuch, keyed(key)))).toEqual(first)
    await sends(ada, tooMuch, keyed(randomUUID()))
  })

  it('many known keys at once between the same wallets are each answered as before', async () => {
    const keys = Array.from({ length: 24 }, () => randomUUID())
    const body = { ...tenDollars, amount: '0.01' }
    const send = () => Promise.all(keys.map(async (key) => answerOf(await ada.post(PATH, body, keyed(key)))))
    const first = await send()
    expect(first.map(({ status }) => status)).toEqual(keys.map(() => 201))
    expect(await send()).toEqual(first)
  })

  it('a key belongs to the member who used it', async () => {
    const key = randomUUID()
    const mine = await sends(ada, { to_user_identifier: 'alan', currency: 'USD', amount: '1.00' }, keyed(key))
    const hers = await sends(
      grace,
      { to_user_identifier: 'alan', currency: 'USD', amount: '2.00' },
      keyed(key),
    )
    expect(hers.transfer_id).not.toBe(mine.transfer_id)
  })

  it('the answer is the same after a restart', async () => {
    const key = randomUUID()
    const first = await answerOf(await ada.post(PATH, { ...tenDollars, amount: '1.00' }, keyed(key)))
    expect(first.status).toBe(201)
    await server.restart()
    const head = await server.ledger.store.head()
    expect(await answerOf(await ada.post(PATH, { ...tenDollars, amount: '1.00' }, keyed(key)))).toEqual(first)
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('a key whose process died before it could keep the answer finds what was sent', async () => {
    const key = randomUUID()
    const body = { ...tenDollars, amount: '1.23' }
    const first = await sends(ada, body, keyed(key))
    // As left by a process that died between its last append and the answer.
    await server.pool.query(
      'update app.idempotency_key set status = null, response = null, position = null where key = $1',
      [key],
    )
    await server.restart()
    const head = await server.ledger.store.head()
    expect(await sends(ada, body, keyed(key))).toEqual(first)
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('a request that was malformed has not used its key up', async () => {
    const key = randomUUID()
    const body = { ...tenDollars, amount: '1.00' }
    await ada.post(PATH, { ...body, amount: '1e9' }, keyed(key))
    const receipt = await sends(ada, body, keyed(key))
    expect(receipt.status).toBe('completed')
  })
})
