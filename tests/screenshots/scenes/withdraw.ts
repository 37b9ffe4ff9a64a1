import { operations } from '../../../api/contract/operations.ts'
import * as said from '../../support/withdrawal-answers.ts'
import {
  answers,
  apart,
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

const FORM = '/wallet?withdraw=1&amount=25'
const FROM = '2026-12-01T10:00:00Z'

const ACCOUNT = {
  ...said.ACCOUNT,
  holder_name: 'Ada Lovelace',
  bank_name: 'Sandbox Test Bank',
  usable_from: FROM,
  created_at: FROM,
}
const POSITION = '999999999'
const WITHDRAWAL = {
  ...said.WITHDRAWAL,
  bank_account: { ...said.WITHDRAWAL.bank_account, bank_name: ACCOUNT.bank_name },
  cancellable_until: '2026-12-01T10:10:00Z',
  arrives_by: '2026-12-04',
  created_at: FROM,
  updated_at: FROM,
  position: POSITION,
}
const LINE = { ...said.LINE, occurred_at: FROM, position: POSITION }
const ID = LINE.id

const accounts = (...all: readonly object[]): Walk =>
  answers('**/api/wallet/bank-accounts', { bank_accounts: all })
const waiting = accounts({ ...ACCOUNT, state: 'waiting' })
const usable = accounts(ACCOUNT, {
  ...ACCOUNT,
  id: '4f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  bank_name: null,
  last4: '1116',
  state: 'waiting',
})

/** The server's own options with something in them changed. */
const options =
  (more: object): Walk =>
  ({ page }) =>
    page.route('**/api/wallet/withdrawal-options', async (route) => {
      const json = operations.getWithdrawalOptions.response.parse(await (await route.fetch()).json())
      await route.fulfill({ json: { ...json, ...more } })
    })
const withoutBank = options({
  closed: 'Nothing can be withdrawn here: this installation is not connected to a bank.',
})
const held = options({
  held_usd: '90.00',
  holds: [
    { amount_usd: '40.00', free_from: '2027-01-12' },
    { amount_usd: '50.00', free_from: '2027-03-20' },
  ],
})

/** A withdrawal that stands like this, and its line in the activity. */
const standing = (more: object = {}): Walk =>
  steps(
    answers('**/api/wallet/withdrawals?*', { withdrawals: [{ ...WITHDRAWAL, ...more }], next_cursor: null }),
    answers('**/api/wallet/transactions?*', { transactions: [LINE], next_cursor: null }),
    answers(`**/api/wallet/transactions/${ID}`, {
      ...LINE,
      sent_at: null,
      completed_at: null,
      note: null,
      report: null,
    }),
    apart,
  )

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
const ODD = {
  code: 'just_received',
  message: 'Most of your money is to go to a new bank account soon after it came in.',
}
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
  { name: 'withdraw 3 account waits', path: FORM, before: waiting, walk: steps(open, onward) },
  {
    name: 'withdraw 4 details',
    path: FORM,
    before: steps(usable, held),
    walk: open,
  },
  {
    name: 'withdraw 4 details, mistakes',
    path: '/wallet?withdraw=1&amount=9000',
    before: usable,
    walk: steps(open, onward),
  },
  {
    name: 'withdraw 4 details, offline',
    path: FORM,
    before: usable,
    walk: steps(open, async ({ page }) => {
      await page.context().setOffline(true)
      await dialog(page).getByRole('status').first().waitFor()
    }),
  },
  { name: 'withdraw 4 closed', path: FORM, before: withoutBank, walk: open },
  {
    name: 'withdraw 5 accounts',
    path: FORM,
    before: usable,
    walk: steps(
      open,
      (view) => through(view, 'Saved accounts'),
      (view) => through(view, 'Remove'),
    ),
  },
  { name: 'withdraw 6 review', path: FORM, before: usable, walk: toReview },
  {
    name: 'withdraw 7 checking',
    path: FORM,
    before: steps(usable, cut('**/api/wallet/withdrawals', 'POST'), hold('**/api/outcomes/**')),
    walk: steps(toReview, (view) => through(view, 'Withdraw Now'), pause(1_500)),
    fresh: true,
  },
  {
    name: 'withdraw 8 receipt',
    path: FORM,
    before: steps(usable, standing(), answers('**/api/wallet/withdrawals', WITHDRAWAL, 'POST')),
    walk: steps(
      toReview,
      (view) => through(view, 'Withdraw Now'),
      (view) => arrived(view, 'Withdrawal Requested'),
    ),
  },
  {
    name: 'withdraw 9 prepared',
    path: '/wallet',
    before: standing(),
    walk: toMovement,
  },
  {
    name: 'withdraw 9 cancel',
    path: '/wallet',
    before: standing(),
    walk: steps(toMovement, opens('Cancel Withdrawal')),
  },
  {
    name: 'withdraw 9 arrived',
    path: '/wallet',
    before: standing({ state: 'arrived', cancellable_until: null }),
    walk: toMovement,
  },
  ...[
    { state: 'review', reason: ODD, case_number: 7 },
    { state: 'sent', cancellable_until: null, sent_at: FROM },
    { state: 'failed', ...ended, reason },
    { state: 'cancelled', ...ended },
  ].map((more): Scene => ({
    name: `withdraw 9 ${more.state}`,
    path: '/wallet',
    before: standing(more),
    walk: toMovement,
  })),
  {
    name: 'withdraw 9 came back',
    path: '/wallet',
    before: standing({ state: 'came_back', ...ended, reason }),
    walk: toMovement,
  },
  {
    name: 'withdraw 9 in the list',
    path: '/wallet',
    before: standing({ state: 'came_back', ...ended, reason }),
    walk: async ({ page, word }) => {
      const list = page.getByRole('list', { name: word('Recent activity') })
      await list.scrollIntoViewIfNeeded()
      await list.getByText(word('Came back')).waitFor()
    },
  },
]

/** Money that goes to a bank account: each step of the dialog, and how a withdrawal stands. */
export const withdraw: readonly Scene[] = scenes.map((scene) => ({ ...scene, window: true }))
