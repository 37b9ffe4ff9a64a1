import { type Circle, type SavedContact, tagOf, visibleStateOf } from '../contract/contacts.ts'
import { operations } from '../contract/operations.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { notModified, reply } from '../http/reply.ts'
import { writtenList } from '../http/written-list.ts'
import type { ContactsArea } from './context.ts'
import { blockedMembersOf, blockMember, unblockMember } from './blocked.ts'
import {
  addCircleMembers,
  circleMembersOf,
  circlesOf,
  createCircle,
  deleteCircle,
  knownCircle,
  removeCircleMember,
  updateCircle,
} from './circles.ts'
import {
  contactOf,
  createContact,
  deleteContact,
  deleteContacts,
  knownContact,
  updateContact,
} from './contacts.ts'
import { importContacts } from './import.ts'
import { bookActivityOf, contactsView } from './views.ts'

/** Whether the caller has the current version; weak and strong tags compare alike (RFC 9110, 13.1.2). */
const has = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** The header that `If-Match` of the next change takes. */
const tagged = (one: SavedContact | Circle) => ({ headers: { ETag: tagOf(visibleStateOf(one)) } })
const contactReply = (contact: SavedContact) => reply({ contact }, tagged(contact))
const circleReply = (circle: Circle) => reply({ circle }, tagged(circle))

const registerContactCalls = (api: ApiRouter, area: ContactsArea): void => {
  const whole = { ...area, pool: area.heavyPool }
  registerOperation(api, operations.listContacts, async ({ member, ctx }) => {
    const asOf = area.clock()
    const { etag, read } = await contactsView(whole, member.id)
    ctx.res.setHeader('ETag', etag)
    if (has(ctx.get('If-None-Match'), etag)) return notModified({ asOf })
    const { rows, shown } = await read()
    return writtenList('contacts', rows, shown, { asOf })
  })
  registerOperation(api, operations.getContact, async ({ member, params }) =>
    contactReply(await knownContact(area.pool, member.id, params.id)),
  )
  registerOperation(api, operations.createContact, async ({ member, body }) =>
    contactReply(await createContact(area, member.id, body)),
  )
  registerOperation(api, operations.updateContact, async ({ member, params, body, ctx }) =>
    contactReply(await updateContact(area, member.id, params.id, body, ctx.get('If-Match'))),
  )
  registerOperation(api, operations.deleteContact, ({ member, params }) =>
    deleteContact(area, member.id, params.id),
  )
  registerOperation(api, operations.deleteContacts, async ({ member, body }) => ({
    deleted: await deleteContacts(area, member.id, body.contact_ids),
  }))
  registerOperation(api, operations.importContacts, ({ member, body }) =>
    importContacts(whole, member.id, body),
  )
  registerOperation(api, operations.listBookActivity, async ({ member }) => {
    const asOf = area.clock()
    return reply({ activity: await bookActivityOf(area.pool, member.id) }, { asOf })
  })
}

const registerCircleCalls = (api: ApiRouter, area: ContactsArea): void => {
  registerOperation(api, operations.listCircles, async ({ member }) => {
    const asOf = area.clock()
    return reply({ circles: await circlesOf(area.pool, member.id) }, { asOf })
  })
  registerOperation(api, operations.getCircle, async ({ member, params }) =>
    circleReply(await knownCircle(area.pool, member.id, params.id)),
  )
  registerOperation(api, operations.createCircle, async ({ member, body }) =>
    circleReply(await createCircle(area, member.id, body)),
  )
  registerOperation(api, operations.updateCircle, async ({ member, params, body, ctx }) =>
    circleReply(await updateCircle(area, member.id, params.id, body, ctx.get('If-Match'))),
  )
  registerOperation(api, operations.deleteCircle, ({ member, params }) =>
    deleteCircle(area, member.id, params.id),
  )
  registerOperation(api, operations.listCircleMembers, async ({ member, params }) => {
    const asOf = area.clock()
    return writtenList('members', await circleMembersOf(area.pool, member.id, params.id), contactOf, { asOf })
  })
  registerOperation(api, operations.addCircleMember, async ({ member, params, body }) => {
    const { circle } = await addCircleMembers(area, member.id, params.id, [body.contactId])
    return { circle }
  })
  registerOperation(api, operations.addCircleMembers, ({ member, params, body }) =>
    addCircleMembers(area, member.id, params.id, body.contact_ids),
  )
  registerOperation(api, operations.removeCircleMember, async ({ member, params }) => ({
    circle: await removeCircleMember(area, member.id, params.circleId, params.contactId),
  }))
}

const registerBlocking = (api: ApiRouter, area: ContactsArea): void => {
  registerOperation(api, operations.listBlockedMembers, async ({ member }) => {
    const asOf = area.clock()
    return reply({ blocked: await blockedMembersOf(area, member.id) }, { asOf })
  })
  // Limited because its response reveals who is a member.
  registerOperation(
    api,
    operations.blockMember,
    async ({ member, body }) => ({ blocked: await blockMember(area, member.id, body.identifier) }),
    { limit: api.limits.lookup },
  )
  registerOperation(api, operations.unblockMember, ({ member, params }) =>
    unblockMember(area, member.id, params.id),
  )
}

/** Routes of contacts, circles and blocked members. */
export const registerContacts = (api: ApiRouter, area: ContactsArea): void => {
  registerContactCalls(api, area)
  registerCircleCalls(api, area)
  registerBlocking(api, area)
}
