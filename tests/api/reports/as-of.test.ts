import { beforeAll, describe, expect, it } from 'vitest'
import { BalancesAsOf, StatementAsOf } from '../../../api/contract/reports.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'

/** Ledger positions of Ada's transfers to Grace. */
const sent: bigint[] = []

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  for (const amount of ['1.00', '20.00', '300.00']) {
    const { position } = await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount })
    sent.push(BigInt(position))
  }
  await sends(grace, { to_user_identifier: 'ada', currency: 'YUT', amount: '5.5' })
})

const balances = async (member: Member, query = '') => {
  const response = await member.fetch(`/api/wallet/balances${query}`)
  expect(response.status).toBe(200)
  return BalancesAsOf.parse(await response.json())
}
const statement = async (member: Member, query = '') => {
  const response = await member.fetch(`/api/wallet/statement${query}`)
  expect(response.status).toBe(200)
  return StatementAsOf.parse(await response.json())
}
const usd = ({ balances: all }: BalancesAsOf) => all.find(({ account }) => account === 'usd')?.amount

const OUTGOING = new Set(['TransferSent', 'PoolContributionSent'])

describe('balances as of', () => {
  it('now are what the wallet shows', async () => {
    const now = await balances(ada)
    expect(now.balances).toEqual([
      { account: 'usd', currency: 'USD', amount: '2179.00', amount_minor: '217900' },
      { account: 'yut', currency: 'YUT', amount: '505.500000', amount_minor: '505500000' },
    ])
  })

  it('any position are the fold of the events up to it', async () => {
    const events = await Array.fromAsync(server.ledger.store.readStream(walletEvents.streamOf(ada.id)))
    let owned = 0n
    for (const { position, type, data } of events) {
      const minor = BigInt(String(Object(data['amount'])['minor'] ?? 0))
      const isUsd = Object(data['amount'])['currency'] === 'USD'
      if (isUsd) owned += OUTGOING.has(type) ? -minor : minor
      const then = await balances(ada, `?at=${position}`)
      expect(then.position).toBe(position.toString())
      if (isUsd)
        expect(then.balances.find(({ account }) => account === 'usd')?.amount_minor).toBe(String(owned))
    }
    expect(owned).toBe(217_900n)
  })

  it('a position between two events of the wallet are those of the earlier one', async () => {
    const [first = 0n, second = 0n] = sent
    expect(second - first).toBeGreaterThan(1n)
    const between = await balances(ada, `?at=${second - 2n}`)
    expect(usd(between)).toBe('2499.00')
    expect(BigInt(between.position)).toBeLessThanOrEqual(first)
  })

  it('a time are what the store had taken by then, today included', async () => {
    const entries = (await statement(ada, '?limit=100')).entries
    const [newest] = entries
    expect(usd(await balances(ada, `?at=${newest?.recorded_at}`))).toBe('2179.00')
    expect(usd(await balances(ada, `?at=${new Date().toISOString().slice(0, 10)}`))).toBe('2179.00')
  })

  it.each([
    ['a position that the ledger has not reached', () => '999999', 422, /ends at position \d+/],
    ['a time to come', () => '2999-01-01T00:00:00Z', 422, /not come yet/],
    ['a day to come', () => '2999-01-01', 422, /not come yet/],
    ['a time before the first event', () => '1999-12-31', 422, /no wallet yet/],
    ['a position before the first event', () => '0', 422, /no wallet yet/],
    ['a day that there is not', () => '2026-02-31', 400, /no such day/],
    ['a year that Postgres lacks', () => '0000-01-01', 400, /a day such as/],
    ['a word', () => 'yesterday', 400, /position, a day such as/],
  ])('%s are an error that says so, and never nothing', async (_, at, status, words) => {
    for (const call of ['balances', 'statement']) {
      const response = await ada.fetch(`/api/wallet/${call}?at=${at()}`)
      expect(response.status).toBe(status)
      const body = await response.json()
      expect(body).toMatchObject({ fields: { at: expect.stringMatching(words) } })
      if (status === 422) expect(body).toMatchObject({ code: 'cannot_be_answered' })
    }
  })
})

describe('a statement as of', () => {
  it('now has every event with the balance after it, newest first', async () => {
    const { entries, next_cursor } = await statement(grace, '?limit=100')
    expect(next_cursor).toBeNull()
    expect(entries.map(({ type }) => type).toReversed()).toEqual(
      (await Array.fromAsync(server.ledger.store.readStream(walletEvents.streamOf(grace.id)))).map(
        ({ type }) => type,
      ),
    )
    expect(entries[0]).toMatchObject({
      type: 'TransferSent',
      lines: [{ account: 'yut', currency: 'YUT', amount: '-5.500000', balance: '494.500000' }],
    })
  })

  it('a position ends there, page by page', async () => {
    const [, second = 0n] = sent
    const whole = await statement(ada, `?at=${second}&limit=100`)
    expect(whole.entries[0]?.lines[0]).toMatchObject({ amount: '-20.00', balance: '2479.00' })
    const pages: StatementAsOf['entries'] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: StatementAsOf = await statement(
        ada,
        `?at=${second}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      pages.push(...page.entries)
      cursor = page.next_cursor
    }
    expect(pages).toEqual(whole.entries)
  })

  it("is one's own, and for members only", async () => {
    const mine = new Set((await statement(ada, '?limit=100')).entries.map(({ event_id }) => event_id))
    const theirs = (await statement(grace, '?limit=100')).entries
    expect(theirs.some(({ event_id }) => mine.has(event_id))).toBe(false)
    expect((await refusal(await ada.fetch(`/api/wallet/balances?member=${grace.id}`))).status).toBe(400)
    expect((await fetch(`${server.url}/api/wallet/balances`)).status).toBe(401)
  })
})
