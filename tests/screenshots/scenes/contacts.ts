import {
  dialog,
  fill,
  hold,
  lastButton,
  opens,
  pause,
  press,
  type Scene,
  steps,
  tab,
  through,
  type Walk,
} from '../view.ts'

const CIRCLES = 'Circle Administration'
const inCircles = (...english: readonly string[]): Walk => steps(tab(CIRCLES), pause(300), opens(...english))
const VCARD = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Emmy Noether\r\nTEL:+12025550123\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:\r\nTEL:+1\r\nEND:VCARD\r\n`

/** Chooses from the menu of the first contact. */
const fromMenu =
  (english: string): Walk =>
  async ({ page, word }) => {
    await press(page.getByRole('main'), word('More for {name}').replace('{name}', 'A'))
    await page.getByRole('menuitem', { name: word(english), exact: true }).click()
    await dialog(page).waitFor()
  }

const dialogs: readonly Scene[] = [
  ...['Add Contact', 'Configure', 'Import', 'View {name}'].map((name): Scene => ({
    name: `contacts ${name.replace(' {name}', '')}`,
    path: '/tellepathy',
    walk: opens(name),
  })),
  ...['Edit', 'Delete'].map((name): Scene => ({
    name: `contacts ${name}`,
    path: '/tellepathy',
    walk: (view) => (view.isPhone ? fromMenu(name) : opens(`${name} {name}`))(view),
  })),
  {
    name: 'contacts Add Contact, mistakes',
    path: '/tellepathy',
    walk: steps(opens('Add Contact'), async (view) => {
      await fill(dialog(view.page), view.word('Contact Name *'), 'x'.repeat(20))
      await fill(dialog(view.page), view.word('Handle'), 'x'.repeat(300))
      await through(view, 'Add Contact')
    }),
  },
  {
    name: 'contacts Import, looked at',
    path: '/tellepathy',
    walk: steps(opens('Import'), async ({ page }) => {
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.vcf', mimeType: 'text/vcard', buffer: Buffer.from(VCARD) })
      await page.waitForTimeout(800)
    }),
  },
  {
    name: 'contacts Import, asked for columns and letters',
    path: '/tellepathy',
    walk: steps(opens('Import'), async ({ page }) => {
      const rows = Buffer.from('Keresztn\u00e9v,Telefon\nR\u00f3bert,+36 20 123 4567\n', 'latin1')
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: rows })
      await page.waitForTimeout(800)
    }),
  },
  {
    name: 'contacts more',
    path: '/tellepathy',
    walk: async ({ page, word }) => {
      await press(page.getByRole('main'), word('More for {name}').replace('{name}', 'A'))
    },
  },
  {
    name: 'contacts ask together',
    path: '/tellepathy',
    walk: async (view) => {
      const { page, word } = view
      await fromMenu('Split')(view)
      const search = dialog(page).getByLabel(word('Search contacts'))
      for (const handle of ['@grace', '@radia']) {
        await search.fill(handle)
        await search.press('Enter')
      }
      await search.fill('a')
    },
  },
  {
    name: 'contacts ask together, asked',
    path: '/tellepathy',
    walk: async (view) => {
      const { page, word } = view
      await fromMenu('Split')(view)
      await dialog(page).getByRole('button', { name: 'Family' }).click()
      await fill(dialog(page), word('Amount for each'), '20')
      await lastButton(view)
      await page.waitForTimeout(1_500)
    },
  },
  {
    name: 'contacts, nobody matches',
    path: '/tellepathy',
    walk: async ({ page }) => {
      await page.getByRole('searchbox').first().fill('zzzz')
      await page.waitForTimeout(400)
    },
  },
  ...['Create Circle', 'Manage members of {name}', 'Edit {name}', 'Delete {name}'].map((name): Scene => ({
    name: `circles ${name.replace(/ of \{name\}| \{name\}/, '')}`,
    path: '/tellepathy',
    walk: inCircles(name),
  })),
  {
    name: 'circles saving',
    path: '/tellepathy',
    walk: steps(hold('**/api/contact-circles', 'POST'), inCircles('Create Circle'), async (view) => {
      await fill(dialog(view.page), view.word('Name *'), 'Choir')
      await through(view, 'Create Circle')
    }),
  },
]

/** Contacts and circles. */
export const contacts: readonly Scene[] = [
  ...dialogs.map((scene): Scene => ({ ...scene, window: true })),
  ...[CIRCLES, 'Analytics & Reports'].map((name): Scene => ({
    name: `contacts ${name}`,
    path: '/tellepathy',
    walk: tab(name),
  })),
  {
    name: 'contacts selected',
    path: '/tellepathy',
    walk: ({ page }) => page.getByRole('checkbox').filter({ visible: true }).nth(1).check(),
  },
]
