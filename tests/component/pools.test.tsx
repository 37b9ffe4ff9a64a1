import { operations } from '../../api/contract/operations.ts'
import {
  answerLost,
  changed,
  denied,
  dialog,
  escape,
  expect,
  field,
  focused,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  requestLost,
  says,
  step,
  takeUp,
  test,
  waitFor,
  within,
} from './support/page.tsx'

const CREATE = /\/investments\/pools$/

/** A pool that is there before the first test, for those that create none. */
const READY = 'Ready'

opens('/investments', 'katherine', {
  prepare: async ({ browser }) => {
    const body = { pool_name: READY, initial_investment_cents: 10_000 }
    expect((await browser.post('/api/investments/pools', body)).status).toBe(201)
  },
})

const create = () => page.screen.getByRole('button', { name: 'Create Pool' })
const amount = (label: string) => dialog().getByRole<HTMLInputElement>('textbox', { name: label })
const fillPool = async (name: string, dollars = '100') => {
  await page.user.click(create())
  await step('Create Investment Pool')
  await page.fill(field('Pool Name'), name)
  await page.fill(amount('Initial Investment'), dollars)
}
const review = async () => {
  await press('Continue')
  await step('Review Your Pool')
}
const poolsNamed = async (name: string) => {
  const answer = await page.network.browser.fetch('/api/investments/pools')
  const { pools } = operations.listPools.response.parse(await answer.json())
  return pools.filter((pool) => pool.pool_name === name)
}
/** Waits for the card of a pool. */
const card = async (name: string) => {
  const heading = await page.screen.findByRole('heading', { name })
  const item = heading.closest('li')
  if (item === null) throw new Error('not in the list')
  return item
}
const keysSent = () => page.network.sent('POST', CREATE).map(({ key }) => key)

test('a pool that is refused says why and keeps what was filled in', async () => {
  await fillPool('Too much', '99000')
  await review()
  await says('Your USD balance is too low')
  await press('Create Pool')
  await step('That did not work')
  expect(dialog().getByRole('alert').textContent).toMatch(
    /Failed to create the pool.*Insufficient USD balance/,
  )
  await press('Try Again')
  expect(field('Pool Name').value).toBe('Too much')
  await page.fill(amount('Initial Investment'), '100')
  await review()
  await press('Create Pool')
  await noDialog()
  expect((await card('Too much')).textContent).toContain('$100.00')
  expect(new Set(keysSent()).size).toBe(2)
})

test('an answer that is lost: the pool is created once, and the dialog finds out', async () => {
  page.network.on('POST', CREATE, answerLost)
  await fillPool('Lost')
  await review()
  await press('Create Pool')
  await noDialog()
  await waitFor(() => expect(document.body.textContent).toContain('“Lost” was created'))
  expect(await poolsNamed('Lost')).toHaveLength(1)
  expect(keysSent()).toHaveLength(1)
})

test('a request that never arrived is repeated under its key, when the member says so', async () => {
  page.network.on('POST', CREATE, requestLost, 1)
  await fillPool('Never arrived')
  await review()
  await press('Create Pool')
  await step('Checking what happened')
  expect(dialog().queryByRole('button', { name: 'Do it again' })).toBeNull()
  await denied()
  await page.user.click(await dialog().findByRole('button', { name: 'Do it again' }))
  await noDialog()
  expect(await poolsNamed('Never arrived')).toHaveLength(1)
  expect(keysSent()).toHaveLength(2)
  expect(new Set(keysSent()).size).toBe(1)
})

test('a withdrawal that is refused says why and goes back to its form', async () => {
  await card(READY)
  page.network.on(
    'POST',
    /\/withdrawals$/,
    refused(422, {
      error: 'A bill is being paid from this pool.',
      code: 'pool_busy',
      fields: { amount_cents: 'Try less.' },
    }),
  )
  await page.user.click(page.screen.getByRole('button', { name: `Manage Portfolio of ${READY}` }))
  await step('Manage Portfolio')
  await press(/^Withdraw/)
  await page.fill(amount('Amount'), '1')
  await press('Continue')
  await step('Confirm Withdrawal')
  await press('Withdraw')
  await waitFor(() =>
    expect(dialog().getByRole('alert').textContent).toContain('A bill is being paid from this pool.'),
  )
  await press('Try Again')
  await says('Try less.')
  await focused(() => amount('Amount'))
})

test('what is half filled in outlives a reload, and closing lets it go', async () => {
  await fillPool('Half filled in', '350')
  page.reload()
  await takeUp('Continue creating “Half filled in”?')
  await step('Create Investment Pool')
  expect(field('Pool Name').value).toBe('Half filled in')
  expect(amount('Initial Investment').value).toBe('350')
  await press('Cancel')
  await noDialog()
  await focused(create)
  await page.user.click(create())
  await step('Create Investment Pool')
  expect(field('Pool Name').value).toBe('')
})

test('offline, a pool whose activity never came says so, in place of an empty list', async () => {
  await card(READY)
  const details = async () => {
    await page.user.click(page.screen.getByRole('button', { name: `Actions for ${READY}` }))
    await page.user.click(page.screen.getByRole('menuitem', { name: 'View Details' }))
    await step(READY)
  }
  page.network.on('GET', /\/activity\b/, requestLost)
  await details()
  await says('Total returns')
  await escape()
  await noDialog()
  page.network.cut()
  await details()
  await says('Total returns')
  await says(/Your activity could not be loaded.*You are offline and nothing is saved on this device yet/)
  expect(dialog().queryByRole('list', { name: 'Pool activity' })).toBeNull()
})

test('figures of gain, percentage and progress are those of the pool, progress at most 100 %', async () => {
  page.network.on(
    'GET',
    CREATE,
    changed(operations.listPools.response, ({ pools }) => ({
      pools: pools.slice(0, 1).map((pool) => ({
        ...pool,
        pool_name: 'Figures',
        total_invested_cents: 50_000,
        current_value_cents: 48_211,
        target_monthly_yield_cents: 500,
        month_yield_cents: 1_700,
        transaction_count: 12,
      })),
    })),
  )
  await refetch(CREATE)
  const { textContent } = await card('Figures')
  for (const shown of ['-$17.89', '-3.57% on $500.00 invested', '12 transactions', '100%'])
    expect(textContent).toContain(shown)
  const progress = within(await card('Figures')).getByRole('progressbar')
  expect(progress.getAttribute('aria-valuenow')).toBe('100')
  page.network.reset()
  await refetch(CREATE)
  await card(READY)
})

test('the menu of a pool by keyboard alone', async () => {
  await card(READY)
  const actions = () => page.screen.getByRole('button', { name: `Actions for ${READY}` })
  actions().focus()
  await page.user.keyboard('{ArrowDown}')
  const entry = (name: string) => page.screen.getByRole('menuitem', { name })
  await focused(() => entry('View Details'))
  await page.user.keyboard('{ArrowDown}')
  await focused(() => entry('Settings'))
  await page.user.keyboard('v')
  await focused(() => entry('View Details'))
  await page.user.keyboard('{Enter}')
  await step(READY)
  await waitFor(() =>
    expect(dialog().getByRole('list', { name: 'Pool activity' }).textContent).toContain('Pool created'),
  )
  await escape()
  await noDialog()
  await focused(actions)
})
