import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import type { Activity } from '../../../api/contract/wallet.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const server = testServer()
const alan = signedIn(server, 'alan')

/** Far above what the server writes meanwhile. */
const FIRST_POSITION = 1_000_000_000
const DAYS = 800
const FROM = Date.parse('2030-01-01T00:01:00.000Z')

/** Interest on each of 800 days, twice on some that were paid late, and a transfer now and then. */
beforeAll(async () => {
  const lines: { at: string; kind: string; minor: number }[] = []
  for (let day = 0; day < DAYS; day += 1) {
    const at = new Date(FROM + day * 86_400_000).toISOString()
    lines.push({ at, kind: 'int', minor: (day % 7) + 1 })
    if (day % 97 === 0) lines.push({ at, kind: 'int', minor: 3 })
    if (day % 50 === 0 || day > DAYS - 5) lines.push({ at, kind: 'snt', minor: -100 })
  }
  await server.pool.query(
    `insert into ${READ_SCHEMA}.activity (member_id, position, id, occurred_at, minor, kind, currency, status)
     select $1, ${FIRST_POSITION} + n, gen_random_uuid(), at::timestamptz, minor, kind, 'USD', 'completed'
     from unnest($2::text[], $3::int[], $4::text[]) with ordinality as line (at, minor, kind, n)`,
    [alan.id, lines.map(({ at }) => at), lines.map(({ minor }) => minor), lines.map(({ kind }) => kind)],
  )
})

const pageAt = async (query: string) =>
  operations.listTransactions.response.parse(
    await (await alan.fetch(`/api/wallet/transactions?${query}`)).json(),
  )

/** All pages of this many entries. */
const allBy = async (query: string, limit: number): Promise<readonly (readonly Activity[])[]> => {
  const pages: Activity[][] = []
  let cursor = ''
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before has ended
    const { transactions, next_cursor } = await pageAt(`${query}limit=${limit}${cursor}`)
    pages.push(transactions)
    if (next_cursor === null) return pages
    cursor = `&cursor=${next_cursor}`
  }
}

interface Briefly {
  readonly id: string
  readonly amount: string | null
  readonly days: readonly string[] | undefined
}

/** What the list by months has to be, from the list of every line. */
const folded = (lines: readonly Activity[]): readonly Briefly[] => {
  const months = Map.groupBy(
    lines.filter(({ kind }) => kind === 'interest'),
    ({ occurred_at: at }) => at.slice(0, 7),
  )
  const seen = new Set<string>()
  return lines.flatMap((line): readonly Briefly[] => {
    if (line.kind !== 'interest') return [{ id: line.id, amount: line.amount, days: undefined }]
    const month = line.occurred_at.slice(0, 7)
    if (seen.has(month)) return []
    seen.add(month)
    const days = months.get(month) ?? []
    const minor = days.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor ?? 0), 0n)
    return [
      {
        id: line.id,
        amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
        days: days.length === 1 ? undefined : days.map(({ id }) => id),
      },
    ]
  })
}
const briefly = (entries: readonly Activity[]): readonly Briefly[] =>
  entries.map(({ id, amount, days }) => ({ id, amount, days: days?.map((day) => day.id) }))

describe('activity with one entry for each month of interest', () => {
  it.each(['', 'kind=interest&', 'currency=USD&', 'kind=transfer_sent&', 'currency=YUT&'])(
    'has every entry once, with exact sums and every day, in full pages: %s',
    async (filter) => {
      const expected = folded((await allBy(filter, 100)).flat())
      for (const limit of [1, 5, 20]) {
        // oxlint-disable-next-line no-await-in-loop -- one list after the other
        const pages = await allBy(`${filter}interest=monthly&`, limit)
        expect(briefly(pages.flat())).toEqual(expected)
        expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(
          Array.from({ length: pages.length - 1 }, () => limit),
        )
      }
    },
  )

  it('fills a page although a month of interest lies between', async () => {
    const { transactions } = await pageAt('interest=monthly&limit=20')
    expect(transactions).toHaveLength(20)
    expect(transactions.filter(({ kind }) => kind === 'interest').length).toBeLessThan(20)
  })

  it.each(['', 'interest=monthly&'])(
    'shows no entry twice and leaves none out while the list grows: %s',
    async (how) => {
      const first = await pageAt(`${how}limit=5`)
      const rest = (await allBy(how, 100)).flat().slice(5)
      const newest = first.transactions[0]
      await server.pool.query(
        `insert into ${READ_SCHEMA}.activity (member_id, position, id, occurred_at, minor, kind, currency, status)
       select $1, (select max(position) from ${READ_SCHEMA}.activity where member_id = $1) + n, gen_random_uuid(),
         $2::timestamptz + n * interval '1 minute', 5, kind, 'USD', 'completed'
       from unnest(array['int', 'snt', 'int']) with ordinality as line (kind, n)`,
        [alan.id, newest?.occurred_at],
      )
      const after: Activity[] = []
      for (let cursor = first.next_cursor; cursor !== null;) {
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before has ended
        const page = await pageAt(`${how}limit=100&cursor=${cursor}`)
        after.push(...page.transactions)
        cursor = page.next_cursor
      }
      expect(briefly(after)).toEqual(briefly(rest))
    },
  )

  it('refuses a cursor that is none', async () => {
    for (const cursor of ['x', '1.2', '1.2030-01-01', randomUUID()]) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const answer = await alan.fetch(`/api/wallet/transactions?interest=monthly&cursor=${cursor}`)
      expect(await refusal(answer)).toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
  })
})
