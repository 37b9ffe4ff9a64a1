import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { LEDGER_READS } from '../../../api/openapi/ledger-reads.ts'
import { FinancialAddress } from '../../../api/contract/wallet.ts'
import { eventually } from '../../support/read-models.ts'
import { signedIn, startTestServer, testServer, type Member } from '../../support/test-server.ts'
import { keyed, pageOf, refusal, sends, transferOf, walletOf } from '../../support/wallet-calls.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
const alan = signedIn(server, 'alan')

const dollar = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: 'a secret' }

describe("what is not one's own", () => {
  it("another member's transfer is 404, exactly as one that does not exist", async () => {
    const { transfer_id, position } = await sends(ada, dollar)
    await transferOf(grace, transfer_id, position)
    const theirs = await refusal(await alan.fetch(`/api/wallet/transfers/${transfer_id}`))
    const nobodys = await refusal(await alan.fetch(`/api/wallet/transfers/${randomUUID()}`))
    expect(theirs).toMatchObject({ status: 404, code: 'transfer_not_found' })
    expect(theirs).toEqual(nobodys)
  })

  it("another member's key is 404, also for the recipient", async () => {
    const key = randomUUID()
    await sends(ada, dollar, keyed(key))
    expect((await ada.fetch(`/api/wallet/transfers/by-key/${key}`)).status).toBe(200)
    for (const other of [grace, alan])
      expect((await refusal(await other.fetch(`/api/wallet/transfers/by-key/${key}`))).status).toBe(404)
  })

  it('transactions are only those that one takes part in', async () => {
    const { transfer_id, position } = await sends(ada, dollar)
    const mine = await pageOf(ada, '?limit=1', position)
    expect(mine.transactions[0]).toMatchObject({ transfer_id, kind: 'transfer_sent', message: 'a secret' })
    const theirs = await pageOf(alan, '?limit=100', position)
    expect(theirs.transactions.map((line) => line.transfer_id)).not.toContain(transfer_id)
  })
})

describe('by key', () => {
  it('is 404 for a key that moved nothing', async () => {
    const key = randomUUID()
    await ada.post('/api/wallet/transfer', { ...dollar, amount: '9999.00' }, keyed(key))
    expect((await refusal(await ada.fetch(`/api/wallet/transfers/by-key/${key}`))).status).toBe(404)
  })

  it('tells the truth even when the key is written in capitals', async () => {
    const key = randomUUID()
    const { transfer_id } = await sends(ada, dollar, keyed(key))
    const response = await ada.fetch(`/api/wallet/transfers/by-key/${key.toUpperCase()}`)
    expect(await response.json()).toMatchObject({ transfer_id, status: 'completed' })
  })
})

describe('while the read models lag', () => {
  /** Prevents the projections from writing while `work` runs. */
  const whileLagging = async (work: () => Promise<void>): Promise<void> => {
    const holder = await server.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`lock table ${READ_SCHEMA}.wallet, ${READ_SCHEMA}.activity in share mode`)
      await work()
      await holder.query('commit')
    } finally {
      holder.release(true)
    }
  }
  const isProjectionWaiting = async () => {
    const { rowCount } = await server.pool.query(
      `select from pg_locks l where not l.granted and l.relation = any
        (array['${READ_SCHEMA}.wallet', '${READ_SCHEMA}.activity']::regclass[])`,
    )
    return rowCount !== 0
  }

  it('a transfer is found by its key as soon as they have caught up, and never denied before', async () => {
    const key = randomUUID()
    let answer: Promise<Response> | undefined
    await whileLagging(async () => {
      await sends(ada, dollar, keyed(key))
      await eventually(isProjectionWaiting, 'a projection waits')
      answer = ada.fetch(`/api/wallet/transfers/by-key/${key}`)
    })
    const response = await answer
    expect(response?.status).toBe(200)
    expect(await response?.json()).toMatchObject({ status: 'completed', message: 'a secret' })
  })

  it('readers of their own writes get 503 with Retry-After, others what there is', async () => {
    const before = await walletOf(ada)
    await whileLagging(async () => {
      const key = randomUUID()
      const { position } = await sends(ada, dollar, keyed(key))
      const late = await ada.fetch('/api/wallet', { headers: { 'Ledger-Min-Position': position } })
      expect(late.headers.get('Retry-After')).toBe('1')
      expect(await refusal(late)).toMatchObject({ status: 503, code: 'not_caught_up' })
      expect((await ada.fetch(`/api/wallet/transfers/by-key/${key}`)).status).toBe(503)
      expect(await walletOf(ada)).toEqual(before)
    })
    await eventually(async () => (await walletOf(ada)).usd !== before.usd, 'the read models catch up')
  })
})

it('a position that the ledger does not have is refused at once, alone and among others', async () => {
  const beyond = ((await server.ledger.store.head()) + 1_000n).toString()
  const headers = { 'Ledger-Min-Position': beyond }
  const began = performance.now()
  const answer = await ada.fetch('/api/wallet', { headers })
  expect(await refusal(answer)).toMatchObject({ status: 400, code: 'unknown_position' })
  const together = await ada.fetch('/api/together?paths=/api/wallet,/api/wallet/statements', { headers })
  expect(await together.json()).toMatchObject({ answers: [{ status: 400 }, { status: 200 }] })
  expect(performance.now() - began).toBeLessThan(1_500)
  expect(server.logged()).not.toContain('"code":"unknown_position"')
})

it('and so is it by every read that is said to wait for one', async () => {
  const headers = { 'Ledger-Min-Position': '9000000000000000000' }
  const reads = Object.values(operations).filter(({ id }) => LEDGER_READS.has(id) && id !== 'getTogether')
  expect(reads.length).toBe(LEDGER_READS.size - 1)
  for (const { id, path } of reads) {
    const answer = await ada.fetch(path.replace(/\{\w+\}/, randomUUID()), { headers })
    expect(`${id} ${(await refusal(answer)).code}`).toBe(`${id} unknown_position`)
  }
})

it('members read their own writes, every time', async () => {
  let cents = Math.round(Number((await walletOf(ada)).usd) * 100)
  for (let i = 0; i < 30; i += 1) {
    const { position } = await sends(ada, dollar)
    cents -= 100
    expect((await walletOf(ada, position)).usd).toBe((cents / 100).toFixed(2))
  }
})

describe('transactions', () => {
  const allPages = async (query: string) => {
    const lines = []
    let cursor: string | null = null
    do {
      const page = await pageOf(ada, `?limit=3${query}${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect(page.transactions.length).toBeLessThanOrEqual(3)
      lines.push(...page.transactions)
      cursor = page.next_cursor
    } while (cursor !== null)
    return lines
  }

  it('page through everything once, newest first, with and without filters', async () => {
    await sends(grace, { ...dollar, to_user_identifier: 'ada', currency: 'YUT' })
    const { position } = await sends(ada, { ...dollar, currency: 'YUT' })
    const { transactions: all, next_cursor } = await pageOf(ada, '?limit=100', position)
    expect(next_cursor).toBeNull()
    expect(all.map(({ kind }) => kind).slice(-4)).toEqual([
      'yut_grant',
      'deposit',
      'treasury_account_opened',
      'wallet_opened',
    ])
    const positions = all.map((line) => Number(line.position))
    expect(positions).toEqual(positions.toSorted((a, b) => b - a))

    expect(await allPages('')).toEqual(all)
    expect(await allPages('&currency=YUT')).toEqual(all.filter(({ currency }) => currency === 'YUT'))
    expect(await allPages('&kind=transfer_sent')).toEqual(all.filter(({ kind }) => kind === 'transfer_sent'))
    const both = await allPages('&kind=transfer_received&currency=YUT')
    expect(both).toMatchObject([
      { amount: '1.000000', counterparty: { handle: 'grace' }, message: 'a secret' },
    ])
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'kind=nothing', 'currency=EUR', 'colour=red'])(
    '%s is 400',
    async (query) => {
      expect((await refusal(await ada.fetch(`/api/wallet/transactions?${query}`))).status).toBe(400)
    },
  )
})

it('a payee is known after the first payment, to the one who paid', async () => {
  const lookup = async (member: Member) =>
    (await member.fetch('/api/members/lookup?identifier=@katherine')).json()
  expect(await lookup(alan)).toMatchObject({ name: 'Katherine Johnson', handle: 'katherine', known: false })
  const { position } = await sends(alan, { ...dollar, to_user_identifier: 'katherine' })
  await walletOf(alan, position)
  expect(await lookup(alan)).toMatchObject({ known: true })
  expect(await lookup(grace)).toMatchObject({ known: false })
})

describe('the treasury account', () => {
  it('opens once, hides its number but from its owner, and is asked for by name', async () => {
    const own = await startTestServer({ env: { SEED: 'none' } })
    try {
      const [one, two] = await Promise.all([own.signIn('ada'), own.signIn('grace')])
      expect((await walletOf(one)).overview.treasury_account).toBeNull()
      expect((await refusal(await one.post('/api/wallet/treasury-account/reveal'))).status).toBe(404)

      const key = randomUUID()
      const open = async (member: Member, headers = {}) => {
        const response = await member.post('/api/wallet/initialize-treasury', undefined, headers)
        return { status: response.status, body: await response.text() }
      }
      const first = await open(one, keyed(key))
      expect(first.status).toBe(200)
      expect(first.body).toMatch(/"account_number":"••••\d{4}"/)
      const head = await own.ledger.store.head()
      expect(await open(one, keyed(key))).toEqual(first)
      expect(await open(one)).toEqual(first)
      expect(await own.ledger.store.head()).toBe(head)

      await open(two)
      const reveal = async (member: Member) =>
        FinancialAddress.parse(await (await member.post('/api/wallet/treasury-account/reveal')).json()).aba
      const [mine, hers] = [await reveal(one), await reveal(two)]
      expect(mine.account_number).toMatch(/^\d{12}$/)
      expect(hers.account_number).not.toBe(mine.account_number)
      expect(first.body).toContain(mine.account_number.slice(-4))
      expect(first.body).not.toContain(mine.account_number)
      const kept = JSON.stringify(await Array.fromAsync(own.ledger.store.readAll(), ({ data }) => data))
      for (const secret of [mine.account_number, hers.account_number]) {
        expect(own.logged()).not.toContain(secret)
        expect(kept).not.toContain(secret)
      }
    } finally {
      await own.stop()
    }
  })
})
