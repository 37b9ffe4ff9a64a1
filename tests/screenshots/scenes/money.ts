import {
  answers,
  arrived,
  lastButton,
  cut,
  dialog,
  fail,
  fill,
  hold,
  opens,
  pause,
  press,
  type Scene,
  steps,
  through,
  type View,
  type Walk,
} from '../view.ts'
import { askedByFriend, askedFriend } from '../world.ts'

const SEND = '/wallet?send=@grace&amount=12.5&currency=USD&message=Dinner'
const TRANSFER = '**/api/wallet/transfer'

const toReview: Walk = async (view) => {
  await dialog(view.page).waitFor()
  await through(view, 'Continue')
  await arrived(view, 'Confirm Transfer')
}
const sent: Walk = async (view) => {
  await toReview(view)
  await through(view, 'Send Transfer')
}

const send: readonly Scene[] = [
  { name: 'send 1 details', path: SEND, walk: ({ page }) => dialog(page).waitFor() },
  {
    name: 'send 1 details, mistakes',
    path: '/wallet?send=@nobody&amount=999999',
    walk: async (view) => {
      await dialog(view.page).waitFor()
      await through(view, 'Continue')
    },
  },
  {
    name: 'send 1 details, offline',
    path: SEND,
    walk: async ({ page }) => {
      await dialog(page).waitFor()
      await page.context().setOffline(true)
      await dialog(page).getByRole('status').first().waitFor()
    },
  },
  { name: 'send 2 review', path: SEND, walk: toReview },
  { name: 'send 3 processing', path: SEND, before: hold(TRANSFER), walk: sent, fresh: true },
  {
    name: 'send 4 checking',
    path: SEND,
    before: steps(cut(TRANSFER, 'POST'), hold('**/api/outcomes/**')),
    walk: steps(sent, pause(1_500)),
    fresh: true,
  },
  { name: 'send 5 receipt', path: SEND, walk: steps(sent, (view) => arrived(view, 'Transfer Sent')) },
  { name: 'send 6 error', path: SEND, before: fail(TRANSFER, 422, 'POST'), walk: steps(sent, pause(800)) },
]

/** Presses this button of the first request that has it. */
const answered =
  (english: string, heading: string): Walk =>
  async (view) => {
    await press(view.page.getByRole('main'), view.word(english))
    await arrived(view, heading)
  }
const incoming: Walk = ({ call, friend }) => askedByFriend(call, friend)
const outgoing: Walk = ({ call }) => askedFriend(call)
const toRequests: Walk = ({ page, word }) =>
  page.getByRole('heading', { name: word('Transfer Requests') }).scrollIntoViewIfNeeded()

const requests: readonly Scene[] = [
  {
    name: 'request 1 form',
    path: '/wallet?request=@grace&amount=20',
    walk: ({ page }) => dialog(page).waitFor(),
  },
  { name: 'request 2 waiting', path: '/wallet', given: steps(incoming, outgoing), walk: toRequests },
  {
    name: 'request 3 approve',
    path: '/wallet',
    given: incoming,
    walk: answered('Approve', 'Approve Request'),
  },
  {
    name: 'request 3 decline',
    path: '/wallet',
    given: incoming,
    walk: answered('Decline', 'Decline Request'),
  },
  { name: 'request 3 cancel', path: '/wallet', given: outgoing, walk: answered('Cancel', 'Cancel Request') },
  {
    name: 'request 4 declined',
    path: '/wallet',
    given: incoming,
    walk: async (view) => {
      await answered('Decline', 'Decline Request')(view)
      await through(view, 'Decline Request')
      await arrived(view, 'Request Declined')
    },
  },
  {
    name: 'request 4 paid',
    path: '/wallet',
    given: incoming,
    walk: async (view) => {
      await answered('Approve', 'Approve Request')(view)
      await through(view, 'Approve & Pay')
      await arrived(view, 'Request Approved')
    },
  },
  { name: 'request 5 answered', path: '/wallet', walk: toRequests },
]

const chosen =
  (method: string, amount = '25'): Walk =>
  async (view) => {
    const { page, word } = view
    await dialog(page).waitFor()
    await through(view, method)
    await fill(dialog(page), word('Amount'), amount)
  }
const onward: Walk = (view) => through(view, 'Continue')
const card =
  (number: string): Walk =>
  async ({ page }) => {
    await dialog(page).locator('select').selectOption(number)
  }
const ASKS = '4000002760003184'
const bank: Walk = async ({ page, word }) => {
  await dialog(page).locator('select').selectOption({ index: 1 })
  await fill(dialog(page), word('Account holder name'), 'Ada Lovelace')
}
const headed =
  (english: string): Walk =>
  (view) =>
    arrived(view, english)

const VALIDATION = {
  state: 'asked',
  asks: 'amounts',
  arrives_by: '2026-12-01T10:00:00Z',
  until: '2026-12-08T10:00:00Z',
  tries_left: 3,
}
const ACCOUNTS = '**/api/payments/ach/accounts'
/** Saved accounts, the first of which stands like this. */
const saved = (validation: object): Walk =>
  answers(ACCOUNTS, {
    accounts: [
      {
        payment_method_id: 'pm_1',
        last4: '6789',
        bank_name: 'Sandbox Test Bank',
        account_type: 'checking',
        sandbox: true,
        validation: { ...VALIDATION, ...validation },
      },
      {
        payment_method_id: 'pm_2',
        last4: '1116',
        bank_name: null,
        account_type: 'savings',
        sandbox: true,
      },
    ],
  })
const toAccounts = steps(chosen('Bank transfer'), onward, headed('Bank Details'))
const toCheck: Walk = steps(
  toAccounts,
  ({ page }) => dialog(page).getByRole('radio').first().check(),
  lastButton,
  pause(500),
)

const funds: readonly Scene[] = [
  { name: 'add funds 3 bank, loading', path: '/wallet?add=1', before: hold(ACCOUNTS), walk: toAccounts },
  { name: 'add funds 3 bank, saved', path: '/wallet?add=1', before: saved({}), walk: toAccounts },
  {
    name: 'add funds 3 bank, not confirmed',
    path: '/wallet?add=1',
    before: saved({ state: 'refused', asks: null }),
    walk: toAccounts,
  },
  { name: 'add funds 4 account check, two amounts', path: '/wallet?add=1', before: saved({}), walk: toCheck },
  {
    name: 'add funds 4 account check, two amounts, mistakes',
    path: '/wallet?add=1',
    before: saved({}),
    walk: steps(toCheck, lastButton),
  },
  {
    name: 'add funds 4 account check, a code',
    path: '/wallet?add=1',
    before: saved({ asks: 'code' }),
    walk: toCheck,
  },
  { name: 'add funds 1 method', path: '/wallet?add=1', walk: ({ page }) => dialog(page).waitFor() },
  { name: 'add funds 2 card', path: '/wallet?add=1', walk: chosen('Card') },
  { name: 'add funds 2 card, mistake', path: '/wallet?add=1', walk: steps(chosen('Card', '9000'), onward) },
  {
    name: 'add funds 3 card processing',
    path: '/wallet?add=1',
    before: hold('**/api/payments/stripe/**'),
    fresh: true,
    walk: steps(chosen('Card'), lastButton),
  },
  {
    name: 'add funds 4 card asks',
    path: '/wallet?add=1',
    walk: steps(chosen('Card'), card(ASKS), lastButton, headed('Confirm Payment')),
  },
  {
    name: 'add funds 5 card refused',
    path: '/wallet?add=1',
    walk: steps(
      chosen('Card'),
      card(ASKS),
      lastButton,
      headed('Confirm Payment'),
      (view) => through(view, 'Decline'),
      headed('Funds Not Added'),
    ),
  },
  {
    name: 'add funds 6 card receipt',
    path: '/wallet?add=1',
    walk: steps(chosen('Card'), lastButton, headed('Payment Successful')),
  },
  { name: 'add funds 2 bank', path: '/wallet?add=1', walk: chosen('Bank transfer') },
  {
    name: 'add funds 3 bank details, mistakes',
    path: '/wallet?add=1',
    walk: steps(chosen('Bank transfer'), onward, headed('Bank Details'), (view) =>
      through(view, 'Start Transfer'),
    ),
  },
  {
    name: 'add funds 3 bank details',
    path: '/wallet?add=1',
    walk: steps(chosen('Bank transfer'), onward, headed('Bank Details'), bank),
  },
  {
    name: 'add funds 4 bank receipt',
    path: '/wallet?add=1',
    walk: steps(
      chosen('Bank transfer'),
      onward,
      headed('Bank Details'),
      bank,
      (view) => through(view, 'Start Transfer'),
      headed('Transfer Initiated'),
    ),
  },
  {
    name: 'add funds 3 from a member, mistakes',
    path: '/wallet?add=1',
    walk: steps(chosen('Internal transfer'), onward, headed('Transfer Details'), (view) =>
      through(view, 'Send Request'),
    ),
  },
  {
    name: 'add funds 4 from a member, receipt',
    path: '/wallet?request=@grace&amount=20&message=Lunch',
    walk: steps(
      ({ page }) => dialog(page).waitFor(),
      onward,
      headed('Transfer Details'),
      (view) => through(view, 'Send Request'),
      headed('Transfer Request Sent'),
    ),
  },
]

const firstActivity = ({ page, word }: View) =>
  page
    .getByRole('list', { name: word('Recent activity') })
    .getByRole('link')
    .first()

const ofFirst =
  (english: string): Walk =>
  async (view) => {
    await firstActivity(view).click()
    await press(view.page.getByRole('main'), view.word(english))
    await dialog(view.page).waitFor()
  }

const rest: readonly Scene[] = [
  {
    name: 'payment link',
    path: '/wallet',
    walk: steps(opens('Payment Link'), pause(500)),
  },
  { name: 'payment link opened', path: '/pay/@grace?amount=12.50&currency=USD', walk: pause(500) },
  {
    name: 'payment link to oneself',
    path: '/pay/@ada?amount=12.50&currency=USD',
    walk: pause(500),
  },
  {
    name: 'movement',
    path: '/wallet',
    walk: async (view) => {
      await firstActivity(view).click()
      await view.page.getByRole('heading', { name: view.word('Details') }).waitFor()
    },
  },
  { name: 'receipt', path: '/wallet', walk: steps(ofFirst('Receipt'), pause(500)) },
  {
    name: 'movement, something is wrong',
    path: '/wallet',
    walk: ofFirst('Something is wrong'),
  },
  { name: 'request 3 block', path: '/wallet', given: incoming, walk: opens('Block') },
]

/** Money that moves: each step of each dialog. */
export const money: readonly Scene[] = [
  ...[...send, ...requests, ...funds, ...rest].map((scene): Scene => ({ ...scene, window: true })),
  {
    name: 'wallet, all activity',
    path: '/wallet',
    walk: async ({ page, word, isPhone }) => {
      if (isPhone) await press(page, word('Account Details & History'))
    },
  },
]
