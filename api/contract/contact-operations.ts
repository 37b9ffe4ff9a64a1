import * as z from 'zod/mini'
import { ById, Id } from './fields.ts'
import { groupedDecimal } from './number-locale.ts'
import { defineOperations, member } from './operation.ts'
import {
  BookActivity,
  CIRCLE_MEMBERS_MAX,
  CONTACTS_MAX,
  Circle,
  CircleRequest,
  Contact,
  CreateCircleRequest,
  CreateContactRequest,
  ImportAnswer,
  ImportRequest,
  SavedContact,
  UpdateContactRequest,
} from './contacts.ts'

const ids = (max: number, sentence: string) =>
  z
    .array(Id, 'Give a list of contact ids.')
    .check(z.minLength(1, 'Choose at least one contact.'), z.maxLength(max, sentence))

export const ContactAnswer = z.object({ contact: SavedContact })
export const CircleAnswer = z.object({ circle: Circle })

export const contactOperations = defineOperations({
  listContacts: member.get('/api/contacts', {
    summary: 'All contacts of the member, newest first; with If-None-Match 304 while nothing has changed',
    heavy: true,
    response: z.object({ contacts: z.array(Contact) }),
  }),
  createContact: member.post('/api/contacts', {
    summary: 'Adds a contact',
    body: CreateContactRequest,
    response: ContactAnswer,
    status: 201,
  }),
  updateContact: member.put('/api/contacts/{id}', {
    summary: 'Changes a contact',
    params: ById,
    body: UpdateContactRequest,
    response: ContactAnswer,
    /** 412: the contact has changed since the member saw it (`If-Match`, see `tagOf`). */
    also: [412],
  }),
  deleteContact: member.delete('/api/contacts/{id}', {
    summary: 'Deletes a contact, also from its circles',
    params: ById,
    status: 204,
  }),
  deleteContacts: member.post('/api/contacts/delete', {
    summary: 'Deletes several contacts at once; ids that are not there are passed over',
    heavy: true,
    body: z.strictObject({ contact_ids: ids(CONTACTS_MAX, 'These are too many contacts.') }),
    response: z.object({ deleted: z.int() }),
  }),
  importContacts: member.post('/api/contacts/import', {
    summary: 'Looks at the contacts of a file, or saves them: all or none',
    heavy: true,
    body: ImportRequest,
    response: ImportAnswer,
  }),
  listBookActivity: member.get('/api/contacts/activity', {
    summary: 'What happened to contacts and circles lately, newest first; at most 20',
    response: z.object({ activity: z.array(BookActivity) }),
  }),
  listCircles: member.get('/api/contact-circles', {
    summary: 'All circles of the member, oldest first',
    response: z.object({ circles: z.array(Circle) }),
  }),
  createCircle: member.post('/api/contact-circles', {
    summary: 'Creates a circle',
    body: CreateCircleRequest,
    response: CircleAnswer,
    status: 201,
  }),
  updateCircle: member.put('/api/contact-circles/{id}', {
    summary: 'Changes the name, description and color of a circle',
    params: ById,
    body: CircleRequest,
    response: CircleAnswer,
    also: [412],
  }),
  deleteCircle: member.delete('/api/contact-circles/{id}', {
    summary: 'Deletes a circle; its contacts stay',
    params: ById,
    status: 204,
  }),
  listCircleMembers: member.get('/api/contact-circles/{id}/members', {
    summary: 'The contacts in a circle, by name',
    params: ById,
    response: z.object({ members: z.array(SavedContact) }),
  }),
  addCircleMember: member.post('/api/contact-circles/{id}/members', {
    summary: 'Puts a contact into a circle; safe to repeat',
    params: ById,
    body: z.strictObject({ contactId: Id }),
    response: CircleAnswer,
  }),
  addCircleMembers: member.post('/api/contact-circles/{id}/members/batch', {
    summary: 'Puts several contacts into a circle at once',
    params: ById,
    body: z.strictObject({
      contact_ids: ids(
        CIRCLE_MEMBERS_MAX,
        `A circle can have at most ${groupedDecimal(String(CIRCLE_MEMBERS_MAX))} contacts.`,
      ),
    }),
    response: z.object({ circle: Circle, added: z.int() }),
  }),
  removeCircleMember: member.delete('/api/contact-circles/{circleId}/members/{contactId}', {
    summary: 'Takes a contact out of a circle; safe to repeat',
    params: z.strictObject({ circleId: Id, contactId: Id }),
    response: CircleAnswer,
  }),
})
