import { WalletOverview } from '../../api/contract/wallet.ts'
import { confirmedBank } from '../support/deposit-calls.ts'
import {
  answerLost,
  button,
  delayed,
  denied,
  descriptionOf,
  dialog,
  escape,
  expect,
  type Fault,
  field,
  focused,
  noDialog,
  opens,
  page,
  press,
  refused,
  requestLost,
  says,
  step,
  takeUp,
  test,
  unreadable,
  waitFor,
} from './support/page.tsx'

const INTENT = /\/create-intent$/
const DECLINED = '4000000000000002'
const ROUTING = '110000000'

opens('/wallet', 'margaret', { ready: () => page.screen.findByRole('button', { name: 'Add Funds' }) })

const addFunds = () => page.screen.getByRole('button', { name: 'Add Funds' })

type MethodName = 'Card' | 'Bank transfer' | 'Internal transfer'

/** Opens the dialog, chooses a method and types the amount. */
const goToAmount = async (method: MethodName, typed: string) => {
  await page.user.click(addFunds())
  await step('Add Funds')
  await press(new RegExp(`^${method}`))
  await page.fill(await dialog().findByLabelText('Amount'), typed)
}
const goToDetails = async (method: MethodName, typed: string) => {
  await goToAmount(method, typed)
  await press(/^(?:Continue|Pay \$[\d.]+)$/)
}
/** Where an account of the member is saved, that one is chosen. */
const otherAccount = async () => {
  await waitFor(() => expect(button('Start Transfer').disabled).toBe(false))
  const another = dialog().queryByRole('radio', { name: 'Another account' })
  if (another !== null) await page.user.click(another)
}
const fillBank = async ({ routing = ROUTING, account }: { routing?: string; account: string }) => {
  await otherAccount()
  await page.fill(field('Routing number'), routing)
  await page.fill(field('Account number'), account)
  await page.fill(field('Account holder name'), 'Margaret Hamilton')
}
/** A real refusal, caused by an invalid idempotency key, for failures that no form input can cause. */
const spoiled = (path: string, body?: unknown): Fault => {
  return () => page.network.browser.post(path, body, { 'Idempotency-Key': 'not a key' })
}

/** Count of the member's deposits with this amount and status. */
const depositsOf = async (dollars: string, status: 'completed' | 'failed'): Promise<number> => {
  const answer = await page.network.browser.fetch('/api/wallet')
  const { deposits } = WalletOverview.parse(await answer.json())
  return deposits.filter((one) => one.amount === dollars && one.status === status).length
}

test('Add USD begins with the amount by card', async () => {
  const addUsd = page.screen.getByRole('button', { name: 'Add USD' })
  await page.user.click(addUsd)
  await step('Add Funds by Card')
  await press('Back')
  await step('Add Funds')
  await press('Cancel')
  await noDialog()
  await focused(() => addUsd)
})

test('the amount is from $1 to $5,000', async () => {
  await goToAmount('Card', '')
  for (const low of ['', '0', '0.99']) {
    await page.fill(field('Amount'), low)
    expect(button('Continue').disabled).toBe(true)
  }
  for (const wrong of ['5000.01', '6000', '$9,999.00']) {
    await page.fill(field('Amount'), wrong)
    await press('Continue')
    await waitFor(() =>
      expect(descriptionOf(field('Amount'))).toMatch(/Amount must be between \$1 and \$5,000/),
    )
    await focused(() => field('Amount'))
  }
  expect(page.network.sent('POST', INTENT)).toEqual([])
})

test('a bank transfer is authorized in words before it is started, and a card is charged by a button that says how much', async () => {
  await goToDetails('Bank transfer', '33')
  await step('Bank Details')
  await waitFor(() => expect(button('Start Transfer').disabled).toBe(false))
  await says(
    'By choosing “Start Transfer” I authorize Youtility to debit $33.00 from this account by ACH, once',
  )
  await escape()
  await noDialog()
  await goToAmount('Card', '100')
  expect(button('Pay $103.20').disabled).toBe(false)
  expect(dialog().queryByRole('button', { name: 'Continue' })).toBeNull()
  await escape()
})

test('a declined card leads to the error step; Try Again to the methods; closing resets', async () => {
  await goToAmount('Card', '20')
  await page.user.selectOptions(await dialog().findByLabelText('Test card (sandbox)'), DECLINED)
  await press('Pay $20.88')
  await step('Funds Not Added')
  expect(dialog().getByRole('alert').textContent).toMatch(/Payment failed.*declined/i)
  await press('Try Again')
  await step('Add Funds')
  await press(/^Card/)
  expect(field('Amount').value).toBe('20')
  await escape()
  await noDialog()
  await goToAmount('Card', '')
  expect(field('Amount').value).toBe('')
  await escape()
  await waitFor(async () => expect(await depositsOf('20.00', 'failed')).toBe(1))
})

test('asks for all bank details and checks the routing number', async () => {
  await goToDetails('Bank transfer', '5')
  await step('Bank Details')
  await otherAccount()
  await press('Start Transfer')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toBe('Please fill in all bank details'))
  const routing = field('Routing number')
  await focused(() => routing)
  expect(routing.getAttribute('aria-invalid')).toBe('true')
  expect(routing.getAttribute('maxlength')).toBe('9')
  expect(descriptionOf(field('Account holder name'))).toMatch(/Enter the name/)
  await fillBank({ routing: '110000001', account: '000123456789' })
  await press('Start Transfer')
  await waitFor(() => expect(descriptionOf(routing)).toMatch(/not a valid routing number/))
  await press('Back')
  expect(field('Amount').value).toBe('5')
})

test('an account that cannot be saved', async () => {
  await goToDetails('Bank transfer', '5')
  await fillBank({ account: '000666666661' })
  await press('Start Transfer')
  await step('Funds Not Added')
  expect(dialog().getByRole('alert').textContent).toContain('Failed to save bank account')
})

test('what the server refuses of the bank details stands at each field, and the first has the focus', async () => {
  page.network.on(
    'POST',
    /\/save-account$/,
    refused(400, {
      error: 'The request is not valid.',
      code: 'invalid_request',
      fields: { routing_number: 'No such bank.', account_number: 'No such account.' },
    }),
  )
  await goToDetails('Bank transfer', '5')
  await fillBank({ account: '000123456789' })
  await press('Start Transfer')
  await says('No such account.')
  expect(descriptionOf(field('Routing number'))).toMatch(/No such bank/)
  await focused(() => field('Routing number'))
})

test('each failure has its words: of the card, the bank transfer, the request and the treasury account', async () => {
  const failing = async (words: string) => {
    await step('Funds Not Added')
    expect(dialog().getByRole('alert').textContent).toContain(words)
    expect(button('Try Again')).toBeTruthy()
    const [, close] = dialog().getAllByRole('button', { name: 'Close' })
    if (close) await page.user.click(close)
    await noDialog()
  }
  page.network.on('POST', INTENT, spoiled('/api/payments/stripe/create-intent', { amount: '5.00' }))
  await goToDetails('Card', '5')
  await failing('Failed to create payment intent')
  page.network.on('POST', /\/ach\/deposit$/, unreadable)
  await goToDetails('Bank transfer', '5')
  await fillBank({ account: '000123456789' })
  await press('Start Transfer')
  await failing('Failed to create ACH deposit')
  page.network.on('POST', /\/request-transfer$/, unreadable)
  await goToDetails('Internal transfer', '5')
  await page.fill(field('From User'), '@ada')
  await press('Send Request')
  await failing('Failed to create transfer request')
})

test('an answer that is lost: the payment is found by its key and made once', async () => {
  page.network.on('POST', INTENT, answerLost)
  await goToDetails('Card', '15')
  await step('Payment Successful')
  await says('$15.00 was added to your wallet')
  await says('You can send or invest it now. You can withdraw it after 120 days.')
  await press('Done')
  expect(page.network.sent('POST', INTENT)).toHaveLength(1)
  await waitFor(async () => expect(await depositsOf('15.00', 'completed')).toBe(1))
})

test('a request that never arrived is repeated on demand, under the same key', async () => {
  page.network.on('POST', INTENT, requestLost, 1)
  await goToDetails('Card', '16')
  await step('Checking what happened')
  expect(dialog().queryByRole('button', { name: 'Submit again' })).toBeNull()
  await denied()
  await page.user.click(await dialog().findByRole('button', { name: 'Submit again' }))
  await step('Payment Successful')
  await press('Done')
  const keys = page.network.sent('POST', INTENT).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await waitFor(async () => expect(await depositsOf('16.00', 'completed')).toBe(1))
})

test('a reload keeps the draft, without bank details', async () => {
  await goToDetails('Bank transfer', '33')
  await fillBank({ account: '000123456789' })
  page.reload()
  await takeUp('Continue adding $33.00?')
  await step('Bank Details')
  await press('Back')
  expect(field('Amount').value).toBe('33')
  await escape()
  await noDialog()
  page.reload()
  await page.screen.findByRole('button', { name: 'Add Funds' })
  expect(page.screen.queryByRole('dialog')).toBeNull()
})

const ACCOUNTS = /\/ach\/accounts$/
const VALIDATE = /\/accounts\/[^/]+\/validate$/
const ASKING = '000888888881'
const amounts = async (first: string, second: string) => {
  await page.fill(field('First amount'), first)
  await page.fill(field('Second amount'), second)
}

test('a bank account that asks for small deposits: typed later, wrong once, then transferred from', async () => {
  await goToDetails('Bank transfer', '34')
  await fillBank({ account: ASKING })
  await press('Start Transfer')
  await step('Confirm Your Bank Account')
  await says(/Two small deposits are on their way to Sandbox Test Bank, ending in 8881/)
  expect(page.network.sent('POST', /\/ach\/deposit$/)).toEqual([])
  await press('Confirm and Transfer')
  await waitFor(() => expect(descriptionOf(field('First amount'))).toMatch(/from 1 to 99 cents/))
  expect(page.network.sent('POST', VALIDATE)).toEqual([])
  await escape()
  await noDialog()

  // Days later: the account is in the list, and nothing of it has to be typed again.
  await goToDetails('Bank transfer', '34')
  await step('Bank Details')
  const waiting = await dialog().findByRole('radio', { name: /ending in 8881.*Waits to be confirmed/ })
  await page.user.click(waiting)
  await press('Start Transfer')
  await step('Confirm Your Bank Account')
  await amounts('32', '0.46')
  await press('Confirm and Transfer')
  await says('This is not what was sent to the account. You can try twice more.')
  await focused(() => field('First amount'))
  await amounts('$0.45', '32')
  await press('Confirm and Transfer')
  await step('Transfer Initiated')
  await press('Done')
  expect(page.network.sent('POST', VALIDATE)).toHaveLength(2)
  expect(page.network.sent('POST', /\/ach\/deposit$/)).toHaveLength(1)

  // The next transfer needs neither the details nor the amounts.
  await goToDetails('Bank transfer', '35')
  await step('Bank Details')
  await waitFor(() =>
    expect(dialog().getByRole('radio', { name: /ending in 8881$/ })).toHaveProperty('checked', true),
  )
  await press('Start Transfer')
  await step('Transfer Initiated')
  await press('Done')
})

test('a saved account is chosen however late the list of accounts comes; without the list details are typed', async () => {
  await confirmedBank(page.network.browser, '000123455551')
  const list = delayed()
  page.network.on('GET', ACCOUNTS, list.fault)
  await goToDetails('Bank transfer', '37')
  await step('Bank Details')
  expect(dialog().queryByLabelText('Routing number')).toBeNull()
  expect(button('Start Transfer').disabled).toBe(true)
  list.release()
  const saved = await dialog().findByRole('radio', { name: /ending in 5551$/ })
  expect(saved).toHaveProperty('checked', true)
  await escape()
  await noDialog()
  page.network.reset()
  page.network.on('GET', ACCOUNTS, unreadable)
  await goToDetails('Bank transfer', '37')
  await dialog().findByLabelText('Routing number')
  expect(dialog().queryByRole('radio', { name: 'Another account' })).toBeNull()
  expect(button('Start Transfer').disabled).toBe(false)
})

test('a bank account that asks for a code, and is refused after three wrong ones', async () => {
  await goToDetails('Bank transfer', '36')
  await fillBank({ account: '000999999991' })
  await press('Start Transfer')
  await step('Confirm Your Bank Account')
  await page.fill(field('Code'), 'XX11AA')
  await press('Confirm and Transfer')
  await says('The code has six letters and digits and begins with SM.')
  for (const left of ['twice', 'once']) {
    await page.fill(field('Code'), 'sm00aa')
    await press('Confirm and Transfer')
    await says(new RegExp(`You can try ${left} more`))
    await focused(() => field('Code'))
  }
  await page.fill(field('Code'), 'sm00aa')
  await press('Confirm and Transfer')
  await step('Funds Not Added')
  expect(dialog().getByRole('alert').textContent).toContain('Use another account, or add funds by card.')
  await press('Try Again')
  await press(/^Bank transfer/)
  await press('Continue')
  await step('Bank Details')
  // Nor by its details: it is refused, and until when is said.
  await fillBank({ account: '000999999991' })
  await press('Start Transfer')
  await step('Confirm Your Bank Account')
  await says('it can be tried again on')
  expect(dialog().queryByRole('button', { name: 'Confirm and Transfer' })).toBeNull()
  await escape()
  await noDialog()
})

test('the whole way by keyboard alone', async () => {
  const { user } = page
  addFunds().focus()
  await user.keyboard('{Enter}')
  await step('Add Funds')
  await page.tabTo(() => button(/^Card/))
  await user.keyboard('{Enter}')
  await step('Add Funds by Card')
  await page.tabTo(() => field('Amount'))
  await user.keyboard('2{Enter}')
  await step('Payment Successful')
  await escape()
  await noDialog()
  await focused(addFunds)
  await waitFor(async () => expect(await depositsOf('2.00', 'completed')).toBe(1))
})
