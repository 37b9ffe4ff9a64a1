import { beforeEach } from 'vitest'
import { ACCOUNT, WITHDRAWAL } from '../support/withdrawal-answers.ts'
import { OPTIONS, standIn, standing, type Standing } from './support/withdrawals.ts'
import { passkeyOperations } from '../../api/contract/passkeys.ts'
import {
  answerLost,
  button,
  changed,
  descriptionOf,
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

const WITHDRAW = /\/api\/wallet\/withdrawals$/
const ACCOUNTS = /\/bank-accounts$/

let server: Standing = standing()
opens('/wallet', 'barbara', { ready: () => page.screen.findByRole('button', { name: 'Withdraw' }) })
beforeEach(() => {
  server = standing()
  standIn(page.network, server)
})

const opener = () => page.screen.getByRole('button', { name: 'Withdraw' })
/** Opens the dialog, which then asks for what the server says in this test and not in the one before. */
const open = async () => {
  await page.user.click(opener())
  await step('Withdraw')
  await refetch(/withdrawal-options$/)
  await refetch(ACCOUNTS)
}
const openForm = async (amount: string) => {
  await open()
  await waitFor(() => {
    if (dialog().queryByRole('radio', { name: /Standard/ }) === null) throw new Error('no form yet')
  })
  await page.fill(field('Amount'), amount)
}
const toReview = async (amount: string) => {
  await openForm(amount)
  await press('Continue')
  await step('Confirm Withdrawal')
  await waitFor(() => expect(button('Withdraw Now').disabled).toBe(false))
}
const amountSays = (text: string | RegExp) =>
  waitFor(() => expect(descriptionOf(field('Amount'))).toMatch(text))

test('says what can leave now and, of what is held, when each part can', async () => {
  await open()
  await says('Can leave now$460.00')
  await says('Held for now$90.00')
  const held = within(await dialog().findByRole('list', { name: 'What is held' }))
  expect(held.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '$40.00 can leave from Jan 12, 2027',
    '$50.00 can leave from Mar 20, 2027',
  ])
  await says('$400.00 today, $24,500.00 this month')
})

test('shows three holds, and all on request', async () => {
  const days = ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04']
  server.options = { ...OPTIONS, holds: days.map((day) => ({ amount_usd: '1.00', free_from: day })) }
  await open()
  const held = () => dialog().getAllByRole('listitem').length
  await waitFor(() => expect(held()).toBe(3))
  await press('Show all 4')
  expect(held()).toBe(4)
})

test('adds up the holds of one day, and offers all only where there are more days', async () => {
  const holds = (
    [
      ['100.00', '2027-01-12'],
      ['200.00', '2027-01-12'],
      ['150.00', '2027-01-13'],
      ['20.00', '2027-01-14'],
    ] as const
  ).map(([amount, day]) => ({ amount_usd: amount, free_from: day }))
  server.options = { ...OPTIONS, held_usd: '470.00', holds }
  await open()
  await says('Held for now$470.00')
  const held = within(await dialog().findByRole('list', { name: 'What is held' }))
  expect(held.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '$300.00 can leave from Jan 12, 2027',
    '$150.00 can leave from Jan 13, 2027',
    '$20.00 can leave from Jan 14, 2027',
  ])
  expect(dialog().queryByRole('button', { name: /Show all/ })).toBeNull()
})

test('says of a wrong amount which rule it breaks', async () => {
  await openForm('nothing')
  await press('Continue')
  await amountSays('Enter an amount in dollars')
  await focused(() => field('Amount'))
  for (const [typed, sentence] of [
    ['0.99', /Withdraw from \$1\.00 to \$10,000\.00 at once/],
    ['10000.01', /Withdraw from \$1\.00 to \$10,000\.00 at once/],
    ['460.01', /\$460\.00 can leave now. What is held can leave later/],
    ['450', /Of \$10,000\.00 a day you have \$400\.00 left today/],
  ] as const) {
    await page.fill(field('Amount'), typed)
    await press('Continue')
    await amountSays(sentence)
  }
  await page.user.click(dialog().getByRole('radio', { name: /Instant/ }))
  await page.fill(field('Amount'), '399')
  await press('Continue')
  await amountSays(/With the fee of \$1\.50, \$398\.50 can leave now/)
  expect(page.network.sent('POST', WITHDRAW)).toEqual([])
})

test('all of it is what the chosen way can take', async () => {
  await openForm('')
  await press('All of it')
  expect(field('Amount').value).toBe('400.00')
  await page.user.click(dialog().getByRole('radio', { name: /Instant/ }))
  await press('All of it')
  expect(field('Amount').value).toBe('398.50')
})

test('reviews the account, the fee and the day; the receipt never says that it has arrived', async () => {
  await openForm('25')
  await page.user.click(dialog().getByRole('radio', { name: /Instant.*\$1\.50 · within minutes/ }))
  await press('Continue')
  await step('Confirm Withdrawal')
  await says('First Example Bank, ending in 6789')
  await says('Leaves your wallet$26.50')
  await press('Back')
  await step('Withdraw')
  await page.user.click(
    dialog().getByRole('radio', { name: /Standard.*Free · by Dec 2, 2026 at the latest/ }),
  )
  await press('Continue')
  await step('Confirm Withdrawal')
  await says('Leaves your wallet$25.00')
  await press('Withdraw Now')
  await step('Withdrawal Requested')
  await says('Being prepared')
  await says(/Until .* you can cancel it/)
  await says('It is there by Dec 2, 2026 at the latest')
  const [sent, more] = page.network.sent('POST', WITHDRAW)
  expect(sent?.body).toEqual({
    bank_account_id: ACCOUNT.id,
    amount_usd: '25',
    rail: 'ach',
    fee_usd: '0.00',
  })
  expect(sent?.key).toMatch(/^[\da-f-]{36}$/)
  expect(more).toBeUndefined()
  server.withdrawals = [
    { ...WITHDRAWAL, state: 'sent', cancellable_until: null, sent_at: '2026-11-27T12:31:00Z' },
  ]
  await refetch(/\/api\/wallet\/withdrawals\?/)
  await waitFor(() => expect(dialog().getByText('Sent')).toBeDefined())
  expect(dialog().queryByText(/you can cancel it/)).toBeNull()
  expect(dialog().queryByText(/arrived/i)).toBeNull()
  await press('Done')
  await noDialog()
  await focused(opener)
})

test('a lost answer is looked up under its key, and nothing is sent twice', async () => {
  page.network.on('POST', WITHDRAW, answerLost, 1)
  page.network.on('GET', /\/outcomes\/by-key\//, async () =>
    Response.json({ state: 'done', error: null, code: null, position: null, answer: WITHDRAWAL }),
  )
  await toReview('25')
  await press('Withdraw Now')
  await step('Withdrawal Requested')
  await says('Being prepared')
  const [sent, more] = page.network.sent('POST', WITHDRAW)
  expect(more).toBeUndefined()
  expect(page.network.sent('GET', new RegExp(`by-key/${sent?.key}$`)).length).toBeGreaterThan(0)
})

test('what the server refuses stands at its field, and the form is as it was', async () => {
  const said = 'The fee is another by now.'
  page.network.on(
    'POST',
    WITHDRAW,
    refused(422, { error: said, code: 'fee_changed', fields: { amount_usd: said } }),
  )
  await toReview('25')
  await press('Withdraw Now')
  await step('Withdrawal Refused')
  await says('No money has left your wallet.')
  await press('Try Again')
  await amountSays(said)
  expect(field('Amount').value).toBe('25')
})

test('adding an account checks the number while it is typed, and says when it can be used', async () => {
  server.accounts = []
  await open()
  await says('Add your bank account first')
  await press('Add an account')
  // The button has the same words as the heading, so the form itself is waited for.
  await dialog().findByLabelText('Account number')
  expect(field('Account holder name').value).toBe('Barbara Liskov')
  const routing = field('Routing number')
  await page.fill(routing, '1100')
  await waitFor(() => expect(descriptionOf(routing)).toMatch(/4 so far/))
  await page.fill(routing, '110000001')
  await waitFor(() => expect(descriptionOf(routing)).toMatch(/not a valid routing number/))
  expect(routing.getAttribute('aria-invalid')).toBe('true')
  await page.fill(routing, '110000000')
  await waitFor(() =>
    expect(descriptionOf(routing)).toMatch('First Example Bank; it takes no instant payments'),
  )
  await press('Save Account')
  await waitFor(() => expect(descriptionOf(field('Account number'))).toMatch(/Enter the account number/))
  await page.fill(field('Account number'), '000123456789')
  await press('Save Account')
  await step('Withdraw')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('000123456789')
  const [sent] = page.network.sent('POST', ACCOUNTS)
  expect(sent?.body).toMatchObject({ routing_number: '110000000', account_type: 'checking' })
  const waiting = await dialog().findByRole('radio', { name: /ending in 6789.*can be used from/ })
  expect(waiting).toHaveProperty('checked', true)
  await page.fill(field('Amount'), '5')
  await press('Continue')
  await says('A new account waits a day')
  expect(page.network.sent('POST', WITHDRAW)).toEqual([])
})

test('what is wrong with an account stands at its field, or above the form', async () => {
  const refusal = { error: 'The request is not valid.', code: 'invalid_request' }
  page.network.on(
    'POST',
    ACCOUNTS,
    refused(422, { ...refusal, fields: { account_number: 'This account is saved already.' } }),
    1,
  )
  await openForm('5')
  await press('Add an account')
  // The button has the same words as the heading, so the form itself is waited for.
  await dialog().findByLabelText('Account number')
  await page.fill(field('Routing number'), '110000000')
  await page.fill(field('Account number'), '000123456789')
  await press('Save Account')
  await says('This account is saved already.')
  expect(descriptionOf(field('Account number'))).toMatch(/saved already/)
  expect(field('Account number').value).toBe('000123456789')
  page.network.on('POST', ACCOUNTS, refused(422, { error: 'There are five already.', code: 'too_many' }), 1)
  await press('Save Account')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toContain('There are five already.'))
  await press('Back')
  await step('Withdraw')
  await press('Add an account')
  // The button has the same words as the heading, so the form itself is waited for.
  await dialog().findByLabelText('Account number')
  expect(field('Account number').value).toBe('')
})

test('removes a saved account after asking, and says why one stays', async () => {
  await openForm('5')
  await press('Saved accounts')
  await step('Saved accounts')
  const removing = /bank-accounts\//
  await press(/^Remove/)
  await says('you add it anew and wait a day')
  expect(page.network.sent('DELETE', removing)).toEqual([])
  page.network.on(
    'DELETE',
    removing,
    refused(409, { error: 'A withdrawal to it is under way.', code: 'bank_account_in_use' }),
    1,
  )
  await press(/^Remove/)
  await says('A withdrawal to it is under way.')
  await press(/^Remove/)
  await says('No bank account is saved')
  expect(page.network.sent('DELETE', removing).at(-1)?.path).toContain(ACCOUNT.id)
  await press('Back')
  await says('Add your bank account first')
})

test('without a bank it says so, and does nothing else', async () => {
  server.options = { ...OPTIONS, closed: 'There is no bank here yet.', rails: [] }
  await open()
  await says('There is no bank here yet.')
  await refetch(/withdrawal-options$/)
  expect(
    dialog()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => text !== ''),
  ).toEqual(['Close'])
  expect(dialog().queryByLabelText('Amount')).toBeNull()
})

test('offline it shows what it knew, and why nothing can be withdrawn', async () => {
  await openForm('25')
  page.network.cut()
  await says('Withdrawing needs a connection')
  expect(button('Continue').disabled).toBe(true)
  await says('Can leave now$460.00')
  await says('First Example Bank, ending in 6789')
  await press('Saved accounts')
  await step('Saved accounts')
  await waitFor(() => expect(button(/^Remove/).disabled).toBe(true))
})

test('what was begun is offered after a reload, and not opened by itself', async () => {
  await openForm('25')
  await escape()
  await noDialog()
  await openForm('26')
  page.reload()
  await takeUp('Continue withdrawing $26.00?')
  await step('Withdraw')
  await waitFor(() => expect(field('Amount').value).toBe('26'))
})

test('its address opens it and fills it in, and never sends', async () => {
  page.goTo('/wallet?withdraw=1&amount=7')
  await step('Withdraw')
  await waitFor(() => expect(field('Amount').value).toBe('7'))
  expect(location.search).toBe('')
  expect(page.network.sent('POST', WITHDRAW)).toEqual([])
})

test('works by the keyboard alone', async () => {
  await openForm('25')
  field('Amount').focus()
  await page.user.keyboard('{Enter}')
  await step('Confirm Withdrawal')
  await waitFor(() => expect(button('Withdraw Now').disabled).toBe(false))
  await page.tabTo(() => button('Withdraw Now'))
  await page.user.keyboard('{Enter}')
  await step('Withdrawal Requested')
  await escape()
  await noDialog()
})

test('who has to sign in again for a new account is asked before the form, and comes back into it', async () => {
  page.network.on(
    'GET',
    /\/api\/passkeys$/,
    changed(passkeyOperations.listPasskeys.response, (all) => ({
      ...all,
      fresh: false,
      sign_in: true,
      passkeys: [],
    })),
  )
  page.network.on('GET', /\/redirect_url/, requestLost)
  await openForm('25')
  await press('Add an account')
  await page.screen.findByRole('heading', { name: 'Confirm it’s you' })
  await page.screen.findByText(/Sign in again to add a bank account/)
  await page.screen.findByText('We’ll bring you back here.')
  expect(page.screen.queryByLabelText('Account number')).toBeNull()
  await page.user.click(page.screen.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() =>
    expect(sessionStorage.getItem('youtility.return')).toBe('/wallet?withdraw=1&account=new&amount=25'),
  )
  page.goTo('/wallet?withdraw=1&account=new&amount=25')
  await step('Add an account')
  await press('Back')
  await waitFor(() => expect(field('Amount').value).toBe('25'))
  await escape()
  await noDialog()
})
