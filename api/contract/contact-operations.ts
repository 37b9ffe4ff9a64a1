import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { operation } from './operation.ts'
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

const byId = z.strictObject({ id: Id })
const ContactAnswer = z.object({ contact: SavedContact })
const CircleAnswer = z.object({ circle: Circle })

export const contactOperations = {
  listContacts: operation({
    id: 'listContacts',
    method: 'GET',
    path: '/api/contacts',
    summary: 'All contacts of the member, newest first; with If-None-Match 304 while nothing has changed',
    access: 'member',
    heavy: true,
    response: z.object({ contacts: z.array(Contact) }),
  }),
  createContact: operation({
    id: 'createContact',
    method: 'POST',
    path: '/api/contacts',
    summary: 'Adds a contact',
    access: 'member',
    body: CreateContactRequest,
    response: ContactAnswer,
    status: 201,
  }),
  updateContact: operation({
    id: 'updateContact',
    method: 'PUT',
    path: '/api/contacts/{id}',
    summary: 'Changes a contact',
    access: 'member',
    params: byId,
    body: UpdateContactRequest,
    response: ContactAnswer,
  }),
  deleteContact: operation({
    id: 'deleteContact',
    method: 'DELETE',
    path: '/api/contacts/{id}',
    summary: 'Deletes a contact, also from its circles',
    access: 'member',
    params: byId,
    status: 204,
  }),
  deleteContacts: operation({
    id: 'deleteContacts',
    method: 'POST',
    path: '/api/contacts/delete',
    summary: 'Deletes several contacts at once; ids that are not there are passed over',
    access: 'member',
    body: z.strictObject({ contact_ids: ids(CONTACTS_MAX, 'These are too many contacts.') }),
    response: z.object({ deleted: z.int() }),
  }),
  importContacts: operation({
    id: 'importContacts',
    method: 'POST',
    path: '/api/contacts/import',
    summary: 'Looks at the contacts of a file, or saves them: all or none',
    access: 'member',
    heavy: true,
    body: ImportRequest,
    response: ImportAnswer,
  }),
  listBookActivity: operation({
    id: 'listBookActivity',
    method: 'GET',
    path: '/api/contacts/activity',
    summary: 'What happened to contacts and circles lately, newest first; at most 20',
    access: 'member',
    response: z.object({ activity: z.array(BookActivity) }),
  }),
  listCircles: operation({
    id: 'listCircles',
    method: 'GET',
    path: '/api/contact-circles',
    summary: 'All circles of the member, oldest first',
    access: 'member',
    response: z.object({ circles: z.array(Circle) }),
  }),
  createCircle: operation({
    id: 'createCircle',
    method: 'POST',
    path: '/api/contact-circles',
    summary: 'Creates a circle',
    access: 'member',
    body: CreateCircleRequest,
    response: CircleAnswer,
    status: 201,
  }),
  updateCircle: operation({
    id: 'updateCircle',
    method: 'PUT',
    path: '/api/contact-circles/{id}',
    summary: 'Changes the name, description and color of a circle',
    access: 'member',
    params: byId,
    body: CircleRequest,
    response: CircleAnswer,
  }),
  deleteCircle: operation({
    id: 'deleteCircle',
    method: 'DELETE',
    path: '/api/contact-circles/{id}',
    summary: 'Deletes a circle; its contacts stay',
    access: 'member',
    params: byId,
    status: 204,
  }),
  listCircleMembers: operation({
    id: 'listCircleMembers',
    method: 'GET',
    path: '/api/contact-circles/{id}/members',
    summary: 'The contacts in a circle, by name',
    access: 'member',
    params: byId,
    response: z.object({ members: z.array(SavedContact) }),
  }),
  addCircleMember: operation({
    id: 'addCircleMember',
    method: 'POST',
    path: '/api/contact-circles/{id}/members',
    summary: 'Puts a contact into a circle; safe to repeat',
    access: 'member',
    params: byId,
    body: z.strictObject({ contactId: Id }),
    response: CircleAnswer,
  }),
  addCircleMembers: operation({
    id: 'addCircleMembers',
    method: 'POST',
    path: '/api/contact-circles/{id}/members/batch',
    summary: 'Puts several contacts into a circle at once',
    access: 'member',
    params: byId,
    body: z.strictObject({
      contact_ids: ids(
        CIRCLE_MEMBERS_MAX,
        `A circle can have at most ${CIRCLE_MEMBERS_MAX.toLocaleString('en-US')} contacts.`,
      ),
    }),
    response: z.object({ circle: Circle, added: z.int() }),
  }),
  removeCircleMember: operation({
    id: 'removeCircleMember',
    method: 'DELETE',
    path: '/api/contact-circles/{circleId}/members/{contactId}',
    summary: 'Takes a contact out of a circle; safe to repeat',
    access: 'member',
    params: z.strictObject({ circleId: Id, contactId: Id }),
    response: CircleAnswer,
  }),
} as const
