import { arrived, dialog, fill, opens, press, type Scene, steps, through, type Walk } from '../view.ts'
import { payableBill } from '../world.ts'

const manages = opens('Manage Portfolio')
const amount =
  (way: string, typed: string): Walk =>
  async (view) => {
    await manages(view)
    await through(view, way)
    await dialog(view.page).getByRole('textbox').first().fill(typed)
  }
const onward: Walk = (view) => through(view, 'Continue')
const fromMenu =
  (place: number): Walk =>
  async ({ page }) => {
    await page.locator('main [aria-haspopup=menu]').first().click()
    await page.getByRole('menuitem').nth(place).click()
    await dialog(page).waitFor()
    await page.waitForLoadState('networkidle')
  }
const fillsPool: Walk = steps(opens('Create Pool'), async (view) => {
  await fill(dialog(view.page), view.word('Pool Name'), 'Heating')
  await onward(view)
})
const billed: Walk = ({ call }) => payableBill(call)
/** Confirms a review; its button works only after a moment on the screen. */
const agrees =
  (english: string): Walk =>
  async (view) => {
    await through(view, english)
  }

const dialogs: readonly Scene[] = [
  { name: 'pool 1 form', path: '/investments', walk: opens('Create Pool') },
  {
    name: 'pool 1 form, mistakes',
    path: '/investments',
    walk: steps(opens('Create Pool'), onward),
  },
  {
    name: 'pool 2 review',
    path: '/investments',
    walk: steps(fillsPool, (view) => arrived(view, 'Review Your Pool')),
  },
  { name: 'pool 3 manage', path: '/investments', walk: manages },
  { name: 'pool 4 add', path: '/investments', walk: amount('Add Money', '30') },
  { name: 'pool 4 add, mistake', path: '/investments', walk: steps(amount('Add Money', '0.5'), onward) },
  { name: 'pool 5 add review', path: '/investments', walk: steps(amount('Add Money', '30'), onward) },
  {
    name: 'pool 6 added',
    path: '/investments',
    walk: steps(amount('Add Money', '30'), onward, agrees('Add Money'), (view) =>
      arrived(view, 'Money Added'),
    ),
  },
  { name: 'pool 4 withdraw', path: '/investments', walk: amount('Withdraw', '10') },
  { name: 'pool 5 withdraw review', path: '/investments', walk: steps(amount('Withdraw', '10'), onward) },
  {
    name: 'pool 5 close review',
    path: '/investments',
    walk: steps(manages, (view) => through(view, 'Close Pool')),
  },
  { name: 'pool details', path: '/investments', walk: fromMenu(0) },
  { name: 'pool settings', path: '/investments', walk: fromMenu(1) },
  { name: 'bill 1 details', path: '/investments', given: billed, walk: opens('Details') },
  { name: 'bill 2 pay', path: '/investments', given: billed, walk: opens('Pay Now') },
  {
    name: 'bill 3 paid',
    path: '/investments',
    given: billed,
    walk: steps(opens('Pay Now'), agrees('Pay Now'), (view) => arrived(view, 'Bill Paid')),
  },
]

/** Pools, movements of their money, and bills. */
export const pools: readonly Scene[] = [
  ...dialogs.map((scene): Scene => ({ ...scene, window: true })),
  {
    name: 'pool menu',
    path: '/investments',
    walk: ({ page }) => page.locator('main [aria-haspopup=menu]').first().click(),
  },
  { name: 'bill waits', path: '/investments', given: billed },
  {
    name: 'bill may use the wallet',
    path: '/investments',
    walk: async ({ page, word }) => {
      await press(page.getByRole('main'), word('May use my USD wallet'))
      await dialog(page).waitFor()
    },
    window: true,
  },
]
