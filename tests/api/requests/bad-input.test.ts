import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asks } from '../../support/request-calls.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

type Member = Awaited<ReturnType<TestServer['signIn']>>
let server: TestServer
let ada: Member
let grace: Member
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
})
afterAll(() => server?.stop())

const ask = { from_user_identifier: 'grace', amount: 10 }
const RANGE = 'Amount must be between $1 and $5,000'
const NOBODY = 'Please specify who to request the transfer from'
const NO_MEMBER = 'No member has this handle, email or DID.'
const LONG = 'The message can have at most 200 characters.'

describe('POST /api/wallet/request-transfer', () => {
  it.each([
    ['no payer', { amount: 10 }, 400, 'from_user_identifier', NOBODY],
    ['a blank payer', { ...ask, from_user_identifier: '  ' }, 400, 'from_user_identifier', NOBODY],
    ['a number as payer', { ...ask, from_user_identifier: 5 }, 400, 'from_user_identifier', NOBODY],
    [
      'an unknown handle',
      { ...ask, from_user_identifier: 'nobody_here' },
      404,
      'from_user_identifier',
      NO_MEMBER,
    ],
    [
      'an unknown email',
      { ...ask, from_user_identifier: 'x@example.com' },
      404,
      'from_user_identifier',
      NO_MEMBER,
    ],
    [
      'oneself',
      { ...ask, from_user_identifier: '@ADA' },
      422,
      'from_user_identifier',
      'You cannot request money from yourself.',
    ],
    ['less than $1', { ...ask, amount: 0.99 }, 400, 'amount', RANGE],
    ['more than $5,000', { ...ask, amount: '5000.01' }, 400, 'amount', RANGE],
    ['no amount', { from_user_identifier: 'grace' }, 400, 'amount', /dollars/],
    ['a negative amount', { ...ask, amount: -5 }, 400, 'amount', /dollars/],
    ['parts of a cent', { ...ask, amount: '1.001' }, 400, 'amount', /dollars/],
    ['an amount in words', { ...ask, amount: 'ten' }, 400, 'amount', /dollars/],
    ['too long a message', { ...ask, message: 'x'.repeat(201) }, 400, 'message', LONG],
    ['a message of the wrong type', { ...ask, message: 5 }, 400, 'message', /./],
    ['too long a description', { ...ask, description: 'x'.repeat(201) }, 400, 'description', /200/],
    ['an unknown field', { ...ask, currency: 'YUT' }, 400, 'currency', /not known/],
  ])('%s', async (_what, body, status, field, sentence) => {
    const head = await server.ledger.store.head()
    const answer = await refusal(await ada.post('/api/wallet/request-transfer', body))
    expect(answer.status).toBe(status)
    expect(answer.fields?.[field]).toMatch(sentence)
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('takes 200 characters, in any script', async () => {
    await asks(ada, 'grace', 1, { message: '–'.repeat(200) })
    await asks(ada, 'did:youtility:' + grace.id, 1, { message: '👍'.repeat(100) })
    await asks(ada, 'GRACE@youtility.example', 1)
  })
})

describe('answering', () => {
  it.each([
    ['no action', {}],
    ['another action', { action: 'pay' }],
    ['a null action', { action: null }],
    ['an unknown field', { action: 'approve', amount: 1 }],
  ])('%s', async (_what, body) => {
    const { id } = await asks(ada, 'grace', 1)
    const head = await server.ledger.store.head()
    const answer = await refusal(await grace.post(`/api/wallet/transfer-requests/${id}/respond`, body))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await server.ledger.store.head()).toBe(head)
  })

  it.each(['nonsense', '1', '%00', "'; drop table wallet; --"])('an id that is none: %s', async (id) => {
    const path = `/api/wallet/transfer-requests/${encodeURIComponent(id)}`
    for (const response of [
      await grace.post(`${path}/respond`, { action: 'approve' }),
      await grace.post(`${path}/cancel`),
    ])
      expect((await refusal(response)).status).toBe(400)
  })

  it('knows an id in capitals', async () => {
    const { id } = await asks(ada, 'grace', 1)
    const path = `/api/wallet/transfer-requests/${id.toUpperCase()}/respond`
    expect((await grace.post(path, { action: 'decline' })).status).toBe(200)
  })
})
