import { type Circle, type SavedContact, tagOf } from '../../api/contract/contacts.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { call } from './client.ts'
import type { Change } from './outbox-model.ts'

/** What came of a change. */
interface Done {
  /** The contact or circle as it is now; null where there is none to be changed again. */
  readonly written: SavedContact | Circle | null
  /** How many contacts were deleted or put into a circle anew; 0 of other changes. */
  readonly count: number
}

/**
 * Makes the call of a change, at once or when it has waited. `seen`: what the member saw when they made it (see
 * `sightOf`), which must still be so; null where nothing is compared. Rejects as `call` does.
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
