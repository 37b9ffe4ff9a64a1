import { DAY_MS } from '../../events/calendar.ts'
import { derivedId } from '../../events/ids.ts'
import { changeBook, revisionOf } from '../contacts/changes.ts'
import { insertContacts, type NewContact } from '../contacts/contacts.ts'
import type { ContactType } from '../contract/contacts.ts'
import type { Profile } from '../identity/members.ts'
import type { Seeding } from './seeding.ts'

/** Numbers reserved for fiction (NANP 555-01xx; Ofcom's drama numbers). */
const OUTSIDERS: readonly (readonly [name: string, phone: string | null, type: ContactType])[] = [
  ['Annabella Byron', '+12025550143', 'family'],
  ['Mary Somerville', '+441632960158', 'friend'],
  ['José Ángel Núñez', '+13055550172', 'friend'],
  ['Harbor Street Dental', '+12065550119', 'business'],
  ['ליאורה כהן', '+12125550186', 'colleague'],
]
const TYPES: readonly ContactType[] = ['colleague', 'friend', 'colleague', 'family']

const CIRCLES: readonly {
  readonly name: string
  readonly description: string
  readonly color: string
  readonly holds: (contact: NewContact) => boolean
}[] = [
  {
    name: 'Family',
    description: 'Call on Sundays',
    color: '#ec4899',
    holds: ({ type }) => type === 'family',
  },
  {
    name: 'Work',
    description: 'Colleagues and the businesses we deal with',
    color: '#3b82f6',
    holds: ({ type }) => type === 'colleague' || type === 'business',
  },
  { name: 'Close friends', description: '', color: '#8b5cf6', holds: ({ type }) => type === 'friend' },
]

/** The other demo members and some outsiders, the newest first. */
const contactsFor = (owner: Profile, profiles: readonly Profile[], now: number): readonly NewContact[] => {
  const make = (
    index: number,
    name: string,
    handle: string | null,
    phoneNumber: string | null,
    type: ContactType,
  ) => ({
    id: derivedId('seed', 'contact', owner.subject, name),
    name,
    handle,
    phoneNumber,
    type,
    createdAt: new Date(now - (index * 5 + 1) * DAY_MS),
  })
  const members = profiles
    .filter(({ subject }) => subject !== owner.subject)
    .map(({ name, email }, index) => {
      const handle = `@${email.split('@')[0]}`
      return make(index, name ?? handle, handle, null, TYPES[index % TYPES.length] ?? 'other')
    })
  const outsiders = OUTSIDERS.map(([name, phone, type], index) =>
    make(members.length + index, name, null, phone, type),
  )
  return [...members, ...outsiders]
}

/**
 * Fills only address books that have never been changed, so that deleted contacts do not come back at the next start.
 */
export const seedContacts = async ({ pool, clock, members, profiles }: Seeding): Promise<void> => {
  for (const profile of profiles) {
    const { id: memberId } = await members.signedIn(profile)
    if ((await revisionOf(pool, memberId)) > 0n) continue
    const contacts = contactsFor(profile, profiles, clock().getTime())
    await changeBook({ pool, clock }, memberId, async (client) => {
      await insertContacts(client, memberId, contacts)
      for (const [index, { name, description, color, holds }] of CIRCLES.entries()) {
        const circleId = derivedId('seed', 'circle', profile.subject, name)
        const createdAt = new Date(clock().getTime() - (CIRCLES.length - index) * DAY_MS)
        await client.query(
          `insert into app.contact_circle (member_id, id, name, description, color, created_at)
           values ($1, $2, $3, $4, $5, $6)`,
          [memberId, circleId, name, description, color, createdAt],
        )
        await client.query(
          `insert into app.contact_circle_member (member_id, circle_id, contact_id)
           select $1, $2, contact_id from unnest($3::uuid[]) contact_id`,
          [memberId, circleId, contacts.filter(holds).map(({ id }) => id)],
        )
      }
      return {
        happened: {
          kind: 'contacts_imported',
          subject: contacts[0]?.name ?? '',
          count: contacts.length,
        },
        result: undefined,
      }
    })
  }
}
