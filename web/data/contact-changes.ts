import { type Circle, type Contact, type SavedContact, visibleStateOf } from '../../api/contract/contacts.ts'
import type { BodyInput } from '../../api/contract/operation.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { lastMember } from './at-rest.ts'
import { call } from './client.ts'
import { connectivity } from './connectivity.ts'
import { currentEpoch } from './epoch.ts'
import { OfflineError, UnknownOutcomeError } from './errors.ts'
import { enqueue, waitingNow } from './outbox.ts'
import { carryOut } from './outbox-calls.ts'
import { storeUnsent } from './unsent-changes.ts'
import type { Change, CircleFields, ContactChange } from './outbox-model.ts'
import { t } from '../texts/texts.ts'
import { logged, refreshBook } from './contacts.ts'

/** The sending code is loaded when there is something to send. */
const sending = () => import('./outbox-sending.ts')

/** Result of a change: made, or queued on this device until the server can be reached. */
export type ChangeResult<T> =
  | { readonly queued: false; readonly answer: T }
  | { readonly queued: true; readonly title: string }

/**
 * Makes a change that may be queued: it is if the server can't be reached, or if others are queued, to preserve their
 * order. `seen`: the state that the member saw, if the server's must still be the same. Resolves with the result of
 * `work`, or without it with the number of contacts deleted or added to a circle.
 */
const changeOrQueue = (
  failure: string,
  title: string,
  given: Change,
  seen: SavedContact | Circle | null = null,
  work?: () => Promise<number>,
): Promise<ChangeResult<number>> =>
  logged(failure, async () => {
    const member = lastMember()
    const epoch = currentEpoch()
    const sight = seen === null ? null : visibleStateOf(seen)
    const queue = async (): Promise<ChangeResult<number>> => {
      await enqueue(given, title, sight)
      if (connectivity() === 'online') void sending().then(({ sendOutbox }) => sendOutbox())
      return { queued: true, title }
    }
    if (connectivity() === 'offline' || (await waitingNow()).some(({ sent }) => !sent)) return queue()
    try {
      const answer = await (work?.() ?? carryOut(given, sight).then(({ count }) => count))
      await refreshBook()
      return { queued: false, answer }
    } catch (error) {
      // Every change is idempotent, so it may be repeated after any error. The session may have ended during the call.
      if (epoch !== currentEpoch() && storeUnsent(member, { change: given, title, seen: sight }))
        return { queued: true, title }
      if (error instanceof OfflineError || error instanceof UnknownOutcomeError) return queue()
      throw error
    }
  })

/** Idempotent: repeated with the same `id` it creates one contact. */
export const addContact = (id: string, fields: ContactChange): Promise<ChangeResult<unknown>> =>
  changeOrQueue(
    t('Failed to create contact'),
    t('Add {contactName}', { contactName: fields.contact_name.trim() }),
    { kind: 'add_contact', id, fields },
  )

/** `contact`: as the member saw it. */
export const saveContact = (contact: Contact, fields: ContactChange): Promise<ChangeResult<unknown>> =>
  changeOrQueue(
    t('Failed to update contact'),
    t('Change {contactName}', { contactName: fields.contact_name.trim() }),
    { kind: 'save_contact', id: contact.id, fields },
    contact,
  )

/** Deletes contacts, one or many; resolves with their number. */
export const removeContacts = (contacts: readonly SavedContact[]): Promise<ChangeResult<number>> => {
  const [first] = contacts
  return changeOrQueue(
    t('Failed to delete contacts'),
    contacts.length === 1 && first !== undefined
      ? t('Delete {contactName}', { contactName: first.contact_name })
      : t('Delete {count} contacts', { count: contacts.length }),
    { kind: 'remove_contacts', ids: contacts.map(({ id }) => id) },
  )
}

type ImportBody = Omit<BodyInput<typeof contactOperations.importContacts>, 'commit'>

/** What an import of the file would do. */
export const previewImport = async (body: ImportBody) =>
  (await call(contactOperations.importContacts, { body: { ...body, commit: false } })).data

/** Imports a file, all contacts or none. Rejects as `call` does, with the lists unchanged. */
export const commitImport = (body: ImportBody) =>
  logged(t('Failed to import contacts'), async () => {
    const { data } = await call(contactOperations.importContacts, { body: { ...body, commit: true } })
    await refreshBook()
    return data
  })

/** Idempotent: repeated with the same `id` it creates one circle. */
export const addCircle = (id: string, fields: CircleFields): Promise<ChangeResult<unknown>> =>
  changeOrQueue(t('Failed to create circle'), t('Create the circle {name}', { name: fields.name.trim() }), {
    kind: 'add_circle',
    id,
    fields,
  })

/** `circle`: as the member saw it. */
export const saveCircle = (circle: Circle, fields: CircleFields): Promise<ChangeResult<unknown>> =>
  changeOrQueue(
    t('Failed to update circle'),
    t('Change the circle {name}', { name: fields.name.trim() }),
    { kind: 'save_circle', id: circle.id, fields },
    circle,
  )

export const removeCircle = ({ id, name }: Circle): Promise<ChangeResult<unknown>> =>
  changeOrQueue(t('Failed to delete circle'), t('Delete the circle {name}', { name }), {
    kind: 'remove_circle',
    id,
  })

/** Adds a contact to a circle or removes them; resolves with the circle's new number of members. */
export const toggleMember = (
  { id, name }: Circle,
  { id: contactId, contact_name: contactName }: SavedContact,
  isMember: boolean,
): Promise<ChangeResult<number>> => {
  const { addCircleMember: put, removeCircleMember: take } = contactOperations
  return isMember
    ? changeOrQueue(
        t('Failed to remove circle member'),
        t('Take {contactName} out of {name}', { contactName, name }),
        { kind: 'take_out_of_circle', id, contacts: [contactId] },
        null,
        async () => (await call(take, { params: { circleId: id, contactId } })).data.circle.member_count,
      )
    : changeOrQueue(
        t('Failed to add circle member'),
        t('Put {contactName} into {name}', { contactName, name }),
        { kind: 'put_into_circle', id, contacts: [contactId] },
        null,
        async () => (await call(put, { params: { id }, body: { contactId } })).data.circle.member_count,
      )
}

/** Adds several contacts to a circle; resolves with how many were not in it yet. */
export const addMembers = (
  { id, name }: Pick<Circle, 'id' | 'name'>,
  contacts: readonly string[],
): Promise<ChangeResult<number>> =>
  changeOrQueue(
    t('Failed to add circle members'),
    t('Put {count, plural, one {one contact} other {# contacts}} into {name}', {
      count: contacts.length,
      name,
    }),
    { kind: 'put_into_circle', id, contacts: [...contacts] },
  )
