import { type Circle, type Contact, type SavedContact, sightOf, tagOf } from '../../api/contract/contacts.ts'
import type { BodyInput } from '../../api/contract/operation.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { lastMember } from './at-rest.ts'
import { call } from './client.ts'
import { connectivity } from './connectivity.ts'
import { currentEpoch } from './epoch.ts'
import { OfflineError, UnknownOutcomeError } from './errors.ts'
import { enqueue, waitingNow } from './outbox.ts'
import { leaveBehind } from './outbox-left.ts'
import type { Change, CircleFields, ContactChange } from './outbox-model.ts'
import { t } from '../texts/texts.ts'
import { logged, refreshBook } from './contacts.ts'

/** Makes a change and asks for the lists again. Rejects as `call` does, with the lists as they were. */
const change = <T>(failure: string, work: () => Promise<T>): Promise<T> =>
  logged(failure, async () => {
    const done = await work()
    await refreshBook()
    return done
  })

/** What sends is loaded when there is something to send. */
const sending = () => import('./outbox-sending.ts')

/** What became of a change: done, or kept on this device until the server can be reached. */
export type Kept<T> =
  | { readonly waits: false; readonly answer: T }
  | { readonly waits: true; readonly title: string }

/**
 * Makes a change that may wait. It waits when the server can't be reached, or behind others that do: their
 * order is kept.
 */
const changeOrKeep = <T>(
  failure: string,
  title: string,
  given: Change,
  seen: SavedContact | Circle | null,
  work: () => Promise<T>,
): Promise<Kept<T>> =>
  logged(failure, async () => {
    const member = lastMember()
    const epoch = currentEpoch()
    const sight = seen === null ? null : sightOf(seen)
    const keep = async (): Promise<Kept<T>> => {
      await enqueue(given, title, sight)
      if (connectivity() === 'online') void sending().then(({ sendOutbox }) => sendOutbox())
      return { waits: true, title }
    }
    if (connectivity() === 'offline' || (await waitingNow()).some(({ sent }) => !sent)) return keep()
    try {
      const answer = await work()
      await refreshBook()
      return { waits: false, answer }
    } catch (error) {
      // Whatever it is, it may be repeated: it is done once. The session may have ended under it.
      if (epoch !== currentEpoch() && leaveBehind(member, { change: given, title, seen: sight }))
        return { waits: true, title }
      if (error instanceof OfflineError || error instanceof UnknownOutcomeError) return keep()
      throw error
    }
  })

/** With the same `id` it can be repeated: there will be one contact. */
export const addContact = (id: string, fields: ContactChange): Promise<Kept<unknown>> =>
  changeOrKeep(
    t('Failed to create contact'),
    t('Add {contactName}', { contactName: fields.contact_name.trim() }),
    { kind: 'add_contact', id, fields },
    null,
    () => call(contactOperations.createContact, { body: { ...fields, id } }),
  )

/** `contact`: as the member saw it. */
export const saveContact = (contact: Contact, fields: ContactChange): Promise<Kept<unknown>> =>
  changeOrKeep(
    t('Failed to update contact'),
    t('Change {contactName}', { contactName: fields.contact_name.trim() }),
    { kind: 'save_contact', id: contact.id, fields },
    contact,
    () =>
      call(contactOperations.updateContact, {
        params: { id: contact.id },
        body: fields,
        ifMatch: tagOf(sightOf(contact)),
      }),
  )

/** Deletes contacts, one or many; answers how many there were. */
export const removeContacts = (contacts: readonly SavedContact[]): Promise<Kept<number>> => {
  const ids = contacts.map(({ id }) => id)
  const [first] = contacts
  return changeOrKeep(
    t('Failed to delete contacts'),
    contacts.length === 1 && first !== undefined
      ? t('Delete {contactName}', { contactName: first.contact_name })
      : t('Delete {count} contacts', { count: contacts.length }),
    { kind: 'remove_contacts', ids },
    null,
    async () => (await call(contactOperations.deleteContacts, { body: { contact_ids: ids } })).data.deleted,
  )
}

type ImportBody = Omit<BodyInput<typeof contactOperations.importContacts>, 'commit'>

/** What would become of a file. */
export const previewImport = async (body: ImportBody) =>
  (await call(contactOperations.importContacts, { body: { ...body, commit: false } })).data

/** Saves a file, whole or not at all. */
export const commitImport = (body: ImportBody) =>
  change(
    t('Failed to import contacts'),
    async () => (await call(contactOperations.importContacts, { body: { ...body, commit: true } })).data,
  )

export type CircleDraft = BodyInput<typeof contactOperations.updateCircle>

/** With the same `id` it can be repeated: there will be one circle. */
export const addCircle = (id: string, fields: CircleFields): Promise<Kept<unknown>> =>
  changeOrKeep(
    t('Failed to create circle'),
    t('Create the circle {name}', { name: fields.name.trim() }),
    { kind: 'add_circle', id, fields },
    null,
    () => call(contactOperations.createCircle, { body: { ...fields, id } }),
  )

/** `circle`: as the member saw it. */
export const saveCircle = (circle: Circle, fields: CircleFields): Promise<Kept<unknown>> =>
  changeOrKeep(
    t('Failed to update circle'),
    t('Change the circle {name}', { name: fields.name.trim() }),
    { kind: 'save_circle', id: circle.id, fields },
    circle,
    () =>
      call(contactOperations.updateCircle, {
        params: { id: circle.id },
        body: fields,
        ifMatch: tagOf(sightOf(circle)),
      }),
  )

export const removeCircle = ({ id, name }: Circle) =>
  changeOrKeep(
    t('Failed to delete circle'),
    t('Delete the circle {name}', { name }),
    { kind: 'remove_circle', id },
    null,
    () => call(contactOperations.deleteCircle, { params: { id } }),
  )

/** Puts a contact into a circle, or takes them out; answers how many are in it then. */
export const toggleMember = (
  { id, name }: Circle,
  contact: SavedContact,
  isMember: boolean,
): Promise<Kept<number>> =>
  isMember
    ? changeOrKeep(
        t('Failed to remove circle member'),
        t('Take {contactName} out of {name}', { contactName: contact.contact_name, name }),
        { kind: 'take_out_of_circle', id, contacts: [contact.id] },
        null,
        async () =>
          (
            await call(contactOperations.removeCircleMember, {
              params: { circleId: id, contactId: contact.id },
            })
          ).data.circle.member_count,
      )
    : changeOrKeep(
        t('Failed to add circle member'),
        t('Put {contactName} into {name}', { contactName: contact.contact_name, name }),
        { kind: 'put_into_circle', id, contacts: [contact.id] },
        null,
        async () =>
          (await call(contactOperations.addCircleMember, { params: { id }, body: { contactId: contact.id } }))
            .data.circle.member_count,
      )

/** Puts several contacts into a circle; answers how many were not in it yet. */
export const addMembers = (
  { id, name }: Pick<Circle, 'id' | 'name'>,
  contacts: readonly string[],
): Promise<Kept<number>> =>
  changeOrKeep(
    t('Failed to add circle members'),
    t('Put {count, plural, one {one contact} other {# contacts}} into {name}', {
      count: contacts.length,
      name,
    }),
    { kind: 'put_into_circle', id, contacts: [...contacts] },
    null,
    async () =>
      (
        await call(contactOperations.addCircleMembers, {
          params: { id },
          body: { contact_ids: [...contacts] },
        })
      ).data.added,
  )
