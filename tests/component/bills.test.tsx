import type { Bill } from '../../api/contract/bills.ts'
import { operations } from '../../api/contract/operations.ts'
import {
  changed,
  dialog,
  escape,
  expect,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  says,
  step,
  test,
  toast,
  waitFor,
  within,
} from './support/page.tsx'

opens('/investments', 'grace')

const LIST = /\/api\/bills(?:\?|$)/
/** Only the list: the auto-pay setting is read with a page of one bill. */
const ROWS = /\/api\/bills\?limit=20/

/** Put into the server's responses, because a real bill is issued only after a month has ended. */
const BILL: Bill = {
  id: '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  biller: 'tellepathy',
  biller_title: 'Tellepathy',
  period: '2026-10',
  amount_cents: 3_500,
  lines: [{ item: 'plan:standard', reference: 'Grace’s phone', amount_cents: 3_500 }],
  status: 'past_due',
  issued_at: '2026-11-01T00:00:00.000Z',
  due_on: '2026-11-08',
  auto_pay_on: '2026-11-05',
  paid_at: null,
  paid_by: null,
  legs: [],
  auto_pay_failure: {
    at: '2026-11-05T00:00:00.000Z',
    reason: 'pools_short',
    message: 'Your pools’ dividends and gains are $31.86 short.',
    missing_cents: 3_186,
  },
}

const panel = () => within(page.screen.getByRole('region', { name: 'Bills' }))
const billed = async () => {
  page.network.on(
    'GET',
    LIST,
    changed(operations.listBills.response, (list) => ({ ...list, bills: [BILL] })),
  )
  page.network.on('GET', new RegExp(`/api/bills/${BILL.id}$`), async () => Response.json({ bill: BILL }))
  await refetch(ROWS)
  await panel().findByRole('button', { name: 'Details Tellepathy, October 2026' })
}

test('a bill that is past due says so, why auto-pay has not paid it, and what it lacks', async () => {
  await billed()
  const line = panel().getByRole('list', { name: 'Bills' }).textContent
  expect(line).toContain('Past due')
  expect(line).toContain('You can still pay it.')
  expect(line).toContain('Your pools’ dividends and gains are $31.86 short.')
  await page.user.click(panel().getByRole('button', { name: /^Details/ }))
  await says('Auto-pay could not pay this bill')
  await says('$31.86 missing')
  await says('Standard plan')
  await escape()
  await noDialog()
})

test('a payment that is refused says why and can be tried again', async () => {
  await billed()
  page.network.on(
    'POST',
    /\/pay$/,
    refused(422, { error: 'Insufficient USD balance', code: 'insufficient_funds' }),
  )
  await page.user.click(panel().getByRole('button', { name: /^Pay Now/ }))
  await step('Pay Bill')
  await says('You pay$35.00')
  await press('Pay Now')
  await says(/Failed to pay the bill.*Insufficient USD balance/)
  await press('Try Again')
  await step('Pay Bill')
  const keys = page.network.sent('POST', /\/pay$/).map(({ key }) => key)
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
})

test('whether auto-pay may use the USD wallet is the member’s choice, after a review', async () => {
  const ask = (name: string) => page.user.click(panel().getByRole('button', { name }))
  await ask('May use my USD wallet')
  await step('Allow Your USD Wallet')
  page.reload()
  await page.screen.findByRole('button', { name: 'May use my USD wallet' })
  await noDialog()
  expect(page.screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  await ask('May use my USD wallet')
  await step('Allow Your USD Wallet')
  await press('Back')
  await noDialog()
  page.network.cut()
  await panel().findByText('You are offline; this can be changed when you are back.')
  page.network.mend()
  await waitFor(() => expect(panel().queryByText(/You are offline/)).toBeNull())
  await ask('May use my USD wallet')
  await step('Allow Your USD Wallet')
  await press('Allow')
  await toast('Auto-pay may now use your USD wallet')
  await noDialog()
  await panel().findByText('Auto-pay may use your USD wallet for what your pools lack.')
  await ask('Stop using it')
  await waitFor(() => dialog().getByRole('button', { name: 'Stop' }))
  await press('Stop')
  await noDialog()
  await panel().findByText('Auto-pay uses your pools only, not your USD wallet.')
})

test('what is past due stands first, and the next bill lacks no more than its own amount', async () => {
  const november: Bill = {
    ...BILL,
    id: '5f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
    period: '2026-11',
    status: 'issued',
  }
  page.network.on(
    'GET',
    LIST,
    changed(operations.listBills.response, (list) => ({ ...list, bills: [november, BILL] })),
  )
  page.network.on(
    'GET',
    /\/api\/bills\/forecast$/,
    changed(operations.getBillForecast.response, (forecast) => ({
      ...forecast,
      next: {
        bill_id: november.id,
        biller: 'tellepathy',
        biller_title: 'Tellepathy',
        period: '2026-11',
        amount_cents: 3_500,
        estimated: false,
        due_on: '2026-12-15',
        auto_pay_on: '2026-12-12',
        dividends_cents: 0,
        gains_cents: 0,
        expected_cents: 2_358,
        wallet_cents: 0,
        earlier_cents: 3_500,
        covered_by: 'nothing' as const,
        missing_cents: 1_142,
      },
    })),
  )
  await refetch(ROWS)
  await waitFor(() => {
    const bills = panel()
      .getAllByRole('button', { name: /^Details/ })
      .map(({ textContent }) => textContent)
    expect(bills).toEqual(['Details Tellepathy, October 2026', 'Details Tellepathy, November 2026'])
  })
  const next = () => page.screen.getByRole('region', { name: 'Next Bill' }).textContent
  await waitFor(() => expect(next()).toMatch(/\$35\.00 is past due.*Likely \$11\.42 short/))
})
