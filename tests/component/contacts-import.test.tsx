import { contactOperations } from '../../api/contract/contact-operations.ts'
import {
  alerts,
  answerLost,
  asksAnew,
  button,
  dialog,
  expect,
  field,
  noDialog,
  opens,
  page,
  press,
  requestLost,
  says,
  step,
  test,
  toast,
  waitFor,
} from './support/page.tsx'

const BOOK = /^\/api\/contacts$/
const IMPORT = /^\/api\/contacts\/import$/
/** Same as in the dialog: problems listed at most. */
const PROBLEMS_SHOWN = 50

const inBook = async () => {
  const answer = await page.network.browser.fetch('/api/contacts')
  return contactOperations.listContacts.response.parse(await answer.json()).contacts
}

// The book has exactly one contact.
opens('/tellepathy', 'donald', {
  each: async ({ browser }) => {
    const ids = (await inBook()).map(({ id }) => id)
    if (ids.length > 0) await browser.post('/api/contacts/delete', { contact_ids: ids })
    await browser.post('/api/contacts', { contact_name: 'Zoe Zimmer', contact_handle: '@zoe' })
  },
})

const open = async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Import' }))
  await step('Import Contacts')
}
const choose = (name: string, ...lines: readonly string[]) =>
  page.user.upload(field('File'), new File([lines.join('\n')], name))
const preview = () => dialog().getByRole('table', { name: 'Preview' })
const leftOut = () => dialog().getByRole('list', { name: 'Left out' })
/** Calls that save, as opposed to previews. */
const commits = () =>
  page.network.sent('POST', IMPORT).filter(({ body }) => Reflect.get(Object(body), 'commit') === true)

test('who is new is saved, who is there already is not, and who is left out is counted', async () => {
  await open()
  expect(button('Import').disabled).toBe(true)
  await choose('some.csv', 'Name,Handle,Phone', 'Zoe Zimmer,@zoe,', ',@nameless,', 'Jo Miller,,+12065550199')
  await says('1 contact ready to import. 1 contact you have already is left out.')
  await says('1 will be left out')
  expect(leftOut().textContent).toContain('Line 3')
  expect(preview().textContent).toContain('Jo Miller')
  expect(commits()).toEqual([])
  await asksAnew(BOOK, async () => {
    await press('Import 1 contact')
    await noDialog()
  })
  await toast('1 contact imported. 1 left out.')
  expect((await inBook()).map(({ contact_name: name }) => name).toSorted()).toEqual([
    'Jo Miller',
    'Zoe Zimmer',
  ])
})

test('numbers without a country code are read as those of the country that is chosen, after the file too', async () => {
  await open()
  await choose('berlin.vcf', 'BEGIN:VCARD', 'VERSION:3.0', 'FN:Erika', 'TEL:030 123456', 'END:VCARD')
  await waitFor(() => expect(preview().textContent).toContain('030 123456'))
  await page.user.selectOptions(field('Country of phone numbers'), 'Germany')
  await waitFor(() => expect(preview().textContent).toContain('+4930123456'))
  await press('Import 1 contact')
  await noDialog()
  await toast('1 contact imported.')
  const erika = (await inBook()).find(({ contact_name: name }) => name === 'Erika')
  expect(erika?.phone_number).toBe('+4930123456')
})

test('a file that is no Unicode is read as its columns suggest, and otherwise once the member has said how', async () => {
  await open()
  const latin = Uint8Array.from('Name\nJir\u00ed \u00d8eho\u00f8', (letter) => letter.charCodeAt(0))
  await page.user.upload(field('File'), new File([latin], 'windows.csv'))
  await waitFor(() => expect(preview().textContent).toContain('Jirí Øehoø'))
  await page.user.selectOptions(field('Letters of this file'), 'Central Europe (windows-1250)')
  await waitFor(() => expect(preview().textContent).toContain('Jirí Řehoř'))
  await page.user.selectOptions(field('Country of phone numbers'), 'Germany')
  await waitFor(() => expect(preview().textContent).toContain('Jirí Řehoř'))
  await choose('unicode.csv', 'Name', 'Ann')
  await waitFor(() => expect(preview().textContent).toContain('Ann'))
  expect(dialog().queryByLabelText('Letters of this file')).toBeNull()
  await press('Cancel')
})

test('a file that cannot be read takes the place of the one before, and the other way round', async () => {
  await open()
  await choose('good.csv', 'Name', 'Ann')
  await says('1 contact ready to import.')
  await choose('bad.csv', 'a', '1')
  await alerts('This file cannot be imported')
  await alerts('one of them has to be Name')
  expect(button('Import').disabled).toBe(true)
  expect(dialog().queryByRole('table', { name: 'Preview' })).toBeNull()
  await choose('good.csv', 'Name', 'Ann')
  await says('1 contact ready to import.')
  expect(dialog().queryByRole('alert')).toBeNull()
  await press('Cancel')
})

test('what could not be looked at or saved says so, and can be tried again with what was chosen', async () => {
  await open()
  page.network.on('POST', IMPORT, requestLost, 1)
  await choose('one.csv', 'Name', 'Ida')
  await alerts(/did not arrive|offline/)
  expect(button('Import').disabled).toBe(true)
  await waitFor(() => expect(field('File').disabled).toBe(false))
  await choose('one.csv', 'Name', 'Ida')
  await says('1 contact ready to import.')
  page.network.on('POST', IMPORT, requestLost, 1)
  await press('Import 1 contact')
  await alerts(/did not arrive|offline/)
  expect(preview().textContent).toContain('Ida')
  await press('Import 1 contact')
  await noDialog()
  expect((await inBook()).filter(({ contact_name: name }) => name === 'Ida')).toHaveLength(1)
})

test('what may have been saved though its answer was lost is looked at anew', async () => {
  await open()
  await choose('lost.csv', 'Name', 'Grete')
  await says('1 contact ready to import.')
  page.network.on('POST', IMPORT, answerLost, 1)
  await press('Import 1 contact')
  await alerts('The answer did not arrive, so the outcome is not known yet.')
  await says('Nothing new in this file. 1 contact you have already is left out.')
  expect(dialog().getByRole('alert').textContent).not.toContain('cannot be imported')
  expect(button('Import').disabled).toBe(true)
  expect((await inBook()).filter(({ contact_name: name }) => name === 'Grete')).toHaveLength(1)
  await press('Cancel')
})

test('of many lines at fault the first are named, and of many contacts the first are shown', async () => {
  await open()
  const names = Array.from({ length: 21 }, (_, place) => `Person ${place}`)
  const nameless = Array.from({ length: PROBLEMS_SHOWN + 2 }, (_, place) => `,@nobody${place}`)
  await choose('many.csv', 'Name,Handle', ...names.map((name) => `${name},`), ...nameless)
  await says('21 contacts ready to import.')
  await says('The first 20 as they will be saved')
  await says(`${PROBLEMS_SHOWN + 2} will be left out`)
  await says('And 2 more.')
  expect(leftOut().querySelectorAll('li')).toHaveLength(PROBLEMS_SHOWN)
  await press('Cancel')
})

test('without a connection what was looked at waits, with the reason', async () => {
  await open()
  await choose('later.csv', 'Name', 'Later')
  await says('1 contact ready to import.')
  page.network.cut()
  await says('You are offline. Importing needs a connection.')
  expect(button('Import 1 contact').disabled).toBe(true)
  page.network.mend()
  await press('Import 1 contact')
  await noDialog()
  await toast('1 contact imported.')
})

test('a file that names no column as the name asks which it is, and which the phone number', async () => {
  await open()
  await choose('people.csv', 'Kto,E-mail,Gdzie', 'Ada Lovelace,ada@a.example,+1 206 555 0142', 'Grace,,')
  const name = await waitFor(() => field('Which column is the name?'))
  expect(button('Import').disabled).toBe(true)
  expect(name.textContent).toContain('Kto, such as Ada Lovelace')
  await page.user.selectOptions(field('Which column is the phone number?'), 'Gdzie, such as +1 206 555 0142')
  await page.user.selectOptions(name, 'Kto, such as Ada Lovelace')
  await says('2 contacts ready to import.')
  expect(preview().textContent).toContain('Ada Lovelace')
  expect(preview().textContent).toContain('0142')
  await page.user.selectOptions(field('Which column is the phone number?'), 'None')
  await waitFor(() => expect(preview().textContent).not.toContain('0142'))
  // Another file that says it asks nothing.
  await choose('other.csv', 'Name,Phone', 'Bob,')
  await says('1 contact ready to import.')
  expect(dialog().queryByLabelText('Which column is the name?')).toBeNull()
})
