import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { contactOperations } from '../../../api/contract/contact-operations.ts'
import { openBrowser } from '../../support/browser.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { activityOf, adds, circlesOf, contactsOf, creates, membersOf } from './calls.ts'

/** Ids of Ada's things, and of Grace's own. */
let hers = { contact: '', circle: '' }
let mine = { contact: '', circle: '' }
const server = testServer({ env: { SEED: 'none' } })
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  const make = async (member: Member, name: string) => {
    const contact = (await adds(member, { contact_name: name })).id
    const circle = (await creates(member, { name: `${name}'s circle` })).id
    await member.post(`/api/contact-circles/${circle}/members`, { contactId: contact })
    return { contact, circle }
  }
  hers = await make(ada, 'Secret of Ada')
  mine = await make(grace, 'Mine')
})

/** Every call with an id, with one of Ada's ids in each place. */
const attempts = (): readonly (readonly [method: string, path: string, body?: unknown])[] => [
  ['PUT', `/api/contacts/${hers.contact}`, { contact_name: 'Taken over' }],
  ['DELETE', `/api/contacts/${hers.contact}`],
  ['PUT', `/api/contact-circles/${hers.circle}`, { name: 'Taken over' }],
  ['DELETE', `/api/contact-circles/${hers.circle}`],
  ['GET', `/api/contact-circles/${hers.circle}/members`],
  ['POST', `/api/contact-circles/${hers.circle}/members`, { contactId: mine.contact }],
  ['POST', `/api/contact-circles/${mine.circle}/members`, { contactId: hers.contact }],
  ['POST', `/api/contact-circles/${hers.circle}/members`, { contactId: hers.contact }],
  ['POST', `/api/contact-circles/${hers.circle}/members/batch`, { contact_ids: [mine.contact] }],
  [
    'POST',
    `/api/contact-circles/${mine.circle}/members/batch`,
    { contact_ids: [mine.contact, hers.contact] },
  ],
  ['DELETE', `/api/contact-circles/${hers.circle}/members/${hers.contact}`],
  ['DELETE', `/api/contact-circles/${hers.circle}/members/${mine.contact}`],
  ['DELETE', `/api/contact-circles/${mine.circle}/members/${hers.contact}`],
]

const asked = (member: Pick<Member, 'fetch'>, [method, path, body]: readonly [string, string, unknown?]) =>
  member.fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

const bookOf = async (member: Member) => {
  const circles = await circlesOf(member)
  return [
    await contactsOf(member),
    circles,
    await Promise.all(circles.map(({ id }) => membersOf(member, id))),
    await activityOf(member),
  ]
}

describe("another member's contacts and circles", () => {
  it('are not found under any id in any call, and nothing about them is told or changed', async () => {
    const before = await Promise.all([bookOf(ada), bookOf(grace)])
    for (const attempt of attempts()) {
      const response = await asked(grace, attempt)
      const text = await response.text()
      expect(`${response.status} ${attempt[0]} ${attempt[1]}`).toBe(`404 ${attempt[0]} ${attempt[1]}`)
      expect(text).not.toMatch(/Secret|Ada/)
    }
    expect(await Promise.all([bookOf(ada), bookOf(grace)])).toEqual(before)
  })

  it('answers as for ids that nobody has', async () => {
    const nobody = '3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'
    for (const [method, path, body] of attempts()) {
      const unknown = (text: string) => text.replaceAll(hers.contact, nobody).replaceAll(hers.circle, nobody)
      const [known, other] = await Promise.all([
        asked(grace, [method, path, body]),
        asked(grace, [method, unknown(path), body && JSON.parse(unknown(JSON.stringify(body)))]),
      ])
      expect([known.status, await known.text()]).toEqual([other.status, await other.text()])
    }
  })

  it('are passed over by a deletion of several', async () => {
    const response = await grace.post('/api/contacts/delete', { contact_ids: [hers.contact] })
    expect(await response.json()).toEqual({ deleted: 0 })
    expect(await contactsOf(ada)).toHaveLength(1)
  })

  it('do not get in the way of an id that somebody else chooses too', async () => {
    const taken = await adds(grace, { id: hers.contact, contact_name: 'The same id' })
    expect(taken.contact_name).toBe('The same id')
    expect((await contactsOf(ada)).map(({ contact_name }) => contact_name)).toEqual(['Secret of Ada'])
    await grace.post('/api/contacts/delete', { contact_ids: [hers.contact] })
    expect(await contactsOf(ada)).toHaveLength(1)
  })

  it('stay out of the lists', async () => {
    const seen = JSON.stringify(await bookOf(grace))
    expect(seen).not.toContain('Secret')
    expect(seen).toContain('Mine')
  })
})

describe('without a session', () => {
  const calls: readonly Operation[] = Object.values(contactOperations)
  it.each(calls.map((call) => [call.id, call] as const))('%s is 401', async (_id, call) => {
    const path = call.path.replaceAll(/\{\w+\}/g, hers.contact)
    const response = await openBrowser(server.url).fetch(path, { method: call.method })
    expect(response.status).toBe(401)
  })
})
