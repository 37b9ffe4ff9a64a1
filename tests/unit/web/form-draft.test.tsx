// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Circle, Contact } from '../../../api/contract/contacts.ts'
import { eraseEntries, eraseMembers, rememberMember } from '../../../web/data/at-rest.ts'
import { reportReached, reportUnreached } from '../../../web/data/connectivity.ts'
import { beginEpoch } from '../../../web/data/epoch.ts'
import { waitingNow } from '../../../web/data/outbox.ts'
import { closeMemberDatabase, openMemberDatabase } from '../../../web/data/stored.ts'
import { keepUnfinishedOnly } from '../../../web/data/unfinished.ts'
import { ContactDialog } from '../../../web/pages/contacts/book/contact-dialog.tsx'
import { CircleDialog } from '../../../web/pages/contacts/circles/circle-dialog.tsx'
import { hasFormDraft } from '../../../web/parts/form-draft.ts'
import { person } from '../contacts/people.ts'

// The module needs the service worker, which exists only in a build.
vi.mock('../../../web/parts/updates.ts', () => ({ useHoldUpdates: () => undefined }))

const ann = person('Ann', { contact_handle: '@ann' })
const choir: Circle = {
  id: ann.id,
  name: 'Choir',
  description: '',
  color: '#3b82f6',
  member_count: 0,
  created_at: ann.created_at,
}

let ada = ''
/** Bodies sent to the server. */
const sent: unknown[] = []
let status = 201
const signIn = async (member: string) => {
  beginEpoch()
  eraseEntries(member)
  rememberMember(member)
  await openMemberDatabase(member)
}
beforeEach(async () => {
  ada = crypto.randomUUID()
  sent.length = 0
  status = 201
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
    if (method !== 'GET' && typeof body === 'string') sent.push(JSON.parse(body))
    const answer = status === 201 ? { contact: ann } : { error: 'Not now.', code: 'busy' }
    return new Response(JSON.stringify(answer), { status })
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  reportReached()
  await signIn(ada)
})
afterEach(async () => {
  cleanup()
  // Stops the timer that checks whether the server can be reached.
  reportReached()
  closeMemberDatabase()
  await eraseMembers(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const onDone = vi.fn()
const openContact = (contact: Contact | null = null) =>
  render(<ContactDialog contact={contact} onDone={onDone} onClose={() => undefined} />)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('is there after a reload and after a session that ended by itself, wrong as it may be', async () => {
  openContact()
  type('Contact Name *', 'Emmy')
  type('Phone Number', '12')
  cleanup()
  openContact()
  expect(field('Contact Name *').value).toBe('Emmy')
  cleanup()
  await keepUnfinishedOnly(Date.now())
  await signIn(ada)
  expect(hasFormDraft('contact')).toBe(true)
  openContact()
  expect(field('Contact Name *').value).toBe('Emmy')
  expect(field('Phone Number').value).toBe('12')
  expect(field('Handle').value).toBe('')
})

it('goes when the form is given up, with a sign-out, and with another member', async () => {
  openContact()
  type('Contact Name *', 'Emmy')
  expect(hasFormDraft('contact')).toBe(true)
  press('Cancel')
  expect(hasFormDraft('contact')).toBe(false)
  type('Contact Name *', 'Emmy N')
  await eraseMembers(null)
  expect(sessionStorage.length).toBe(0)
  await signIn(ada)
  // This form belongs to a session that has ended, so its input must not be saved.
  type('Contact Name *', 'Emmy No')
  expect(sessionStorage.length).toBe(0)
  cleanup()
  openContact()
  type('Contact Name *', 'Emmy')
  cleanup()
  await signIn(crypto.randomUUID())
  expect(hasFormDraft('contact')).toBe(false)
  openContact()
  expect(field('Contact Name *').value).toBe('')
})

it('goes once it is saved, and asks for the same contact however often it is tried', async () => {
  openContact()
  type('Contact Name *', 'Emmy')
  status = 500
  press('Add Contact')
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
  cleanup()
  status = 201
  openContact()
  press('Add Contact')
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(hasFormDraft('contact')).toBe(false)
  const ids = sent.map((body) => Reflect.get(Object(body), 'id'))
  expect(ids).toEqual([ids[0], ids[0]])
})

it('keeps of an edited contact only what was changed, over what has changed elsewhere', () => {
  openContact(ann)
  type('Contact Name *', 'Anna')
  cleanup()
  openContact({ ...ann, contact_handle: '@anna' })
  expect(field('Contact Name *').value).toBe('Anna')
  expect(field('Handle').value).toBe('@anna')
  type('Contact Name *', 'Ann')
  expect(hasFormDraft(`contact:${ann.id}`)).toBe(false)
})

it('keeps a circle too', () => {
  const open = () => render(<CircleDialog circle={choir} onDone={onDone} onClose={() => undefined} />)
  open()
  type('Name *', 'Chorus')
  cleanup()
  open()
  expect(field('Name *').value).toBe('Chorus')
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('#3b82f6')
})

it('a suggested circle that is created without a connection waits, with those who would be in it', async () => {
  reportUnreached()
  const suggestion = { name: 'Family', contacts: [{ id: ann.id, name: 'Ann' }] }
  render(<CircleDialog circle={null} suggestion={suggestion} onDone={onDone} onClose={() => undefined} />)
  expect(field('Name *').value).toBe('Family')
  press('Create Circle')
  await waitFor(() =>
    expect(onDone).toHaveBeenLastCalledWith('Create the circle Family: this waits for a connection.'),
  )
  const [made, filled] = (await waitingNow()).map(({ change }) => change)
  expect(made).toMatchObject({ kind: 'add_circle', fields: { name: 'Family' } })
  expect(filled).toEqual({ kind: 'put_into_circle', id: Reflect.get(Object(made), 'id'), contacts: [ann.id] })
  expect(hasFormDraft('circle:for Family')).toBe(false)
})
