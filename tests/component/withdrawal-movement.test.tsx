import { LINE as BEGUN, WITHDRAWAL, type WithdrawalJson } from '../support/withdrawal-answers.ts'
import { standIn, standing, type Standing } from './support/withdrawals.ts'
import {
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
  waitFor,
} from './support/page.tsx'

const ID = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const CANCEL = /\/withdrawals\/[^/]+\/cancel$/

const LINE = { ...BEGUN, id: ID, sent_at: null, completed_at: null, note: null, report: null }

let server: Standing = standing()
opens(`/wallet/activity/${ID}`, 'barbara', {
  each: (network) => {
    server = { ...standing(), withdrawals: [WITHDRAWAL] }
    standIn(network, server)
    network.on('GET', new RegExp(`/transactions/${ID}$`), async () => Response.json(LINE))
  },
  ready: () => page.screen.findByText('Your withdrawal'),
})

/** Makes the withdrawal this, and waits until the page has asked how it stands. */
const becomes = async (more: Partial<WithdrawalJson>) => {
  server.withdrawals = [{ ...WITHDRAWAL, cancellable_until: null, ...more }]
  await refetch(/\/api\/wallet\/withdrawals\?/)
}
const cancelButton = () => page.screen.queryByRole('button', { name: 'Cancel Withdrawal' })
const pageSays = (text: string | RegExp) =>
  waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(text))
const main = () => document.querySelector('main')?.textContent ?? ''

test('one that is being prepared says until when it can be cancelled, and is cancelled after asking', async () => {
  await pageSays('Being prepared')
  await pageSays(/Until .* you can cancel it\. ?It is there by Dec 2, 2026 at the latest\./)
  await pageSays('First Example Bank, ending in 6789')
  expect(main()).not.toMatch(/Completed|Arrived/)
  const opener = await page.screen.findByRole('button', { name: 'Cancel Withdrawal' })
  await page.user.click(opener)
  await step('Cancel this withdrawal?')
  await says('$25.00')
  expect(page.network.sent('POST', CANCEL)).toEqual([])
  await press('Cancel Withdrawal')
  await step('Withdrawal Cancelled')
  await says('$25.00 is in your wallet again')
  await press('Done')
  await noDialog()
  const [sent, more] = page.network.sent('POST', CANCEL)
  expect(sent?.path).toContain(WITHDRAWAL.withdrawal_id)
  expect(more).toBeUndefined()
  await pageSays('Cancelled')
  await waitFor(() => expect(cancelButton()).toBeNull())
})

test('one that a person looks at says why, names the case, and can be cancelled', async () => {
  const reason = {
    code: 'just_received',
    message: 'Most of your money is to go to a new bank account soon after it came in.',
  }
  await becomes({ state: 'review', arrives_by: null, case_number: 41, reason })
  await pageSays('Being checked')
  await pageSays(`${reason.message}A person looks at it before it goes: it is case 41`)
  expect(cancelButton()).not.toBeNull()
})

test('one that was handed over meanwhile is not cancelled, and the page says how it stands', async () => {
  const said = 'This withdrawal was handed to the bank and cannot be cancelled any more.'
  page.network.on('POST', CANCEL, async (goOn) => {
    server.withdrawals = [{ ...WITHDRAWAL, state: 'sent', cancellable_until: null }]
    return refused(422, { error: said, code: 'withdrawal_ordered' })(goOn)
  })
  await refetch(/\/api\/wallet\/withdrawals\?/)
  await page.user.click(await page.screen.findByRole('button', { name: 'Cancel Withdrawal' }))
  await step('Cancel this withdrawal?')
  await press('Cancel Withdrawal')
  await step('That did not work')
  await says(said)
  await escape()
  await noDialog()
  await waitFor(() => expect(cancelButton()).toBeNull())
})

test('says of each later state what it means, and of none that it has arrived', async () => {
  await becomes({ state: 'sent', sent_at: '2026-11-27T12:31:00Z' })
  await pageSays('There at the latestDec 2, 2026')
  expect(cancelButton()).toBeNull()
  expect(main()).not.toMatch(/arrived|Completed/i)
  await becomes({ state: 'arrived', sent_at: '2026-11-27T12:31:00Z' })
  await pageSays('Presumed arrived')
  await pageSays('Nothing came back by Dec 2, 2026')
  const reason = { code: 'R03', message: 'The receiving bank sent it back: there is no such account (R03).' }
  await becomes({ state: 'came_back', arrives_by: null, reason })
  await pageSays('Came back')
  await pageSays(`${reason.message}The money is in your wallet again.`)
  await becomes({ state: 'sent', rail: 'ach', fell_back: true })
  await pageSays('It could not be instant')
})

test('the address of a notification leads to the page of the withdrawal, which has its Cancel', async () => {
  page.network.on('GET', /\/transactions\?.*kind=withdrawal/, async () =>
    Response.json({ transactions: [{ ...BEGUN, id: ID }], next_cursor: null }),
  )
  page.goTo(`/wallet?withdrawal=${WITHDRAWAL.withdrawal_id}`)
  await waitFor(() => expect(location.pathname).toBe(`/wallet/activity/${ID}`))
  await page.screen.findByRole('button', { name: 'Cancel Withdrawal' })
})
