import {
  cut,
  dialog,
  fill,
  hold,
  opens,
  pause,
  press,
  type Scene,
  steps,
  tab,
  through,
  type Walk,
} from '../view.ts'
import { advised } from '../world.ts'

const PROVISION = '**/api/mvno/esim/provision'
const ordered: Walk = steps(opens('Add eSIM Device'), async (view) => {
  await fill(dialog(view.page), view.word('Device Label'), 'Travel tablet')
  await through(view, 'Add Device')
  await view.page.waitForTimeout(800)
})

const dialogs: readonly Scene[] = [
  { name: 'devices Add eSIM Device', path: '/devices', walk: opens('Add eSIM Device') },
  { name: 'devices add 2 provisioning', path: '/devices', before: hold(PROVISION), walk: ordered },
  {
    name: 'devices add 3 answer lost',
    path: '/devices',
    before: steps(cut(PROVISION, 'POST'), hold('**/api/outcomes/**')),
    walk: ordered,
    fresh: true,
  },
  { name: 'devices QR code', path: '/devices', walk: steps(opens('View QR Code'), pause(700)) },
  {
    name: 'devices QR code, asking',
    path: '/devices',
    walk: steps(hold('**/activation'), opens('View QR Code')),
  },
  { name: 'devices Edit', path: '/devices', walk: opens('Edit {name}') },
  { name: 'devices Delete', path: '/devices', walk: opens('Delete {name}') },
  { name: 'devices Change Plan', path: '/devices', walk: opens('Change Plan') },
  {
    name: 'devices Change Plan 2 warning',
    path: '/devices',
    walk: steps(opens('Change Plan'), async ({ page }) => {
      await dialog(page).locator('ul button:enabled').last().click()
      await page.waitForTimeout(300)
    }),
  },
  {
    name: 'devices more',
    path: '/devices',
    walk: ({ page }) => page.locator('main [aria-haspopup=menu]').first().click(),
  },
]

/** Devices and their tabs. */
export const devices: readonly Scene[] = [
  ...dialogs.map((scene): Scene => ({ ...scene, window: true })),
  ...['Usage & Billing', 'Network Diagnostics', 'AI Insights', 'Activity Feed'].map((name): Scene => ({
    name: `devices ${name}`,
    path: '/devices',
    walk: tab(name),
  })),
  { name: 'devices advised', path: '/devices', given: advised, walk: tab('AI Insights') },
  {
    name: 'devices diagnostics run',
    path: '/devices',
    walk: steps(tab('Network Diagnostics'), async ({ page, word }) => {
      await press(page.getByRole('tabpanel'), word('Run Diagnostics'))
      await page.waitForTimeout(1_500)
    }),
  },
]
