import * as z from 'zod/mini'
import { BookActivity, Circle, Contact, SavedContact } from '../../api/contract/contacts.ts'
import type { BodyInput } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { hasDocument, readDocument, writeDocument } from './cache.ts'
import { type CachedView, useCached } from './cached.ts'
import { call } from './client.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, NotModified } from './errors.ts'
import { noteChange, refreshDocument } from './refresh.ts'
import { document, type DocumentSource } from './sources.ts'
import { useLive } from './use-live.ts'

const CONTACTS = 'contacts'
const CONFIRMED = 'contacts:confirmed'

const now = (): string => new Date().toISOString()

/** As specified, a failure is told to the console; the page says it too. */
const telling = async <T>(failure: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotModified)) console.error(failure, error)
    throw error
  }
}

/** The state of the contacts that is on this device, as the server calls it. */
let here: { readonly epoch: number; readonly etag: string } | null = null

const knownTag = async (): Promise<string | undefined> =>
  here?.epoch === currentEpoch() && (await hasDocument(CONTACTS).catch(() => false)) ? here.etag : undefined

/**
 * All contacts, newest first. While nothing has changed the server answers with nothing, and the thousands
 * that are here already are neither written nor drawn again: only the time is noted.
 */
export const contactList: DocumentSource<Contact[]> = {
  key: CONTACTS,
  schema: z.array(Contact),
  load: () =>
    telling('Failed to fetch contacts', async () => {
      const epoch = currentEpoch()
      try {
        const ifNoneMatch = await knownTag()
        const { data, asOf, etag } = await call(operations.listContacts, { ifNoneMatch })
        here = etag === undefined ? null : { epoch, etag }
        return { value: data.contacts, asOf: asOf ?? now() }
      } catch (error) {
        if (error instanceof NotModified)
          await writeDocument(CONFIRMED, { value: null, asOf: error.asOf }).catch(() => undefined)
        throw error
      }
    }),
}

/** The contacts on this device, kept fresh; as of when the server said so last. */
export const useContacts = (): CachedView<Contact[]> => {
  const view = useCached(contactList)
  const confirmed = useLive(CONFIRMED, readDocument)
  const confirmedAt = confirmed?.asOf ?? ''
  return view.asOf !== null && confirmedAt > view.asOf ? { ...view, asOf: confirmedAt } : view
}

/** All circles, oldest first. */
export const circleList: DocumentSource<Circle[]> = document(
  'circles',
  z.array(Circle),
  () => telling('Failed to fetch circles', () => call(operations.listCircles, {})),
  (data) => data.circles,
)

const memberSources = new Map<string, DocumentSource<SavedContact[]>>()

/** Who is in a circle; the same source for the same circle. */
export const membersOf = (circleId: string): DocumentSource<SavedContact[]> => {
  const known = memberSources.get(circleId)
  if (known) return known
  const source = document(
    `circles:${circleId}`,
    z.array(SavedContact),
    () =>
      telling('Failed to fetch circle members', () =>
        call(operations.listCircleMembers, { params: { id: circleId } }),
      ),
    (data) => data.members,
  )
  memberSources.set(circleId, source)
  return source
}

/** What happened in the address book lately. */
export const bookActivity: DocumentSource<BookActivity[]> = document(
  'contacts:activity',
  z.array(BookActivity),
  () => telling('Failed to fetch activity', () => call(operations.listBookActivity, {})),
  (data) => data.activity,
)

/** Whether every part of the service can answer. */
export const systemHealth: DocumentSource<'ready' | 'degraded'> = {
  key: 'health',
  schema: z.enum(['ready', 'degraded']),
  load: async () => {
    try {
      return { value: (await call(operations.getReadiness, {})).data.status, asOf: now() }
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return { value: 'degraded', asOf: now() }
      throw error
    }
  },
}

/** Everything about contacts and circles anew: what a change touches is not guessed. */
const refreshBook = async (circleId?: string): Promise<void> => {
  noteChange()
  await Promise.all([
    refreshDocument(contactList),
    refreshDocument(circleList),
    refreshDocument(bookActivity),
    ...(circleId === undefined ? [] : [refreshDocument(membersOf(circleId))]),
  ])
}

/** Makes a change and asks for the lists again. Rejects as `call` does, with the lists as they were. */
const change = <T>(failure: string, work: () => Promise<T>, circleId?: string): Promise<T> =>
  telling(failure, async () => {
    const done = await work()
    await refreshBook(circleId)
    return done
  })

export type ContactDraft = BodyInput<typeof operations.createContact>

/** With the same `id` it can be repeated: there will be one contact. */
export const addContact = (body: ContactDraft & { readonly id: string }) =>
  change(
    'Failed to create contact',
    async () => (await call(operations.createContact, { body })).data.contact,
  )

export const saveContact = (id: string, body: BodyInput<typeof operations.updateContact>) =>
  change('Failed to update contact', async () => {
    const { data } = await call(operations.updateContact, { params: { id }, body })
    return data.contact
  })

/** Deletes contacts, one or many; answers how many there were. */
export const removeContacts = (ids: readonly string[]): Promise<number> =>
  change('Failed to delete contacts', async () => {
    const { data } = await call(operations.deleteContacts, { body: { contact_ids: [...ids] } })
    return data.deleted
  })

type ImportBody = Omit<BodyInput<typeof operations.importContacts>, 'commit'>

/** What would become of a file. */
export const previewImport = async (body: ImportBody) =>
  (await call(operations.importContacts, { body: { ...body, commit: false } })).data

/** Saves a file, whole or not at all. */
export const commitImport = (body: ImportBody) =>
  change(
    'Failed to import contacts',
    async () => (await call(operations.importContacts, { body: { ...body, commit: true } })).data,
  )

export type CircleDraft = BodyInput<typeof operations.updateCircle>

export const addCircle = (body: CircleDraft & { readonly id: string }) =>
  change('Failed to create circle', async () => (await call(operations.createCircle, { body })).data.circle)

export const saveCircle = (id: string, body: CircleDraft) =>
  change('Failed to update circle', async () => {
    const { data } = await call(operations.updateCircle, { params: { id }, body })
    return data.circle
  })

export const removeCircle = (id: string) =>
  change('Failed to delete circle', () => call(operations.deleteCircle, { params: { id } }))

const putIn = (id: string, contactId: string) =>
  call(operations.addCircleMember, { params: { id }, body: { contactId } })
const takeOut = (circleId: string, contactId: string) =>
  call(operations.removeCircleMember, { params: { circleId, contactId } })

/** Puts a contact into a circle, or takes them out; answers how many are in it then. */
export const toggleMember = (circleId: string, contactId: string, isMember: boolean): Promise<number> =>
  change(
    isMember ? 'Failed to remove circle member' : 'Failed to add circle member',
    async () => {
      const { data } = isMember ? await takeOut(circleId, contactId) : await putIn(circleId, contactId)
      return data.circle.member_count
    },
    circleId,
  )

/** Puts several contacts into a circle; answers how many were not in it yet. */
export const addMembers = (circleId: string, contactIds: readonly string[]): Promise<number> =>
  change(
    'Failed to add circle members',
    async () => {
      const { data } = await call(operations.addCircleMembers, {
        params: { id: circleId },
        body: { contact_ids: [...contactIds] },
      })
      return data.added
    },
    circleId,
  )
