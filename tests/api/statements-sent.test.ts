import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Operation } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { WALLET_PAGE } from '../bench/http/workload.ts'
import { saveBank, payByCard } from '../support/deposit-calls.ts'
import { provisions } from '../support/device-calls.ts'
import { asks } from '../support/request-calls.ts'
import { statementsSent } from '../support/statements-sent.ts'
import { signedIn, testServer } from '../support/test-server.ts'
import { keyed, sends } from '../support/wallet-calls.ts'
import { savesAccount } from '../support/withdrawal-calls.ts'
import { adds, creates } from './contacts/calls.ts'

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
const sentFor = statementsSent()

const ROWS = 3

/** Several of whatever a member has lists of. */
const fill = async (n: number): Promise<void> => {
  const coin = (to: string) => ({ to_user_identifier: to, currency: 'USD', amount: '1.00' })
  await sends(ada, coin(grace.handle), keyed(randomUUID()))
  await sends(grace, coin(ada.handle), keyed(randomUUID()))
  await asks(ada, grace.handle, '1.00')
  await asks(grace, ada.handle, '1.00')
  await payByCard(ada, 10_00)
  await saveBank(ada, `00012345678${n}`)
  await savesAccount(ada, `00022345678${n}`)
  await provisions(ada)
  await adds(ada, { contact_name: `Contact ${n}`, phone_number: `+44207946010${n}` })
  await creates(ada, { name: `Circle ${n}`, color: '#8b5cf6' })
  const pool = { pool_name: `Pool ${n}`, initial_investment_cents: 100_00 }
  expect((await ada.post('/api/investments/pools', pool, keyed(randomUUID()))).status).toBe(201)
}

/** What some reads cannot do without. */
const QUERIES: Readonly<Record<string, string>> = {
  lookupMember: '?identifier=grace',
  nameBank: '?routing_number=110000000',
  getTogether: '?paths=/api/wallet',
}
/** What is sent twice, but not for rows: two transactions, the two months that are not closed, a wallet for two areas. */
const TWICE: Readonly<Record<string, readonly string[]>> = {
  exportIdentityData: ['begin', 'commit'],
  getClosing: ['load_snapshots', 'streams_forwards', 'telecom-billable-of'],
}
/** Reads of all that a member has, but for the stream, which does not end. */
const READS = Object.values<Operation>(operations).filter(
  ({ id, method, path, access, changesState }) =>
    method === 'GET' && access === 'member' && !path.includes('{') && !changesState && id !== 'getStream',
)

beforeAll(async () => {
  for (let n = 0; n < ROWS; n += 1) await fill(n)
})

const again = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) < index)

/** A member's first read may create what later ones find, such as keys. */
const reads = async (path: string): Promise<readonly string[]> => {
  await ada.fetch(path)
  return sentFor(async () => expect((await ada.fetch(path)).status).toBe(200))
}

it.each(READS)('$id sends nothing for each row', async ({ id, path }) => {
  const sent = await reads(`${path}${QUERIES[id] ?? ''}`)
  expect(again(sent).filter((name) => !TWICE[id]?.includes(name))).toEqual([])
})

it('the wallet page costs no more statements than it did', async () => {
  expect((await reads(WALLET_PAGE)).length).toBeLessThanOrEqual(18)
})
