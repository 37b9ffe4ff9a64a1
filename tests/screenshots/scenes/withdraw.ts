import { operations } from '../../../api/contract/operations.ts'
import type { Withdrawal } from '../../../api/contract/withdrawals.ts'
import {
  arrived,
  cut,
  dialog,
  fill,
  hold,
  named,
  opens,
  pause,
  type Scene,
  steps,
  through,
  type Walk,
} from '../view.ts'

const ACCOUNTS = '/api/wallet/bank-accounts'
const WITHDRAWALS = '/api/wallet/withdrawals'
const FORM = '/wallet?withdraw=1&amount=25'

/** A saved account, added if there is none; it waits a day. */
const saved: Walk = async ({ call }) => {
  const { bank_accounts: accounts } = operations.listBankAccounts.response.parse(await call('GET', ACCOUNTS))
  if (accounts.length > 0) return
  await call('POST', ACCOUNTS, {
    routing_number: '110000000',
    account_number: '000123456789',
    account_holder_name: 'Ada Lovelace',
    account_type: 'checking',
  })
}

/** One that can be used: the sandbox's clock is put forward if it has to. */
const usable: Walk = async (view) => {
  await saved(view)
  const { call } = view
  const { bank_accounts: accounts } = operations.listBankAccounts.response.parse(await call('GET', ACCOUNTS))
  if (accounts.every(({ state }) => state === 'waiting'))
    await call('POST', '/api/sandbox/clock/advance', { days: 1 })
}

/** A withdrawal, made if there is none. */
const withdrawn: Walk = async (view) => {
  await usable(view)
  const { call } = view
  const { withdrawals } = operations.listWithdrawals.response.parse(await call('GET', WITHDRAWALS))
  if (withdrawals.length > 0) return
  const { bank_accounts: accounts } = operations.listBankAccounts.response.parse(await call('GET', ACCOUNTS))
  await call('POST', WITHDRAWALS, { bank_account_id: accounts[0]?.id, amount_usd: '25.00', rail: 'ach' })
}

/** Shows the member's withdrawals as if they stood like this. */
const standing =
  (more: Partial<Record<keyof Withdrawal, unknown>>): Walk =>
  ({ page }) =>
    page.route('**/api/wallet/withdrawals?*', async (route) => {
      const answer = await route.fetch()
      const list = operations.listWithdrawals.response.parse(await answer.json())
      await route.fulfill({
        json: { ...list, withdrawals: list.withdrawals.map((one) => ({ ...one, ...more })) },
      })
    })

const withoutBank: Walk = ({ page }) =>
  page.route('**/api/wallet/withdrawal-options', async (route) => {
    const answer = await route.fetch()
    const options = operations.getWithdrawalOptions.response.parse(await answer.json())
    const closed = 'Nothing can be withdrawn here: this installation is not connected to a bank.'
    await route.fulfill({ json: { ...options, closed } })
  })

const held: Walk = ({ page }) =>
  page.route('**/api/wallet/withdrawal-options', async (route) => {
    const answer = await route.fetch()
    const options = operations.getWithdrawalOptions.response.parse(await answer.json())
    const holds = [
      { amount_usd: '40.00', free_from: '2027-01-12' },
      { amount_usd: '50.00', free_from: '2027-03-20' },
    ]
    await route.fulfill({ json: { ...options, held_usd: '90.00', holds } })
  })

const open: Walk = async ({ page }) => {
  await dialog(page).waitFor()
  await page.waitForTimeout(600)
}
const onward: Walk = (view) => through(view, 'Continue')
const toReview = steps(open, onward, (view) => arrived(view, 'Confirm Withdrawal'), pause(800))

/** Opens the line of activity with which the withdrawal begins. */
const toMovement: Walk = async ({ page, word }) => {
  await page
    .getByRole('list', { name: word('Recent activity') })
    .getByRole('link', { name: named(word('Withdrawal')) })
    .first()
    .click()
  await page.getByRole('heading', { name: word('Your withdrawal') }).waitFor()
}

const reason = { code: 'R03', message: 'The receiving bank sent it back: there is no such account (R03).' }
const ended = { cancellable_until: null, arrives_by: null }

const scenes: readonly Scene[] = [
  { name: 'withdraw 1 no account', path: FORM, walk: open },
  {
    name: 'withdraw 2 new account',
    path: FORM,
    walk: steps(
      open,
      (view) => through(view, 'Add an account'),
      async ({ page, word }) => {
        await fill(dialog(page), word('Routing number'), '110000000')
        await page.waitForTimeout(800)
      },
    ),
  },
  {
    name: 'withdraw 2 new account, mistakes',
    path: FORM,
    walk: steps(
      open,
      (view) => through(view, 'Add an account'),
      async (view) => {
        await fill(dialog(view.page), view.word('Routing number'), '110000001')
        await through(view, 'Save Account')
      },
    ),
  },
  { name: 'withdraw 3 account waits', path: FORM, given: saved, walk: steps(open, onward) },
  {
    name: 'withdraw 4 details',
    path: FORM,
    given: usable,
    before: held,
    walk: open,
  },
  {
    name: 'withdraw 4 details, mistakes',
    path: '/wallet?withdraw=1&amount=9000',
    given: usable,
    walk: steps(open, onward),
  },
  {
    name: 'withdraw 4 details, offline',
    path: FORM,
    given: usable,
    walk: steps(open, async ({ page }) => {
      await page.context().setOffline(true)
      await dialog(page).getByRole('status').first().waitFor()
    }),
  },
  { name: 'withdraw 4 closed', path: FORM, before: withoutBank, walk: open },
  {
    name: 'withdraw 5 accounts',
    path: FORM,
    given: usable,
    walk: steps(
      open,
      (view) => through(view, 'Saved accounts'),
      (view) => through(view, 'Remove'),
    ),
  },
  { name: 'withdraw 6 review', path: FORM, given: usable, walk: toReview },
  {
    name: 'withdraw 7 checking',
    path: FORM,
    given: usable,
    before: steps(cut('**/api/wallet/withdrawals', 'POST'), hold('**/api/outcomes/**')),
    walk: steps(toReview, (view) => through(view, 'Withdraw Now'), pause(1_500)),
    fresh: true,
  },
  {
    name: 'withdraw 8 receipt',
    path: FORM,
    given: usable,
    walk: steps(
      toReview,
      (view) => through(view, 'Withdraw Now'),
      (view) => arrived(view, 'Withdrawal Requested'),
    ),
  },
  {
    name: 'withdraw 9 prepared',
    path: '/wallet',
    given: withdrawn,
    before: standing({ state: 'preparing', cancellable_until: '2026-12-01T10:10:00Z' }),
    walk: toMovement,
  },
  {
    name: 'withdraw 9 cancel',
    path: '/wallet',
    given: withdrawn,
    before: standing({ state: 'preparing', cancellable_until: '2026-12-01T10:10:00Z' }),
    walk: steps(toMovement, opens('Cancel Withdrawal')),
  },
  {
    name: 'withdraw 9 arrived',
    path: '/wallet',
    given: withdrawn,
    before: standing({ state: 'arrived', cancellable_until: null }),
    walk: toMovement,
  },
  {
    name: 'withdraw 9 came back',
    path: '/wallet',
    given: withdrawn,
    before: standing({ state: 'came_back', ...ended, reason }),
    walk: toMovement,
  },
  {
    name: 'withdraw 9 in the list',
    path: '/wallet',
    given: withdrawn,
    before: standing({ state: 'came_back', ...ended, reason }),
    walk: pause(800),
  },
]

/** Money that goes to a bank account: each step of the dialog, and how a withdrawal stands. */
export const withdraw: readonly Scene[] = scenes.map((scene) => ({ ...scene, window: true }))
