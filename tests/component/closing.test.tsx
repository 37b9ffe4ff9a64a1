import { passkeyOperations } from '../../api/contract/passkeys.ts'
import { CLOSING } from '../support/closing-answers.ts'
import { ACCOUNT } from '../support/withdrawal-answers.ts'
import { standIn, standing } from './support/withdrawals.ts'
import {
  changed,
  dialog,
  expect,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  step,
  test,
} from './support/page.tsx'

/** What the server says of a closing now. */
let now = CLOSING

opens('/profile', 'barbara', {
  each: (network) => {
    standIn(network, standing())
    network.on('GET', /\/profile\/closing$/, async () => Response.json(now))
  },
})

test('whoever closes an account sees what is paid, where to and when, and who gets the tokens, before it begins', async () => {
  const under = { begun_at: '2026-11-27T12:00:00Z', bank_account_id: ACCOUNT.id, gives_up: [] }
  page.network.on('POST', /\/profile\/closing$/, async () => {
    now = { ...CLOSING, closing: { ...under, can_be_stopped: true } }
    return Response.json({ closed: false, day: '2027-03-20' })
  })
  page.network.on('POST', /\/profile\/closing\/stop$/, async () => {
    now = CLOSING
    return Response.json({ stopped: true })
  })
  await page.user.click(await page.screen.findByRole('button', { name: 'Close account' }))
  await step('Close account')
  await dialog().findByText('$460.00')
  const said = () => page.screen.getByRole('dialog').textContent
  expect(said()).toContain('$12.00')
  expect(said()).toContain('Mar 20, 2027')
  expect(said()).toContain('deposits that can still be taken back')
  await page.user.click(await dialog().findByRole('radio', { name: new RegExp(ACCOUNT.last4) }))
  await page.user.click(dialog().getByRole('radio', { name: 'Send it to a member' }))
  await page.fill(dialog().getByLabelText('Type @barbara to confirm'), '@barbara')

  await press('Continue')
  await dialog().findByText('Name the member who gets it.')
  await page.fill(dialog().getByLabelText('Handle or e-mail address of the member'), 'grace')
  await press('Continue')
  await dialog().findByText('It goes to Grace Hopper (@grace).')
  expect(page.network.sent('POST', /\/profile\/closing$/)).toEqual([])

  await press('Close for good')
  await noDialog()
  const body = page.network.sent('POST', /\/profile\/closing$/)[0]?.body
  expect(body).toEqual({
    handle: '@barbara',
    bank_account_id: ACCOUNT.id,
    yut: { send_to: expect.stringMatching(/^did:/) },
  })
  await page.screen.findByText('Your account is closing')
  await page.user.click(await page.screen.findByRole('button', { name: 'Stop closing' }))
  await expect.poll(() => page.screen.queryByText('Your account is closing'), { timeout: 20_000 }).toBeNull()
})

test('who has to sign in again to close the account is asked before the form, and comes back into it', async () => {
  page.network.on('GET', /\/profile\/closing$/, async () => Response.json(CLOSING))
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
  await page.user.click(await page.screen.findByRole('button', { name: 'Close account' }))
  await step('Confirm it’s you')
  await dialog().findByText(/Sign in again to close your account/)
  await press('Not now')
  await noDialog()
  page.goTo('/profile?close=1')
  await step('Close account')
  await press('Keep my account')
  await noDialog()
})

test('whoever has closed the account is told that it is closed and what was erased, although the session ends first', async () => {
  now = { ...CLOSING, payout_usd: '0.00', tokens: [] }
  page.network.on('GET', /\/profile\/closing$/, async () => Response.json(now))
  page.network.on('POST', /\/profile\/closing$/, async () => {
    // The server ends the session before it answers: another read is refused meanwhile.
    page.network.on('GET', /./, refused(401, { error: 'Please sign in.', code: 'unauthorized' }))
    await refetch(/./)
    return Response.json({ closed: true, day: null })
  })
  await page.user.click(await page.screen.findByRole('button', { name: 'Close account' }))
  await step('Close account')
  await page.fill(await dialog().findByLabelText('Type @barbara to confirm'), '@barbara')
  await press('Close for good')
  await page.screen.findByRole('heading', { name: 'Your account is closed' })
  expect(page.screen.queryByText(/Was your account closed/)).toBeNull()
  await page.screen.findByText(/have been erased/)
})
