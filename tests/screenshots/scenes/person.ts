import { CLOSING } from '../../support/closing-answers.ts'
import { ACCOUNT } from '../../support/withdrawal-answers.ts'
import { advised, credential } from '../world.ts'
import {
  answers,
  apart,
  dialog,
  fill,
  lastButton,
  opens,
  press,
  type Scene,
  steps,
  type Walk,
} from '../view.ts'

/** An account that can be closed, or is closing. */
const closes = (more: object = {}): Walk =>
  steps(
    answers('**/api/profile/closing', { ...CLOSING, in_parts: true, ...more }),
    answers('**/api/wallet/bank-accounts', { bank_accounts: [ACCOUNT] }),
    apart,
  )

const dialogs: readonly Scene[] = [
  {
    name: 'profile Close account 2 plan',
    path: '/profile',
    before: closes(),
    walk: opens('Close account'),
  },
  {
    name: 'profile Close account 3 choices',
    path: '/profile',
    before: closes(),
    walk: steps(
      opens('Close account'),
      ({ page }) => dialog(page).getByRole('radio').nth(1).check(),
      lastButton,
    ),
  },
  {
    name: 'profile closing',
    path: '/profile',
    before: closes({
      closing: {
        begun_at: '2026-11-27T12:00:00Z',
        bank_account_id: ACCOUNT.id,
        gives_up: ['YUT'],
        can_be_stopped: true,
      },
    }),
    walk: ({ page, word }) => page.getByText(word('Your account is closing')).first().waitFor(),
  },

  { name: 'profile Share DID', path: '/profile', walk: opens('Share DID') },
  { name: 'profile Change handle', path: '/profile', walk: opens('Change handle') },
  { name: 'profile New access token', path: '/profile', walk: opens('New access token') },
  { name: 'profile Close account', path: '/profile', walk: opens('Close account') },
  { name: 'identity, nobody asked yet', path: '/identity', newcomer: true },
  {
    name: 'identity, in the sandbox',
    path: '/identity',
    newcomer: true,
    given: ({ call }) => call('POST', '/api/profile/identity-check'),
  },
  { name: 'did Issue New', path: '/did', given: ({ call }) => credential(call), walk: opens('Issue New') },
  { name: 'did View', path: '/did', given: ({ call }) => credential(call), walk: opens('View') },
  {
    name: 'dashboard Apply Optimization',
    path: '/dashboard',
    given: advised,
    walk: opens('Apply Optimization'),
  },
  { name: 'dashboard Create Circle', path: '/dashboard', walk: opens('Create Circle') },
]

/** The member's own pages and what is opened from the dashboard. */
export const person: readonly Scene[] = [
  ...dialogs.map((scene): Scene => ({ ...scene, window: true })),
  {
    name: 'profile edit',
    path: '/profile',
    walk: ({ page, word }) => press(page.getByRole('main'), word('Edit')),
  },
  {
    name: 'profile edit, mistakes',
    path: '/profile',
    walk: steps(
      ({ page, word }) => press(page.getByRole('main'), word('Edit')),
      async ({ page, word }) => {
        await fill(page.getByRole('main'), word('Website'), 'nonsense')
        await fill(page.getByRole('main'), word('Phone'), '1')
        await press(page.getByRole('main'), word('Save'))
        await dialog(page).waitFor({ state: 'detached' })
      },
    ),
  },
]
