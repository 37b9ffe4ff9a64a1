import { expect } from 'vitest'
import { contactOperations } from '../../../api/contract/contact-operations.ts'
import { type Circle, type Contact, type SavedContact } from '../../../api/contract/contacts.ts'
import type { Browser } from '../../support/browser.ts'

const asJson = (method: string, body?: unknown, headers = {}): RequestInit => ({
  method,
  ...(body !== undefined && {
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }),
})

/** `ifMatch`: entity tag of the version that is changed. */
export const puts = (member: Browser, path: string, body: unknown, ifMatch?: string): Promise<Response> =>
  member.fetch(path, asJson('PUT', body, ifMatch === undefined ? {} : { 'If-Match': ifMatch }))
export const deletes = (member: Browser, path: string): Promise<Response> =>
  member.fetch(path, asJson('DELETE'))

const parsed = async <T>(
  response: Response,
  status: number,
  schema: { parse: (value: unknown) => T },
): Promise<T> => {
  const text = await response.text()
  expect(`${response.status} ${response.status === status ? '' : text}`).toBe(`${status} `)
  return schema.parse(JSON.parse(text))
}

export const contactsOf = async (member: Browser): Promise<Contact[]> =>
  (await parsed(await member.fetch('/api/contacts'), 200, contactOperations.listContacts.response)).contacts

export const adds = async (member: Browser, body: unknown): Promise<SavedContact> =>
  (await parsed(await member.post('/api/contacts', body), 201, contactOperations.createContact.response))
    .contact

export const circlesOf = async (member: Browser): Promise<Circle[]> =>
  (await parsed(await member.fetch('/api/contact-circles'), 200, contactOperations.listCircles.response))
    .circles

export const creates = async (member: Browser, body: unknown): Promise<Circle> =>
  (
    await parsed(
      await member.post('/api/contact-circles', body),
      201,
      contactOperations.createCircle.response,
    )
  ).circle

export const membersOf = async (member: Browser, circleId: string): Promise<SavedContact[]> =>
  (
    await parsed(
      await member.fetch(`/api/contact-circles/${circleId}/members`),
      200,
      contactOperations.listCircleMembers.response,
    )
  ).members

export const activityOf = async (member: Browser) =>
  (
    await parsed(
      await member.fetch('/api/contacts/activity'),
      200,
      contactOperations.listBookActivity.response,
    )
  ).activity

/** One line of a file. */
export const lineOf = (line: number, contact_name: string, more: Record<string, string> = {}) => ({
  line,
  contact_name,
  contact_handle: '',
  phone_number: '',
  contact_type: '',
  ...more,
})

export const imports = async (member: Browser, body: unknown) =>
  parsed(await member.post('/api/contacts/import', body), 200, contactOperations.importContacts.response)
