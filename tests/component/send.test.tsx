import { WalletOverview } from '../../api/contract/wallet.ts'
import {
  answerLost,
  asksAnew,
  button,
  denied,
  descriptionOf,
  dialog,
  escape,
  expect,
  field,
  focused,
  delayed,
  noDialog,
  opens,
  page,
  press,
  requestLost,
  says,
  step,
  takeUp,
  test,
  unreadable,
  waitFor,
  within,
} from './support/page.tsx'

const TRANSFER = /\/api\/wallet\/transfer$/
const TO = '@grace'

opens('/wallet', 'edsger', { ready: () => page.screen.findByRole('button', { name: 'Send Funds' }) })

const opener = () => page.screen.getByRole('button', { name: 'Send Funds' })
const keysSent = () => page.network.sent('POST', TRANSFER).map(({ key }) => key)

interface Details {
  readonly to?: string
  readonly amount: string
  readonly message?: string
}
const fillDetails = async ({ to = TO, amount, message }: Details) => {
  await page.user.click(opener())
  await step('Send Funds')
  await page.fill(field('Send To'), to)
  await page.fill(field('Amount'), amount)
  if (message !== undefined) await page.fill(field(/^Message/), message)
}
const goToReview = async (details: Details) => {
  await fillDetails(details)
  await press('Continue')
  await step('Confirm Transfer')
  await waitFor(() => expect(button('Send Transfer').disabled).toBe(false))
}

/** The member's dollar balance on the server, in cents. */
const cents = async (): Promise<number> => {
  const answer = await page.network.browser.fetch('/api/wallet')
  return WalletOverview.parse(await answer.json()).treasury_account?.balance.cash.usd ?? 0
}

test('sends YUT too', async () => {
  await fillDetails({ amount: '1.5' })
  await page.user.click(dialog().getByRole('radio', { name: /YUT/ }))
  await says('$0.15')
  await press('Continue')
  await step('Confirm Transfer')
  await asksAnew(/^\/api\/wallet$/, async () => {
    await press('Send Transfer')
    await says('1.50 YUT sent successfully')
  })
  await press('Done')
  const recent = page.screen.getByRole('list', { name: 'Recent activity' })
  await waitFor(() => expect(recent.firstElementChild?.textContent).toContain('-1.50 YUT'))
  expect(recent.firstElementChild?.textContent).toContain('Sent to Grace Hopper')
})

test('offers contacts for what is typed, and takes the name of one for its handle', async () => {
  const { browser } = page.network
  const added = await browser.post('/api/contacts', { contact_name: 'The Admiral', contact_handle: TO })
  expect(added.status).toBe(201)
  await fillDetails({ to: 'admi', amount: '0.25' })
  const fits = () => within(dialog().getByRole('list', { name: 'Contacts that fit' }))
  await waitFor(() => expect(fits().getByText(TO)).toBeDefined())
  await page.user.click(fits().getByText(TO))
  expect(field('Send To').value).toBe(TO)
  await page.fill(field('Send To'), 'the admiral')
  await press('Continue')
  await step('Confirm Transfer')
  await says('Grace Hopper')
  await waitFor(() => expect(button('Send Transfer').disabled).toBe(false))
  await press('Send Transfer')
  await says('sent successfully')
  await press('Done')
})

test('says that there is not enough, and leaves the balance alone', async () => {
  const before = await cents()
  await goToReview({ amount: '9,000.00' })
  await press('Send Transfer')
  await step('Transfer Failed')
  expect(dialog().getByRole('alert').textContent).toContain('Insufficient USD balance')
  await press('Try Again')
  await focused(() => field('Amount'))
  expect(field('Amount').value).toBe('9000.00')
  expect(descriptionOf(field('Amount'))).toMatch(/Insufficient USD balance/)
  await press('Cancel')
  expect(await cents()).toBe(before)
})

test('names an unknown recipient, and oneself, on the field', async () => {
  await fillDetails({ to: '@nobody_at_all', amount: '1' })
  await press('Continue')
  await waitFor(() => expect(descriptionOf(field('Send To'))).toMatch(/no member/i))
  await focused(() => field('Send To'))
  expect(field('Send To').getAttribute('aria-invalid')).toBe('true')
  await page.fill(field('Send To'), 'EDSGER@youtility.example')
  await press('Continue')
  await waitFor(() => expect(descriptionOf(field('Send To'))).toMatch(/yourself/i))
  await focused(() => field('Send To'))
})

test('checks the form by the rules of the contract before it asks anybody', async () => {
  await page.user.click(opener())
  await step('Send Funds')
  expect(button('Continue').disabled).toBe(true)
  await page.fill(field('Send To'), TO)
  expect(button('Continue').disabled).toBe(true)
  await page.fill(field('Amount'), '0.00')
  expect(button('Continue').disabled).toBe(true)
  await page.fill(field('Amount'), '1.2.3')
  expect(button('Continue').disabled).toBe(true)
  await page.user.tab()
  await waitFor(() => expect(descriptionOf(field('Amount'))).toMatch(/Enter an amount such as/))
  await page.fill(field('Amount'), '1.234')
  await press('Continue')
  await waitFor(() => expect(descriptionOf(field('Amount'))).toMatch(/at most 2 decimals/))
  await page.fill(field('Amount'), '1.23')
  await page.fill(field(/^Message/), 'x'.repeat(201))
  await says('-1 characters remaining')
  await press('Continue')
  await waitFor(() => expect(descriptionOf(field(/^Message/))).toMatch(/at most 200 characters/))
  expect(page.network.sent('POST', /./)).toEqual([])
})

test('typing stops at the limit with a word, by characters as people see them; what is pasted stays whole', async () => {
  await page.user.click(opener())
  await step('Send Funds')
  const message = () => field(/^Message/)
  await page.fill(message(), '👨‍👩‍👧'.repeat(199))
  await says('1 characters remaining')
  await page.user.type(message(), 'ab')
  expect(message().value).toBe(`${'👨‍👩‍👧'.repeat(199)}a`)
  await says('0 characters remaining. No more fits.')
  await page.user.keyboard('{Backspace}')
  await says(/1 characters remaining(?!\.)/)
  await page.fill(message(), 'x'.repeat(205))
  await page.user.type(message(), 'y')
  expect(message().value).toBe('x'.repeat(205))
  await says('-5 characters remaining')
})

test('an address takes the place of what was left unfinished, also where the form is there already', async () => {
  await fillDetails({ to: '@alan', amount: '7.00', message: 'rent' })
  page.goTo(`/wallet?send=${encodeURIComponent(TO)}&amount=1.50`)
  await step('Send Funds')
  await waitFor(() => expect(field('Send To').value).toBe(TO))
  expect(field('Amount').value).toBe('1.50')
  expect(field(/^Message/).value).toBe('')
  await press('Continue')
  await step('Confirm Transfer')
  await says('$1.50')
  expect(page.network.sent('POST', TRANSFER)).toEqual([])
})

test('a double click sends once', async () => {
  const before = await cents()
  await goToReview({ amount: '1.00' })
  await page.user.dblClick(button('Send Transfer'))
  await step('Transfer Sent')
  await press('Done')
  expect(await cents()).toBe(before - 100)
  expect(keysSent()).toHaveLength(1)
})

test('the review’s own button can’t be pressed as it comes, so that a double click on Continue agrees to nothing', async () => {
  const atFirst = new Promise<boolean>((resolve) => {
    const look = new MutationObserver(() => {
      const found = [...document.querySelectorAll('button')].find(
        (one) => one.textContent === 'Send Transfer',
      )
      if (found === undefined) return
      look.disconnect()
      resolve(found.disabled)
    })
    look.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await goToReview({ amount: '1.00' })
  expect(await atFirst).toBe(true)
  expect(keysSent()).toEqual([])
})

test('a lost answer: the money moves once and the dialog finds out', async () => {
  const before = await cents()
  page.network.on('POST', TRANSFER, answerLost)
  await goToReview({ amount: '2.00' })
  await press('Send Transfer')
  await step('Transfer Sent')
  await says('$2.00 sent successfully')
  await press('Done')
  expect(await cents()).toBe(before - 200)
  expect(keysSent()).toHaveLength(1)
})

test('a request that never arrived can be sent again, under the same key', async () => {
  const before = await cents()
  page.network.on('POST', TRANSFER, requestLost, 1)
  await goToReview({ amount: '3.00' })
  await press('Send Transfer')
  await step('Checking what happened')
  expect(dialog().queryByRole('button', { name: 'Send again' })).toBeNull()
  await denied()
  await page.user.click(await dialog().findByRole('button', { name: 'Send again' }))
  await step('Transfer Sent')
  await press('Done')
  expect(await cents()).toBe(before - 300)
  expect(keysSent()).toHaveLength(2)
  expect(new Set(keysSent()).size).toBe(1)
})

test('a reload of the details offers what was typed; closed, nothing of it comes back', async () => {
  await fillDetails({ amount: '4.00', message: 'half typed' })
  page.reload()
  await takeUp(`Continue the transfer to ${TO}?`)
  await step('Send Funds')
  expect(field('Send To').value).toBe(TO)
  expect(field('Amount').value).toBe('4.00')
  expect(field(/^Message/).value).toBe('half typed')
  await press('Cancel')
  page.reload()
  await page.screen.findByRole('button', { name: 'Send Funds' })
  expect(page.screen.queryByRole('dialog')).toBeNull()
  expect(page.screen.queryByText(/^Continue the transfer/)).toBeNull()
})

test('what was left can be discarded, and opening the form anew replaces it', async () => {
  const question = /^Continue the transfer/
  await fillDetails({ amount: '4.00' })
  page.reload()
  await page.screen.findByText(question)
  await page.user.click(page.screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(page.screen.queryByText(question)).toBeNull())
  page.reload()
  await page.screen.findByRole('button', { name: 'Send Funds' })
  expect(page.screen.queryByText(question)).toBeNull()
  await fillDetails({ amount: '4.00' })
  page.reload()
  await page.screen.findByText(question)
  await page.user.click(page.screen.getByRole('button', { name: 'Send Funds' }))
  await step('Send Funds')
  expect(field('Send To').value).toBe('')
})

test('a link to a request takes the place of the form that is open, which the page then offers', async () => {
  await fillDetails({ amount: '4.00' })
  history.pushState(history.state, '', '/wallet?request=@ada&amount=3')
  window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  await step('Request Funds')
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  await press('Cancel').catch(() => escape())
  await takeUp(`Continue the transfer to ${TO}?`)
  await step('Send Funds')
})

test('a reload of the review offers it and sends once; no draft is left behind', async () => {
  const before = await cents()
  const drafts = () => Object.keys(sessionStorage).filter((name) => name.endsWith(':send'))
  await goToReview({ amount: '5.00' })
  expect(drafts()).toHaveLength(1)
  page.reload()
  await takeUp('Continue the transfer to Grace Hopper (@grace)?')
  await step('Confirm Transfer')
  await press('Send Transfer')
  await step('Transfer Sent')
  expect(drafts()).toEqual([])
  await press('Done')
  expect(await cents()).toBe(before - 500)
  expect(keysSent()).toHaveLength(1)
})

test('a dialog that sends cannot be closed, and the page behind it keeps its money until it knows', async () => {
  const { fault, release } = delayed()
  page.network.on('POST', TRANSFER, fault)
  await goToReview({ amount: '1.00' })
  await press('Send Transfer')
  await step('Processing Transfer')
  expect(dialog().getByRole('button', { name: 'Processing...' })).toBeTruthy()
  await escape()
  await step('Processing Transfer')
  release()
  await step('Transfer Sent')
})

test('offline nothing can be sent, with the reason; what is typed stays', async () => {
  await goToReview({ amount: '7.00' })
  page.network.cut()
  await waitFor(() => expect(button('Send Transfer').disabled).toBe(true))
  expect(dialog().getByRole('status').textContent).toContain('You are offline')
  await press('Back')
  await page.fill(field('Amount'), '7.50')
  expect(button('Continue').disabled).toBe(true)
  page.network.mend()
  await waitFor(() => expect(button('Continue').disabled).toBe(false))
  expect(field('Amount').value).toBe('7.50')
})

test('the whole way by keyboard alone', async () => {
  const before = await cents()
  opener().focus()
  await page.user.keyboard('{Enter}')
  await step('Send Funds')
  await page.tabTo(() => field('Send To'))
  await page.user.keyboard(TO)
  await page.tabTo(() => field('Amount'))
  await page.user.keyboard('1.25')
  await page.tabTo(() => button('Continue'))
  await page.user.keyboard('{Enter}')
  await step('Confirm Transfer')
  await waitFor(() => expect(button('Send Transfer').disabled).toBe(false))
  await page.tabTo(() => button('Send Transfer'))
  await page.user.keyboard('{Enter}')
  await step('Transfer Sent')
  await says('To: Grace Hopper')
  await escape()
  await noDialog()
  await focused(opener)
  expect(await cents()).toBe(before - 125)
})

test('Send USD without a reason from the server says "Failed to send transfer"', async () => {
  page.network.on('POST', /\/send-transfer$/, unreadable)
  await page.user.click(page.screen.getByRole('button', { name: 'Send USD' }))
  await step('Send USD')
  await page.fill(field('Send To'), TO)
  await page.fill(field('Amount'), '2')
  await press('Continue')
  await step('Confirm Transfer')
  await press('Send Transfer')
  await step('Transfer Failed')
  expect(dialog().getByRole('alert').textContent).toBe('Failed to send transfer')
  await press('Try Again')
  expect(field('Amount').value).toBe('2')
})
