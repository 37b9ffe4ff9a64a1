import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstValueDay, insightsFrom } from '../../../api/reports/insights.ts'
import { statementFigures } from '../../../api/reports/statement.ts'
import { memberAccount, stakeAccount } from '../../../events/accounts.ts'
import { addDays } from '../../../events/calendar.ts'
import { CURRENCIES } from '../../../events/money.ts'
import { postings } from '../../../events/postings.ts'
import { ACCOUNTS, type DayAccount } from '../../../projections/daily/table.ts'
import { migrateReadModels } from '../../../projections/migrate.ts'
import { walletProjection } from '../../../projections/wallet/projection.ts'
import { daySumsOf, noAccountBalances } from '../../../projections/daily/queries.ts'
import { eventOf, fiveMonths, type DatedEntry } from '../../support/dated-log.ts'
import { eventually, freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { memberNamed } from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const entries = fiveMonths(400)
/** Small, so that a month has many pages, which must follow each other without a gap. */
const PAGE_LINES = 7
let models: ReadModels
let head = 0n

beforeAll(async () => {
  models = await freshReadModels()
  for (const entry of entries) {
    const { streamId, event } = eventOf(entry)
    head = await models.writer.appendRaw(streamId, [event])
  }
  const running = models.start({ batchMax: 3 })
  // Not the token's read model, which would reject these rewards: no reserve has set them aside.
  expect(await running.waitFor(head, 30_000, ['wallet', 'activity'])).toBe(true)
  await running.stop()
}, 120_000)
afterAll(() => models?.dispose())

const accountOf = (memberId: string, account: string): DayAccount | undefined =>
  account === stakeAccount(memberId)
    ? 'YUT staked'
    : CURRENCIES.find((currency) => memberAccount(memberId, currency) === account)

/** Every posting in the log to an account of the member, with its time. */
const postingsOf = (memberId: string, log: readonly DatedEntry[]) =>
  log.flatMap(({ event, at }) =>
    postings(event).flatMap(({ account, minor }) => {
      const name = accountOf(memberId, account)
      return name ? [{ account: name, minor: -minor, at, type: event.type }] : []
    }),
  )
const balancesBefore = (memberId: string, until: string) => {
  const balances = noAccountBalances()
  for (const { account, minor, at } of postingsOf(memberId, entries))
    if (at < until) balances[account] += minor
  return balances
}

const MONTHS = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'] as const

describe.each([
  ['Ada', ada],
  ['Grace', grace],
])('the statements of %s', (_name, memberId) => {
  it.each(MONTHS)('equal the log in %s: balances and every line', async (month) => {
    const figures = await statementFigures(models.pool, memberId, month, PAGE_LINES)
    if (!figures) throw new Error('the read models have not caught up')
    const next = MONTHS[MONTHS.indexOf(month) + 1] ?? '2026-05'
    expect(figures.opening).toEqual(balancesBefore(memberId, `${month}-01`))
    expect(figures.closing).toEqual(balancesBefore(memberId, `${next}-01`))
    const wanted = postingsOf(memberId, entries).filter(({ at }) => at.startsWith(month))
    const key = (account: string, minor: bigint, at: string) => `${at} ${account} ${minor}`
    expect(
      figures.lines.map((line) => key(line.account, line.minor, line.activity.occurredAt)).toSorted(),
    ).toEqual(wanted.map(({ account, minor, at }) => key(account, minor, at)).toSorted())
    const running = { ...figures.opening }
    for (const line of figures.lines) expect(line.balance).toBe((running[line.account] += line.minor))
  })

  it('go on from each other, and end with what the wallet holds', async () => {
    let before = noAccountBalances()
    for (const month of MONTHS) {
      const figures = await statementFigures(models.pool, memberId, month)
      expect(figures?.opening, month).toEqual(before)
      before = { ...before, ...figures?.closing }
    }
    expect(before).toEqual(balancesBefore(memberId, '9999'))
  })
})

it('the sums are the same rows in whatever batches they were made', async () => {
  await migrateReadModels(models.url, 'again')
  const running = models.start({ schema: 'again', projections: [walletProjection] })
  await eventually(async () => {
    const { rowCount } = await models.pool.query('select from again.pass where position >= $1', [head])
    return rowCount === 1
  }, 'it has come as far')
  await running.stop()
  for (const table of ['wallet', 'wallet_day']) {
    const { rows } = await models.pool.query(
      `select * from ((table ${READ_SCHEMA}.${table} except table again.${table})
         union all (table again.${table} except table ${READ_SCHEMA}.${table})) as differing`,
    )
    expect(rows).toEqual([])
    expect((await models.pool.query(`select from ${READ_SCHEMA}.${table}`)).rowCount).toBeGreaterThan(1)
  }
})

it('no statement while the lines and the sums do not agree', async () => {
  const client = await models.pool.connect()
  try {
    await client.query(
      `update ${READ_SCHEMA}.wallet_day set in_minor = in_minor + 1
       where member_id = $1 and account = 'USD' and day = (select max(day) from ${READ_SCHEMA}.wallet_day where member_id = $1 and account = 'USD' and day < '2026-02-01')`,
      [ada],
    )
    expect(await statementFigures(models.pool, ada, '2026-01')).toBeNull()
    await client.query(
      `update ${READ_SCHEMA}.wallet_day set in_minor = in_minor - 1
       where member_id = $1 and account = 'USD' and day = (select max(day) from ${READ_SCHEMA}.wallet_day where member_id = $1 and account = 'USD' and day < '2026-02-01')`,
      [ada],
    )
    expect(await statementFigures(models.pool, ada, '2026-01')).not.toBeNull()
  } finally {
    client.release()
  }
})

describe('insights', () => {
  const now = new Date('2026-03-21T12:00:00.000Z')
  const read = async (memberId: string) =>
    insightsFrom(await daySumsOf(models.pool, memberId, firstValueDay(now)), now)

  /** Total of `wanted` over all postings, in cents: each currency rounded down. */
  const cents = (wanted: (one: ReturnType<typeof postingsOf>[number]) => bigint) => {
    const sums = noAccountBalances()
    for (const one of postingsOf(ada, entries)) sums[one.account] += wanted(one)
    return sums.USD + sums.USDC / 10_000n + (sums.YUT + sums['YUT staked']) / 100_000n
  }
  const dollars = (text: string) => BigInt(text.replace('.', ''))
  const isEarning = (type: string) => type === 'InterestPaid' || type === 'RewardsClaimed'

  it('equal the log', async () => {
    const insights = await read(ada)
    const earnedFrom = (from: string, until = '9999') =>
      cents(({ type, minor, at }) => (isEarning(type) && at >= from && at < until ? minor : 0n))
    expect(dollars(insights.total_value_usd)).toBe(cents(({ minor }) => minor))
    expect(dollars(insights.total_earnings_usd)).toBe(earnedFrom('0'))
    expect(dollars(insights.monthly_yield_usd)).toBe(earnedFrom('2026-02-20'))
    expect(dollars(insights.growth_usd)).toBe(earnedFrom('2026-03-01'))
    expect(dollars(insights.ytd_usd)).toBe(earnedFrom('2026-01-01'))
    expect(dollars(insights.ytd_usd)).toBeLessThan(dollars(insights.total_earnings_usd))
    const recent = postingsOf(ada, entries).filter(
      ({ at, account }) => at >= '2026-02-20' && account !== 'YUT staked',
    )
    expect(insights.recent_activity.transactions).toBe(recent.length)
    expect(dollars(insights.recent_activity.volume_usd)).toBe(
      cents(({ at, account, minor }) =>
        at >= '2026-02-20' && account !== 'YUT staked' ? (minor < 0n ? -minor : minor) : 0n,
      ),
    )
    expect(dollars(insights.deposits_30_days_usd)).toBe(
      cents(({ type, at, minor }) => (type === 'DepositCredited' && at >= '2026-02-20' ? minor : 0n)),
    )
    expect(insights.months.map(({ month }) => month)).toEqual(MONTHS.slice(1, 6))
    for (const [i, month] of insights.months.entries()) {
      const next = MONTHS[i + 2] ?? ''
      expect(dollars(month.earnings_usd)).toBe(earnedFrom(month.month, next))
      const closing = balancesBefore(ada, `${next}-01`)
      expect(dollars(month.closing_value_usd)).toBe(
        closing.USD + closing.USDC / 10_000n + (closing.YUT + closing['YUT staked']) / 100_000n,
      )
    }
    expect(insights.months.at(-1)?.closing_value_usd).toBe(insights.total_value_usd)
    expect(insights.days).toHaveLength(90)
    for (const { day, value_usd: value } of insights.days) {
      const closing = balancesBefore(ada, addDays(day, 1))
      expect(dollars(value)).toBe(
        closing.USD + closing.USDC / 10_000n + (closing.YUT + closing['YUT staked']) / 100_000n,
      )
    }
    expect(insights.days.at(-1)?.value_usd).toBe(insights.total_value_usd)
  })

  it('of a member without a wallet are zero', async () => {
    const insights = await read(memberNamed('nobody'))
    expect(insights).toMatchObject({
      total_value_usd: '0.00',
      monthly_yield_percent: '0.00',
      blended_apy_percent: '0.00',
      utility_offset_usd: '0.00',
      recent_activity: { days: 30, transactions: 0, volume_usd: '0.00' },
      months: [{ month: '2026-03', closing_value_usd: '0.00' }],
    })
  })

  it('knows every account', () => expect(Object.keys(noAccountBalances())).toEqual([...ACCOUNTS]))
})
