import { UNFAMILIAR } from '../../api/contract/open.ts'
import { operations } from '../../api/contract/operations.ts'
import { WalletInsights } from '../../api/contract/reports.ts'
import { type Activity, WalletOverview } from '../../api/contract/wallet.ts'
import { panelReady, panelText } from './support/token.ts'
import {
  changed,
  expect,
  opens,
  opensEmpty,
  page,
  refetch,
  requestLost,
  test,
  waitFor,
  within,
} from './support/page.tsx'

const WALLET = /^\/api\/wallet$/
const TRANSACTIONS = /\/wallet\/transactions/
const INSIGHTS = /\/wallet\/insights$/

opens('/wallet', 'ada')

const region = (name: string) => page.screen.getByRole('region', { name })
const growth = () => region('Portfolio Growth')
const growthHas = (text: string) => waitFor(() => expect(growth().textContent).toContain(text))

/** Figures of a year with gains and losses. */
const aYear = changed(WalletInsights, (insights) => ({
  ...insights,
  monthly_yield_usd: '12.34',
  monthly_yield_percent: '2.30',
  growth_usd: '-3.21',
  growth_percent: '-0.52',
  ytd_usd: '127.89',
  blended_apy_percent: '6.10',
  utility_offset_usd: '47.23',
  recent_activity: { days: 30, transactions: 1, volume_usd: '247.00' },
  months: [
    { month: '2026-09', earnings_usd: '1.00', deposits_usd: '100.00', closing_value_usd: '1100.50' },
    { month: '2026-10', earnings_usd: '2.00', deposits_usd: '0.00', closing_value_usd: '1300.25' },
  ],
  days: [
    { day: '2026-10-01', value_usd: '1100.50' },
    { day: '2026-10-02', value_usd: '1500.00' },
    { day: '2026-10-03', value_usd: '1300.25' },
  ],
}))

test('says when nothing could be loaded, and loads it on request', async () => {
  await opensEmpty((network) => {
    for (const path of [WALLET, TRANSACTIONS, INSIGHTS]) network.on('GET', path, requestLost)
  })
  await page.screen.findByRole('heading', { name: 'Your wallet could not be loaded' })
  await within(growth()).findByRole('heading', { name: /could not be loaded/ })
  page.network.reset()
  await page.user.click(within(growth()).getByRole('button', { name: 'Try again' }))
  await growthHas('Growth this month')
  const again = page.screen.queryAllByRole('button', { name: 'Try again' })[0]
  if (again) await page.user.click(again)
  await waitFor(() => expect(document.body.textContent).toMatch(/USD Balance\$/))
})

test('growth shows the figures under their labels, the days as a line, and the months as a table, too', async () => {
  page.network.on('GET', INSIGHTS, aYear)
  await refetch(INSIGHTS)
  await growthHas('+$127.89')
  for (const words of [
    'Growth this month',
    '-$3.21',
    '-0.52% this month',
    'Monthly Yield',
    '+$12.34',
    '+2.30% in 30 days',
    'YTD',
    'APY',
    '6.10%',
    'Recent Activity',
    '1 transaction, $247.00',
    'Utility Offset',
    '$47.23',
  ])
    expect(growth().textContent).toContain(words)
  const [, line] = within(growth()).getByTestId('portfolio-line').querySelectorAll('path')
  const heights =
    line
      ?.getAttribute('d')
      ?.match(/(?<=,)[\d.]+/g)
      ?.map(Number) ?? []
  expect(heights).toHaveLength(3)
  expect(Math.min(...heights)).toBe(heights[1])
  await page.user.click(within(growth()).getByText('Value by month as a table'))
  const rows = within(growth())
    .getAllByRole('row')
    .map((one) => one.textContent)
  expect(rows.find((row) => row.includes('September 2026'))).toContain('$1,100.50')
  expect(rows.find((row) => row.includes('October 2026'))).toContain('$1,300.25')
})

test('growth is hidden with the balances', async () => {
  expect(growth().textContent).toContain('$')
  await page.user.click(page.screen.getByRole('button', { name: 'Hide balances' }))
  await waitFor(() => expect(growth().textContent).not.toContain('$'))
  expect(within(growth()).queryByText('Value by month as a table')).toBeNull()
  await page.user.click(page.screen.getByRole('button', { name: 'Show balances' }))
})

test('all activity is filtered by currency and kind', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Transaction History' }))
  const list = () => page.screen.getByRole('list', { name: 'All activity' })
  await waitFor(list)
  await page.user.selectOptions(page.screen.getByLabelText('Currency'), 'YUT')
  await page.user.selectOptions(page.screen.getByLabelText('Kind'), 'yut_grant')
  await waitFor(() => expect(within(list()).getAllByRole('listitem')).toHaveLength(1))
  expect(list().textContent).toContain('+500.00 YUT')
  await page.user.selectOptions(page.screen.getByLabelText('Currency'), 'USDC')
  await page.screen.findByRole('heading', { name: 'Nothing matches' })
})

test('a kind of movement that only a later release knows is shown by its label, beside the others', async () => {
  const list = () => page.screen.getByRole('list', { name: 'Recent activity' })
  const TRANSACTIONS = /\/wallet\/transactions/
  page.network.on(
    'GET',
    TRANSACTIONS,
    changed(operations.listTransactions.response, ({ transactions, next_cursor }) => ({
      transactions: transactions.map((one, n): Activity =>
        n === 0
          ? { ...one, kind: UNFAMILIAR, label: 'Card payment', counterparty: null, currency: UNFAMILIAR }
          : one,
      ),
      next_cursor,
    })),
    1,
  )
  await refetch(TRANSACTIONS)
  await waitFor(() =>
    expect(within(list()).getAllByRole('listitem')[0]?.textContent).toContain('Card payment'),
  )
  expect(within(list()).getAllByRole('listitem').length).toBeGreaterThan(1)
  await refetch(TRANSACTIONS)
})

test('a wallet without deposits says so', async () => {
  page.network.on(
    'GET',
    WALLET,
    changed(WalletOverview, (wallet) => ({ ...wallet, deposits: [] })),
  )
  await refetch(WALLET)
  await within(region('Recent Transactions')).findByRole('heading', { name: 'No transactions yet' })
})

test('teases the exchange, gives insights, and its links lead on', async () => {
  await page.screen.findByRole('heading', { name: 'Currency Exchange' })
  expect(page.screen.getByText(/Your balances earn \d+\.\d+% APY together/)).toBeTruthy()
  const explorer = page.screen.getAllByRole('link', { name: /View on Blockchain/ })[0]
  expect(explorer?.getAttribute('target')).toBe('_blank')
  expect(explorer?.getAttribute('href')).toMatch(/^https:\/\/basescan\.org\//)
})

test('large amounts of the token are K and M with two decimals; an empty reserve is said', async () => {
  await panelReady()
  page.network.on(
    'GET',
    /\/yut\/balance$/,
    changed(operations.getYutBalance.response, ({ yut_balance: held }) => ({
      yut_balance: {
        ...held,
        balance: '1234.500000',
        staked_balance: '2345678.900000',
        governance_power: '999.999999',
        rewards_available: '5.000000',
        rewards_per_day: '0.000000',
        reserve_empty: true,
        accrual_paused_since: '2026-11-20T12:00:00.000Z',
      },
    })),
  )
  await refetch(/\/yut\/balance$/)
  await waitFor(() => expect(panelText()).toContain('The reward reserve is empty'))
  for (const words of ['1.23K YUT', '2.34M YUT', '999.99 votes', 'Nothing more has accrued since'])
    expect(panelText()).toContain(words)
  expect(page.screen.getByRole<HTMLButtonElement>('button', { name: 'Claim Rewards' }).disabled).toBe(true)
})

test('offline the statements are named, and why they cannot be opened', async () => {
  const links = () => within(region('Statements')).queryAllByRole('link')
  await waitFor(() => expect(links().length).toBeGreaterThan(0))
  page.network.cut()
  await waitFor(() => expect(region('Statements').textContent).toContain('go online to open one'))
  expect(links()).toEqual([])
  page.network.mend()
  await waitFor(() => expect(links().length).toBeGreaterThan(0))
})
