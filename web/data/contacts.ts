import { useMemo } from 'react'
import * as z from 'zod/mini'
import { BookActivity, Circle, Contact, SavedContact } from '../../api/contract/contacts.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { systemOperations } from '../../api/contract/system.ts'
import { hasDocument, readDocument, writeDocument } from './cache.ts'
import { type CachedView, useCached } from './cached.ts'
import { call } from './client.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, NotModified } from './errors.ts'
import { useOutbox } from './outbox.ts'
import { circlesAfter, contactsAfter, membersAfter } from './outbox-model.ts'
import { recordChange, refreshDocument } from './refresh.ts'
import { serverTime } from './server-clock.ts'
import { document, type DocumentSource } from './sources.ts'
import { useLive } from './use-live.ts'
import { t } from '../texts/texts.ts'

const CONTACTS = 'contacts'
const CONFIRMED = 'contacts:confirmed'

/** A failure is logged to the console too, whatever the page says of it. */
export const logged = async <T>(failure: string, work: () => Promise<T>): Promise<T> => {
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
    logged(t('Failed to fetch contacts'), async () => {
      const epoch = currentEpoch()
      try {
        const ifNoneMatch = await knownTag()
        const { data, asOf, etag } = await call(contactOperations.listContacts, { ifNoneMatch })
        here = etag === undefined ? null : { epoch, etag }
        return { value: data.contacts, asOf: asOf ?? serverTime() }
      } catch (error) {
        if (error instanceof NotModified)
          await writeDocument(CONFIRMED, { value: null, asOf: error.asOf }).catch(() => undefined)
        throw error
      }
    }),
}

/** The contacts on this device with what waits to be sent, kept fresh; as of when the server said so last. */
export const useContacts = (): CachedView<Contact[]> => {
  const cached = useCached(contactList)
  const outbox = useOutbox()
  const value = useMemo(
    () => (cached.value === null || outbox.length === 0 ? cached.value : contactsAfter(cached.value, outbox)),
    [cached.value, outbox],
  )
  const view = { ...cached, value }
  const confirmed = useLive(CONFIRMED, readDocument)
  const confirmedAt = confirmed?.asOf ?? ''
  return view.asOf !== null && confirmedAt > view.asOf ? { ...view, asOf: confirmedAt } : view
}

/** All circles, oldest first. */
const circleList: DocumentSource<Circle[]> = document(
  'circles',
  z.array(Circle),
  () => logged(t('Failed to fetch circles'), () => call(contactOperations.listCircles, {})),
  (data) => data.circles,
)

/** As `useContacts`, of the circles. */
export const useCircles = (): CachedView<Circle[]> => {
  const view = useCached(circleList)
  const outbox = useOutbox()
  const value = useMemo(
    () => (view.value === null || outbox.length === 0 ? view.value : circlesAfter(view.value, outbox)),
    [view.value, outbox],
  )
  return { ...view, value }
}

const memberSources = new Map<string, DocumentSource<SavedContact[]>>()

/** Who is in a circle; the same source for the same circle. */
export const membersOf = (circleId: string): DocumentSource<SavedContact[]> => {
  const known = memberSources.get(circleId)
  if (known) return known
  const source = document(
    `circles:${circleId}`,
    z.array(SavedContact),
    () =>
      logged(t('Failed to fetch circle members'), () =>
        call(contactOperations.listCircleMembers, { params: { id: circleId } }),
      ),
    (data) => data.members,
  )
  memberSources.set(circleId, source)
  return source
}

/** As `useContacts`, of who is in a circle; of a circle that waits to be made, those who wait with it. */
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

/** What happened in the address book lately. */
export const bookActivity: DocumentSource<BookActivity[]> = document(
  'contacts:activity',
  z.array(BookActivity),
  () => logged(t('Failed to fetch activity'), () => call(contactOperations.listBookActivity, {})),
  (data) => data.activity,
)

/** Whether every part of the service can answer. */
export const systemHealth: DocumentSource<'ready' | 'degraded'> = {
  key: 'health',
  schema: z.enum(['ready', 'degraded']),
  load: async () => {
    try {
      return { value: (await call(systemOperations.getReadiness, {})).data.status, asOf: serverTime() }
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return { value: 'degraded', asOf: serverTime() }
      throw error
    }
  },
}

/** Everything about contacts and circles anew: what a change touches is not guessed. */
export const refreshBook = async (): Promise<void> => {
  recordChange()
  await Promise.all([
    refreshDocument(contactList),
    refreshDocument(circleList),
    refreshDocument(bookActivity),
    ...[...memberSources.values()].map(refreshDocument),
  ])
}
