import { requestOperations } from '../../api/contract/requests.ts'
import { WalletOverview } from '../../api/contract/wallet.ts'
import {
  alerts,
  answerLost,
  browserOf,
  delayed,
  dialog,
  expect,
  field,
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

const Made = requestOperations.requestTransfer.response
const ids = new Map<string, string>()

opens('/wallet', 'barbara', {
  prepare: async () => {
    for (const [asker, asked, dollars, message] of [
      ['radia', '@barbara', '5000', 'Too much'],
      ['radia', '@barbara', '2', 'Lost'],
      ['radia', '@barbara', '2', 'Failed'],
      ['radia', '@barbara', '2', 'Later'],
      ['radia', '@barbara', '3', 'Taken back'],
      ['barbara', '@radia', '4', 'Refused'],
    ] as const) {
      const browser = await browserOf(asker)
      const answer = await browser.post(
        '/api/wallet/request-transfer',
        { from_user_identifier: asked, amount: dollars, message },
        { 'Idempotency-Key': crypto.randomUUID() },
      )
      expect(answer.status).toBe(201)
      ids.set(message, Made.parse(await answer.json()).request_id)
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

test('a server that failed: said so, and then what happened', async () => {
  const before = await cents()
  page.network.on('POST', RESPOND, async (goOn) => {
    await goOn()
    return Response.json({ error: 'Something went wrong.', code: 'internal_error' }, { status: 500 })
  })
  const { fault, release } = delayed()
  page.network.on('GET', /by-key/, fault)
  await page.user.click((await line('Failed')).getByRole('button', { name: /^Approve/ }))
  await step('Approve Request')
  await press('Approve & Pay')
  await step('Checking what happened')
  await alerts('Failed to respond to transfer request')
  await says('We are asking the server how the request stands.')
  release()
  await step('Request Approved')
  await press('Done')
  expect(await cents()).toBe(before - 200)
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

test.each([
  [
    'Taken back',
    'cancel',
    undefined,
    /^Approve/,
    'Approve & Pay',
    'Radia Perlman (@radia) no longer asks you for $3.00',
  ],
  [
    'Refused',
    'respond',
    { action: 'decline' },
    /^Cancel/,
    'Cancel Request',
    'Radia Perlman (@radia) doesn’t send you $4.00',
  ],
])(
  'what the other side has ended first is told from this side: %s',
  async (message, ending, body, open, confirm, outcome) => {
    const before = await cents()
    await page.user.click((await line(message)).getByRole('button', { name: open }))
    await waitFor(() => dialog().getByRole('button', { name: confirm }))
    const other = await browserOf('radia')
    const ended = await other.post(`/api/wallet/transfer-requests/${ids.get(message)}/${ending}`, body, {
      'Idempotency-Key': crypto.randomUUID(),
    })
    expect(ended.status).toBe(200)
    await press(confirm)
    await says(outcome)
    await says('No money was moved.')
    await press('Done')
    await noDialog()
    expect(await cents()).toBe(before)
  },
)

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

test('a request begins beside Send on a large screen too, and offers people as Send does', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Request' }))
  await step('Request Funds')
  await page.fill(field('Amount'), '5')
  await press('Continue')
  await step('Transfer Details')
  await page.fill(field('From User'), 'gra')
  const fits = within(await dialog().findByRole('list', { name: 'Contacts that fit' }))
  const [chip] = fits.getAllByRole('button', { name: /Grace Hopper/ })
  if (chip === undefined) throw new Error('nobody is offered')
  await page.user.click(chip)
  expect(field('From User').value).toBe('@grace')
})

test('a bill is split from the wallet on a large screen too', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Split a bill' }))
  await step('Split a bill')
})
