import { expect, type Locator, type Page } from '@playwright/test'
import type { Circle, Contact } from '../../../api/contract/contacts.ts'
import { contactOperations } from '../../../api/contract/contact-operations.ts'
import { addSession, type DemoMember } from './members.ts'
import { lookAgain } from './pages.ts'
import { isPhone } from './wallet.ts'

/** Largest import of one call. */
const BATCH = 5_000

export interface Draft {
  readonly name: string
  readonly handle?: string
  readonly phone?: string
  readonly type?: Contact['contact_type']
}

export const contactsOf = async (page: Page): Promise<Contact[]> =>
  contactOperations.listContacts.response.parse(await (await page.request.get('/api/contacts')).json())
    .contacts

export const circlesOf = async (page: Page): Promise<Circle[]> =>
  contactOperations.listCircles.response.parse(await (await page.request.get('/api/contact-circles')).json())
    .circles

/** Replaces the signed-in member's contacts by these, the last one the newest, and removes all circles. */
export async function fillBook(page: Page, drafts: readonly Draft[]): Promise<void> {
  const present = await contactsOf(page)
  if (present.length > 0)
    await page.request.post('/api/contacts/delete', { data: { contact_ids: present.map(({ id }) => id) } })
  for (const { id } of await circlesOf(page)) await page.request.delete(`/api/contact-circles/${id}`)
  if (drafts.length > 50) {
    for (let first = 0; first < drafts.length; first += BATCH) {
      const contacts = drafts.slice(first, first + BATCH).map(({ name, handle, phone, type }, index) => ({
        line: index + 1,
        contact_name: name,
        contact_handle: handle ?? '',
        phone_number: phone ?? '',
        contact_type: type ?? '',
      }))
      const answer = await page.request.post('/api/contacts/import', { data: { contacts, commit: true } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    return
  }
  for (const { name, handle, phone, type } of drafts) {
    const data = { contact_name: name, contact_handle: handle, phone_number: phone, contact_type: type }
    const answer = await page.request.post('/api/contacts', { data })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}

/** Signs in, fills the book and opens the page. */
export async function openContacts(page: Page, member: DemoMember, drafts: readonly Draft[]): Promise<void> {
  await addSession(page.context(), member)
  await fillBook(page, drafts)
  await page.goto('/tellepathy')
  await expect(page.getByRole('heading', { level: 1, name: 'Tellepathy' })).toBeVisible()
  const first = drafts.at(-1)
  if (first && drafts.length <= 50) await expect(rowOf(page, first.name)).toBeVisible()
}

/** Replaces the contacts on the page too, which stays open. */
export async function refill(page: Page, drafts: readonly Draft[]): Promise<void> {
  await fillBook(page, drafts)
  await lookAgain(page)
  await expect(rowOf(page, drafts.at(-1)?.name ?? '')).toBeVisible()
}

export const table = (page: Page): Locator => page.getByRole('table', { name: 'Contacts' })
export const rowOf = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
/** The names on the page, from the top. */
/** Edits or deletes a contact: by the row's button, on a phone by its menu. Returns what has the focus afterwards. */
export async function pressFor(page: Page, action: 'Edit' | 'Delete', name: string): Promise<Locator> {
  const phone = isPhone(page)
  const opener = page.getByRole('button', { name: `${phone ? 'More for' : action} ${name}` })
  await opener.click()
  if (phone) await page.getByRole('menuitem', { name: action, exact: true }).click()
  return opener
}

export const namesOf = (page: Page): Promise<string[]> =>
  table(page).locator('tbody th bdi:first-child[title]').allInnerTexts()
export const figure = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).locator('xpath=../..')

export const opensTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name, selected: true })).toBeVisible()
}
