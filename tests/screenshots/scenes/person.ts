import { advised, credential } from '../world.ts'
import { dialog, fill, opens, press, type Scene, steps } from '../view.ts'

const dialogs: readonly Scene[] = [
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
