import { WalletOverview } from '../../api/contract/wallet.ts'
import {
  answerLost,
  browserOf,
  dialog,
  expect,
  noDialog,
  opens,
  page,
  press,
  says,
  step,
  test,
  waitFor,
  within,
} from './support/page.tsx'

const RESPOND = /\/respond$/

opens('/wallet', 'barbara', {
  prepare: async () => {
    const asker = await browserOf('radia')
    for (const [dollars, message] of [
      ['5000', 'Too much'],
      ['2', 'Lost'],
      ['2', 'Later'],
    ] as const) {
      const answer = await asker.post(
        '/api/wallet/request-transfer',
        { from_user_identifier: '@barbara', amount: dollars, message },
        { 'Idempotency-Key': crypto.randomUUID() },
      )
      expect(answer.status).toBe(201)
    }
  },
})

/** The line of a request that was made before the page was opened. */
const line = async (message: string) => {
  const item = (await page.screen.findByText(`“${message}”`)).closest('li')
  if (item === null) throw new Error('not in a list')
  return within(item)
}
const cents = async (): Promise<number> => {
  const answer = await page.network.browser.fetch('/api/wallet')
  return WalletOverview.parse(await answer.json()).treasury_account?.balance.cash.usd ?? 0
}

test('says that the answer failed, and why; the request stays open', async () => {
  await page.user.click((await line('Too much')).getByRole('button', { name: /^Approve/ }))
  await step('Approve Request')
  await says('Your balance is too low')
  await press('Approve & Pay')
  await waitFor(() =>
    expect(dialog().getByRole('alert').textContent).toMatch(
      /Failed to respond to transfer request.*Insufficient USD balance/,
    ),
  )
  await press('Try Again')
  await step('Approve Request')
  await press('Back')
  await noDialog()
  expect((await line('Too much')).getByRole('button', { name: /^Approve/ })).toBeTruthy()
})

test('a lost reply: paid once, and the dialog finds out', async () => {
  const before = await cents()
  page.network.on('POST', RESPOND, answerLost)
  await page.user.click((await line('Lost')).getByRole('button', { name: /^Approve/ }))
  await step('Approve Request')
  await press('Approve & Pay')
  await step('Request Approved')
  await press('Done')
  expect(await cents()).toBe(before - 200)
  expect(page.network.sent('POST', RESPOND)).toHaveLength(1)
})

test('offline answers wait for a connection, and say so', async () => {
  const approve = async () =>
    (await line('Later')).getByRole<HTMLButtonElement>('button', { name: /^Approve/ })
  expect((await approve()).disabled).toBe(false)
  page.network.cut()
  await waitFor(async () => expect((await approve()).disabled).toBe(true))
  const requests = page.screen.getByRole('region', { name: 'Transfer Requests' })
  expect(requests.textContent).toContain('You are offline')
  page.network.mend()
  await waitFor(async () => expect((await approve()).disabled).toBe(false))
})
