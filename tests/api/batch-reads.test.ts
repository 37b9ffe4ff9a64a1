import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ErrorBody } from '../../api/contract/errors.ts'
import { AS_OF_HEADER, MIN_POSITION_HEADER } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { BATCH_READS_MAX } from '../../api/contract/batch-reads.ts'
import { signedIn, testServer } from '../support/test-server.ts'
import { keyed, sends } from '../support/wallet-calls.ts'

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')

const { path: TOGETHER, response: Answers } = operations.getTogether

const together = (paths: readonly string[], init: RequestInit = {}) =>
  ada.fetch(`${TOGETHER}?${new URLSearchParams({ paths: paths.join(',') })}`, init)

/** Ada pays Grace; returns the ledger position. */
const paid = async (amount: string): Promise<string> => {
  const body = { to_user_identifier: grace.handle, currency: 'USD', amount }
  return (await sends(ada, body, keyed(randomUUID()))).position
}

const answersTo = async (paths: readonly string[], init: RequestInit = {}) => {
  const response = await together(paths, init)
  expect(response.status).toBe(200)
  return Answers.parse(await response.json()).answers
}

it('answers each document as its own call does, in the order of the paths', async () => {
  const headers = { [MIN_POSITION_HEADER]: await paid('1.25') }
  const paths = [
    '/api/wallet/transactions?limit=1&currency=USD',
    '/api/wallet',
    '/api/wallet/statements',
    '/api/wallet/insights',
  ]
  const answers = await answersTo(paths, { headers })
  const apart = await Promise.all(paths.map(async (path) => (await ada.fetch(path, { headers })).json()))
  expect(answers.map(({ body }) => JSON.parse(body) as unknown)).toEqual(apart)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(Date.parse(answers[0]?.headers[AS_OF_HEADER] ?? '')).not.toBeNaN()
})

it('shows what the caller has written', async () => {
  const position = await paid('2.50')
  const [list] = await answersTo(['/api/wallet/transactions?limit=1', '/api/wallet'], {
    headers: { [MIN_POSITION_HEADER]: position },
  })
  const newest = operations.listTransactions.response.parse(JSON.parse(list?.body ?? ''))
  expect(newest.transactions[0]?.amount).toBe('-2.50')
})

it('lets one that is refused take no other with it, and serves nothing but reads that say so', async () => {
  const answers = await answersTo([
    '/api/wallet/transactions?limit=0',
    '/api/wallet/transactions?limit=1&limit=2',
    '/api/wallet/transactions?limit=1&cursor=%2C',
    '/api/logout',
    '/api/profile/export',
    '/api/together?paths=/api/wallet',
    'https://elsewhere.example/api/wallet',
    '/api/wallet',
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 404, 404, 200])
  expect(ErrorBody.parse(JSON.parse(answers[0]?.body ?? '')).fields).toHaveProperty('limit')
  expect((await ada.fetch('/api/wallet')).status).toBe(200)
})

it('asks who it is, and for how many', async () => {
  const visitor = await fetch(`${server.url}${TOGETHER}?paths=/api/wallet,/api/yut/balance`)
  expect(visitor.status).toBe(401)
  const many = Array.from({ length: BATCH_READS_MAX + 1 }, () => '/api/wallet')
  expect((await together(many)).status).toBe(400)
  expect((await together([])).status).toBe(400)
})

it('is one request with the turns of many', async () => {
  const pages = Array.from({ length: 40 }, () => answersTo(Array.from({ length: 4 }, () => '/api/wallet')))
  for (const answers of await Promise.all(pages))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const tooMany = Array.from({ length: 40 }, () =>
    answersTo(Array.from({ length: BATCH_READS_MAX }, () => '/api/wallet/insights')),
  )
  const statuses = (await Promise.all(tooMany)).flat().map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
})
