import * as z from 'zod/mini'
import {
  type Circle,
  CircleColor,
  type Contact,
  ContactType,
  type SavedContact,
} from '../../api/contract/contacts.ts'
import type { StoredChange } from './database.ts'

/**
 * Changes of contacts and circles made without a connection. They are queued on the device in the order they were made,
 * shown as if they were done, and sent when the server can be reached. Money and votes are never queued.
 */

const ContactFields = z.object({
  contact_name: z.string(),
  contact_handle: z.string(),
  phone_number: z.string(),
  contact_type: ContactType,
  phone_country: z.string(),
})
const CircleFields = z.object({ name: z.string(), description: z.string(), color: CircleColor })

/** A change to make. Every kind is idempotent. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add_contact'), id: z.string(), fields: ContactFields }),
  z.object({ kind: z.literal('save_contact'), id: z.string(), fields: ContactFields }),
  z.object({ kind: z.literal('remove_contacts'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('add_circle'), id: z.string(), fields: CircleFields }),
  z.object({ kind: z.literal('save_circle'), id: z.string(), fields: CircleFields }),
  z.object({ kind: z.literal('remove_circle'), id: z.string() }),
  z.object({ kind: z.literal('put_into_circle'), id: z.string(), contacts: z.array(z.string()) }),
  z.object({ kind: z.literal('take_out_of_circle'), id: z.string(), contacts: z.array(z.string()) }),
])
export type Change = z.infer<typeof Change>
export type ContactChange = z.infer<typeof ContactFields>
export type CircleFields = z.infer<typeof CircleFields>

/** A queued change. */
export type Waiting = StoredChange & { readonly place: number; readonly change: Change }

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const fieldsOf = ({ contact_name, contact_handle, phone_number, contact_type }: ContactChange) => ({
  contact_name: contact_name.trim(),
  contact_handle: orNull(contact_handle),
  phone_number: orNull(phone_number),
  contact_type,
})

/** The contacts with all queued changes applied. */
export const contactsAfter = (contacts: readonly Contact[], waiting: readonly Waiting[]): Contact[] =>
  waiting.reduce<Contact[]>(
    (list, { change, createdAt: created_at }) => {
      switch (change.kind) {
        case 'add_contact': {
          if (list.some(({ id }) => id === change.id)) return list
          const activity = { messages: 0, calls: 0, data_usage: '0 MB', last_activity: null }
          const { id, fields } = change
          return [{ id, ...fieldsOf(fields), created_at, status: 'offline', ...activity }, ...list]
        }
        case 'save_contact':
          return list.map((one) => (one.id === change.id ? { ...one, ...fieldsOf(change.fields) } : one))
        case 'remove_contacts':
          return list.filter(({ id }) => !change.ids.includes(id))
        case 'add_circle':
        case 'save_circle':
        case 'remove_circle':
        case 'put_into_circle':
        case 'take_out_of_circle':
          return list
        default:
          return change satisfies never
      }
    },
    [...contacts],
  )

/** The circles with all queued changes applied; their numbers of members as far as known. */
export const circlesAfter = (circles: readonly Circle[], waiting: readonly Waiting[]): Circle[] =>
  waiting.reduce<Circle[]>(
    (list, { change, createdAt: created_at }) => {
      const only = (id: string, changed: (circle: Circle) => Circle) =>
        list.map((one) => (one.id === id ? changed(one) : one))
      switch (change.kind) {
        case 'add_circle': {
          const { id, fields } = change
          if (list.some((one) => one.id === id)) return list
          return [...list, { id, ...fields, name: fields.name.trim(), member_count: 0, created_at }]
        }
        case 'save_circle':
          return only(change.id, (one) => ({ ...one, ...change.fields, name: change.fields.name.trim() }))
        case 'remove_circle':
          return list.filter(({ id }) => id !== change.id)
        case 'put_into_circle':
          return only(change.id, (one) => ({
            ...one,
            member_count: one.member_count + change.contacts.length,
          }))
        case 'take_out_of_circle':
          return only(change.id, (one) => ({
            ...one,
            member_count: Math.max(0, one.member_count - change.contacts.length),
          }))
        case 'add_contact':
        case 'save_contact':
        case 'remove_contacts':
          return list
        default:
          return change satisfies never
      }
    },
    [...circles],
  )

/** A circle's members with all queued changes applied. */
export const membersAfter = (
  circleId: string,
  members: readonly SavedContact[],
  contacts: readonly Contact[],
  waiting: readonly Waiting[],
): SavedContact[] =>
  waiting.reduce<SavedContact[]>(
    (list, { change }) => {
      if (change.kind === 'remove_contacts') return list.filter(({ id }) => !change.ids.includes(id))
      if (!('id' in change) || change.id !== circleId) return list
      if (change.kind === 'take_out_of_circle') return list.filter(({ id }) => !change.contacts.includes(id))
      if (change.kind !== 'put_into_circle') return list
      const there = new Set(list.map(({ id }) => id))
      return [...list, ...contacts.filter(({ id }) => change.contacts.includes(id) && !there.has(id))]
    },
    [...members],
  )
