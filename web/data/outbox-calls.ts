import { type Circle, type SavedContact, tagOf } from '../../api/contract/contacts.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { call } from './client.ts'
import type { Change } from './outbox-model.ts'

/** Result of a change. */
interface Done {
  /** The contact or circle as written; null if the change leaves none. */
  readonly written: SavedContact | Circle | null
  /** How many contacts were deleted or newly added to a circle; 0 for other changes. */
  readonly count: number
}

/**
 * Makes the call of a change, immediately or from the queue. `seen`: the state that the member saw when making it (see
 * `visibleStateOf`); the server rejects it if its state differs. Null: nothing is compared. Rejects as `call` does.
 */
export const carryOut = async (change: Change, seen: string | null): Promise<Done> => {
  const ifMatch = seen === null ? undefined : tagOf(seen)
  const nothing = { written: null, count: 0 }
  switch (change.kind) {
    case 'add_contact': {
      const { id, fields } = change
      const { data } = await call(contactOperations.createContact, { body: { ...fields, id } })
      return { ...nothing, written: data.contact }
    }
    case 'save_contact': {
      const { id, fields } = change
      const { data } = await call(contactOperations.updateContact, { params: { id }, body: fields, ifMatch })
      return { ...nothing, written: data.contact }
    }
    case 'remove_contacts': {
      const { data } = await call(contactOperations.deleteContacts, { body: { contact_ids: change.ids } })
      return { ...nothing, count: data.deleted }
    }
    case 'add_circle': {
      const { id, fields } = change
      const { data } = await call(contactOperations.createCircle, { body: { ...fields, id } })
      return { ...nothing, written: data.circle }
    }
    case 'save_circle': {
      const { id, fields } = change
      const { data } = await call(contactOperations.updateCircle, { params: { id }, body: fields, ifMatch })
      return { ...nothing, written: data.circle }
    }
    case 'remove_circle':
      await call(contactOperations.deleteCircle, { params: { id: change.id } })
      return nothing
    case 'put_into_circle': {
      const { id, contacts } = change
      const body = { contact_ids: contacts }
      const { data } = await call(contactOperations.addCircleMembers, { params: { id }, body })
      return { ...nothing, count: data.added }
    }
    case 'take_out_of_circle':
      for (const contactId of change.contacts)
        await call(contactOperations.removeCircleMember, { params: { circleId: change.id, contactId } })
      return nothing
    default:
      return change satisfies never
  }
}
