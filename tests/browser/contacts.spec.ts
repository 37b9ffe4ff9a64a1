import { readFile } from 'node:fs/promises'
import { expect, type Page, test, type TestInfo } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import {
  contactsOf,
  figure,
  fillBook,
  namesOf,
  openContacts,
  opensTab,
  pressFor,
  refill,
  rowOf,
  table,
} from './support/contacts.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })
test.beforeEach(() => test.slow())

const memberOf = ({ project }: TestInfo): DemoMember =>
  project.name === 'phone' ? 'Edsger Dijkstra' : 'Alan Turing'

const FEW = [
  { name: 'Zoe Zimmer', handle: '@zoe', phone: '+12065550111', type: 'family' },
  { name: 'ann abel', handle: '@AnnA', phone: '(206) 555-0122', type: 'friend' },
  { name: 'Bob Baker', type: 'colleague', phone: 'desk 12' },
  { name: 'Café GmbH', type: 'business', phone: '+4930123456' },
] as const
const TWELVE = Array.from({ length: 12 }, (_, index) => ({
  name: `Person ${String(index + 1).padStart(2, '0')}`,
  handle: `@p${index + 1}`,
}))

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  dialog(page)
    .getByLabel('File')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('the book: figures and columns; somebody is added once, viewed, edited, copied and deleted; selected rows; a file is imported', async ({
  page,
}, info) => {
  await test.step('five figures, and the table with its specified columns, newest first', async () => {
    await openContacts(page, memberOf(info), FEW)
    for (const label of ['Active Sessions', 'Data Usage', 'Security Alerts', 'System Health'])
      await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts4')
    await expect(figure(page, 'System Health')).toContainText('Operational')
    expect(await namesOf(page)).toEqual(['Café GmbH', 'Bob Baker', 'ann abel', 'Zoe Zimmer'])
    const headers = await table(page).getByRole('columnheader').allInnerTexts()
    expect(headers.map((text) => text.trim())).toEqual([
      'Select all on this page',
      'Contact',
      'Status',
      'Activity',
      'Usage Stats',
      'Type',
      'Actions',
    ])
    const row = rowOf(page, 'ann abel')
    await expect(row).toContainText('@AnnA · +12065550122')
    await expect(row).toContainText('0 messages, 0 calls')
    await expect(row).toContainText('0 MB')
    await expect(row).toContainText('Offline')
    await expect(row).toContainText('Friend')
    await expect(page.getByRole('heading', { name: 'Live Activity' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'AI Insights' })).toBeVisible()
    await expect(page.getByText('Café GmbH was added')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Device Management' })).toHaveAttribute('href', '/devices')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('Add Contact: needs a name, stays open with what was typed when it fails, begins anew when done', async () => {
    const open = page.getByRole('button', { name: 'Add Contact' })
    await open.click()
    const name = dialog(page).getByLabel('Contact Name *')
    await expect(dialog(page).getByRole('heading', { name: 'Add Contact' })).toBeFocused()
    await expect(button(page, 'Add Contact')).toBeDisabled()
    await name.fill('   ')
    await expect(button(page, 'Add Contact')).toBeDisabled()
    await expectAccessible(page)

    await name.fill('x'.repeat(300))
    await button(page, 'Add Contact').click()
    await expect(dialog(page).getByText('The name can have at most 200 characters.')).toBeVisible()
    await name.fill('New Person 🎉')
    await dialog(page).getByLabel('Handle').fill('@new')
    await dialog(page).getByLabel('Phone Number').fill('(206) 555-0133')
    await dialog(page).getByLabel('Type').selectOption('Business')

    const failure = { error: 'This is not available right now.', code: 'database_unavailable' }
    await page.route('**/api/contacts', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: failure }) : route.fallback(),
    )
    await button(page, 'Add Contact').click()
    await expect(dialog(page).getByRole('alert')).toContainText('This is not available right now.')
    await expect(name).toHaveValue('New Person 🎉')
    await page.unroute('**/api/contacts')

    const refetched = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/contacts') && answer.request().method() === 'GET',
    )
    await button(page, 'Add Contact').click()
    await refetched
    await expect(dialog(page)).toBeHidden()
    await expect(open).toBeFocused()
    await expect(rowOf(page, 'New Person 🎉')).toContainText('@new · +12065550133')
    await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts5')
    await open.click()
    await expect(dialog(page).getByLabel('Contact Name *')).toHaveValue('')
    await expect(dialog(page).getByLabel('Phone Number')).toHaveValue('')
  })
  await test.step('an answer that was lost adds nobody twice', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add Contact' }).click()
    await dialog(page).getByLabel('Contact Name *').fill('Once only')
    await page.route('**/api/contacts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await button(page, 'Add Contact').click()
    await expect(dialog(page)).toBeHidden()
    const waiting = page.getByRole('list', { name: 'Waiting changes' })
    await expect(waiting).toContainText('Add Once only')
    await page.unrouteAll({ behavior: 'wait' })
    await expect(waiting).toHaveCount(0)
    await expect(rowOf(page, 'Once only')).toBeVisible()
    expect((await contactsOf(page)).filter(({ contact_name }) => contact_name === 'Once only')).toHaveLength(
      1,
    )
  })
  await test.step('a row can be viewed, edited, copied, saved and deleted', async () => {
    await page.getByRole('button', { name: 'View ann abel' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'ann abel' })).toBeVisible()
    await expect(dialog(page)).toContainText('+12065550122')
    await expectAccessible(page)
    await button(page, 'Edit').click()
    await expect(dialog(page).getByLabel('Handle')).toHaveValue('@AnnA')
    await dialog(page).getByLabel('Contact Name *').fill('Ann Abel-Cohen')
    await dialog(page).getByLabel('Phone Number').fill('')
    await button(page, 'Save Changes').click()
    await expect(dialog(page)).toBeHidden()
    await expect(rowOf(page, 'Ann Abel-Cohen')).not.toContainText('+1206')
    await expect(page.getByText('Ann Abel-Cohen was edited')).toBeVisible()

    await page.getByRole('button', { name: 'More for Zoe Zimmer' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export vCard' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('contacts.vcf')
    expect(await readFile(await download.path(), 'utf8')).toContain('FN:Zoe Zimmer\r\n')

    const opener = await pressFor(page, 'Delete', 'Zoe Zimmer')
    await expect(dialog(page)).toContainText('Are you sure you want to delete Zoe Zimmer?')
    await button(page, 'Cancel').click()
    await expect(opener).toBeFocused()
    await pressFor(page, 'Delete', 'Zoe Zimmer')
    await button(page, 'Delete').click()
    await expect(rowOf(page, 'Zoe Zimmer')).toBeHidden()
    await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts5')
  })
  await test.step('selected rows: all of them, exported, put into a circle, deleted', async () => {
    await refill(page, TWELVE)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    const bar = page.getByRole('region', { name: 'Selected contacts' })
    await expect(bar).toBeHidden()
    await page.getByRole('checkbox', { name: 'Select Person 12' }).check()
    await expect(bar).toContainText('1 contact selected')
    await expect(all).toHaveJSProperty('indeterminate', true)
    await all.check()
    await expect(bar).toContainText('10 contacts selected')
    await bar.getByRole('button', { name: 'Select all 12' }).click()
    await expect(bar).toContainText('12 contacts selected')
    await expectAccessible(page)

    const saved = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text.startsWith('\uFEFF"Name","Handle","Phone","Type","Added"\r\n')).toBe(true)
    expect(text).toContain(`"Person 01","'@p1","","other"`)
    expect(text.trim().split('\r\n')).toHaveLength(13)

    await bar.getByRole('button', { name: 'Add to Circle' }).click()
    await expect(dialog(page)).toContainText('You have no circles yet.')
    await button(page, 'Create Circle').click()
    await dialog(page).getByLabel('Name *').fill('Everybody')
    await button(page, 'Create Circle').click()
    await expect(dialog(page).getByRole('radio', { name: 'Everybody 0 contacts' })).toBeChecked()
    await button(page, 'Add').click()
    await expect(dialog(page)).toBeHidden()
    await opensTab(page, 'Circle Administration')
    await expect(page.getByRole('list', { name: 'Circles' })).toContainText('12 contacts')

    await opensTab(page, 'Contact Management')
    await all.check()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toContainText('Are you sure you want to delete these 10 contacts?')
    await button(page, 'Delete').click()
    await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts2')
    await expect(bar).toBeHidden()
  })
  await test.step('a file is shown before it is saved; who cannot be imported is named, and the rest is let in', async () => {
    await refill(page, FEW)
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(button(page, 'Import')).toBeDisabled()
    await chooseFile(page, 'no.csv', 'a\n1')
    await expect(dialog(page).getByRole('alert')).toContainText('one of them has to be Name')
    await chooseFile(
      page,
      'bad.csv',
      `Name,Phone,Type\n,1,friend\n${'x'.repeat(300)},,\nBo,1,enemy\nA,B,C,D\n"open,1`,
    )
    const leftOut = dialog(page).getByRole('list', { name: 'Left out' }).getByRole('listitem')
    await expect(leftOut).toHaveText([
      'Line 3Name: The name can have at most 200 characters.',
      /Line 5This line has 4 cells, the first line has 3\./,
      /Line 6A quotation mark is opened and not closed/,
    ])
    await expect(dialog(page)).toContainText('2 contacts ready to import.')
    await expect(dialog(page)).toContainText('3 will be left out')
    await expect(button(page, 'Import 2 contacts')).toBeEnabled()
    await expectAccessible(page)
    expect(await contactsOf(page)).toHaveLength(4)

    await chooseFile(
      page,
      'good.csv',
      '\uFEFFName;Handle;Phone;Type\r\nZoe Zimmer;@zoe;+12065550111;family\r\n"Jo ""J"" Müller";;(206) 555-0199;Friends\r\nליאורה;;;\r\n',
    )
    await expect(dialog(page).getByRole('status').first()).toContainText(
      '2 contacts ready to import. 1 contact you have already is left out.',
    )
    await expect(dialog(page).getByRole('table', { name: 'Preview' })).toContainText('+12065550199')
    await expectNoSidewaysScroll(page)
    await button(page, 'Import 2 contacts').click()
    await expect(dialog(page)).toBeHidden()
    await expect(rowOf(page, 'Jo "J" Müller')).toContainText('+12065550199')
    await expect(rowOf(page, 'ליאורה')).toBeVisible()
    await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts6')

    await page.getByRole('button', { name: 'Import' }).click()
    await chooseFile(
      page,
      'cards.vcf',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Carla Card\nTEL:+12065550144\nEND:VCARD\n',
    )
    await button(page, 'Import 1 contact').click()
    await expect(rowOf(page, 'Carla Card')).toContainText('+12065550144')
  })
  await test.step('long, foreign and hostile names stay in their place', async () => {
    const names = ['W'.repeat(200), 'محمد بن سلمان', '<b onclick=alert(1)>bold</b>', '👩‍👩‍👧‍👦 '.repeat(15).trim()]
    await fillBook(
      page,
      names.map((name) => ({ name })),
    )
    await lookAgain(page)
    for (const name of names) await expect(rowOf(page, name)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: `View ${names[0]}` }).click()
    await expectNoSidewaysScroll(page)
  })
})
