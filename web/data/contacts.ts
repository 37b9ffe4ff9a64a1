import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Circle, Contact, type SavedContact } from '../../api/contract/contacts.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { type Person, personText } from '../../api/contract/person.ts'
import { systemOperations } from '../../api/contract/system.ts'
import { hasDocument, readDocument, writeDocument } from './cache.ts'
import { type CachedView, useCached } from './cached.ts'
import { call } from './client.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, NotModified } from './errors.ts'
import { useOutbox } from './outbox.ts'
import { circlesAfter, contactsAfter, membersAfter, type Waiting } from './outbox-model.ts'
import { refreshDocument } from './refresh.ts'
import { serverTime } from './server-clock.ts'
import { type DocumentSource, fieldOf } from './sources.ts'
import { useStored } from './use-stored.ts'
import { t } from '../texts/texts.ts'

type Named = Pick<SavedContact, 'contact_name' | 'contact_handle'>

/** A contact as a member is shown: the name the owner gave it, and its handle if it has one. */
export const contactPerson = ({ contact_name: name, contact_handle: handle }: Named): Person => ({
  name,
  handle: handle?.replace(/^@/, '') ?? '',
})
export const contactText = (contact: Named): string => personText(contactPerson(contact))

const CONTACTS = 'contacts'
const CONFIRMED = 'contacts:confirmed'

/** Logs a failure to the console as well, whatever the page shows. */
export const logged = async <T>(failure: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotModified)) console.error(failure, error)
    throw error
  }
}

const logging = <T>(failure: string, source: DocumentSource<T>): DocumentSource<T> => ({
  ...source,
  load: (options) => logged(failure, () => source.load(options)),
})

/** Entity tag of the contacts stored on this device, in this epoch. */
let storedTag: { readonly epoch: number; readonly etag: string } | null = null

const knownTag = async (): Promise<string | undefined> =>
  storedTag?.epoch === currentEpoch() && (await hasDocument(CONTACTS).catch(() => false))
    ? storedTag.etag
    : undefined

/**
 * All contacts, newest first. While nothing has changed the server answers 304, and the thousands of stored contacts
 * are neither written nor drawn again: only the time of the answer is stored.
 */
export const contactList: DocumentSource<Contact[]> = {
  key: CONTACTS,
  schema: z.array(Contact),
  load: () =>
    logged(t('Failed to fetch contacts'), async () => {
      const epoch = currentEpoch()
      try {
        const ifNoneMatch = await knownTag()
        const { data, asOf, etag } = await call(contactOperations.listContacts, { ifNoneMatch })
        storedTag = etag === undefined ? null : { epoch, etag }
        return { value: data.contacts, asOf: asOf ?? serverTime() }
      } catch (error) {
        if (error instanceof NotModified)
          await writeDocument(CONFIRMED, { value: null, asOf: error.asOf }).catch(() => undefined)
        throw error
      }
    }),
}

/** This device's cache of a source, with the queued changes applied by `after`. */
const useAfter = <T>(
  source: DocumentSource<T>,
  after: (value: T, waiting: readonly Waiting[]) => T,
): CachedView<T> => {
  const view = useCached(source)
  const outbox = useOutbox()
  const value = useMemo(
    () => (view.value === null || outbox.length === 0 ? view.value : after(view.value, outbox)),
    [view.value, outbox, after],
  )
  return { ...view, value }
}

/** The cached contacts with the queued changes, kept fresh; `asOf`: when the server last confirmed them. */
export const useContacts = (): CachedView<Contact[]> => {
  const view = useAfter(contactList, contactsAfter)
  const confirmed = useStored(CONFIRMED, readDocument)
  const confirmedAt = confirmed?.asOf ?? ''
  return view.asOf !== null && confirmedAt > view.asOf ? { ...view, asOf: confirmedAt } : view
}

/** All circles, oldest first. */
const circleList = logging(
  t('Failed to fetch circles'),
  fieldOf('circles', contactOperations.listCircles, 'circles'),
)

/** Like `useContacts`, for the circles. */
export const useCircles = (): CachedView<Circle[]> => useAfter(circleList, circlesAfter)

const memberSources = new Map<string, DocumentSource<SavedContact[]>>()

/** Source of a circle's members; the same object for the same circle. */
const membersOf = (circleId: string): DocumentSource<SavedContact[]> => {
  const known = memberSources.get(circleId)
  if (known) return known
  const source = logging(
    t('Failed to fetch circle members'),
    fieldOf(`circles:${circleId}`, contactOperations.listCircleMembers, 'members', {
      params: { id: circleId },
    }),
  )
  memberSources.set(circleId, source)
  return source
}

/** Like `useContacts`, for a circle's members; a circle that is queued itself has the members queued with it. */
export const useMembers = (circleId: string): CachedView<SavedContact[]> => {
  const view = useCached(membersOf(circleId))
  const contacts = useContacts().value
  const outbox = useOutbox()
  const value = useMemo(() => {
    const isNew = outbox.some(({ change }) => change.kind === 'add_circle' && change.id === circleId)
    const members = isNew ? [] : view.value
    if (members === null || outbox.length === 0) return members
    return membersAfter(circleId, members, contacts ?? [], outbox)
  }, [view.value, contacts, outbox, circleId])
  return { ...view, value }
}

/** Recent activity in the address book. */
export const bookActivity = logging(
  t('Failed to fetch activity'),
  fieldOf('contacts:activity', contactOperations.listBookActivity, 'activity'),
)

/** Whether every part of the service is available. */
export const systemHealth: DocumentSource<'ready' | 'degraded'> = {
  key: 'health',
  schema: z.enum(['ready', 'degraded']),
  load: async () => {
    try {
      return { value: (await call(systemOperations.getHealth, {})).data.status, asOf: serverTime() }
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return { value: 'degraded', asOf: serverTime() }
      throw error
    }
  },
}

/** Reloads everything about contacts and circles, instead of guessing what a change affects. */
export const refreshBook = async (): Promise<void> => {
  await Promise.all([
    refreshDocument(contactList),
    refreshDocument(circleList),
    refreshDocument(bookActivity),
    ...[...memberSources.values()].map(refreshDocument),
  ])
}
