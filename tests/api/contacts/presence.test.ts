import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS, standingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer, type Member } from '../../support/test-server.ts'
import { adds, contactsOf, deletes } from './calls.ts'

const clock = standingClock('2030-05-06T10:00:30.000Z')
let ada: Member
let grace: Member
const server = testServer({ env: { SEED: 'none' }, clock })
beforeEach(async () => {
  await server.pool.query('truncate app.contact, app.contact_circle_member, app.session')
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
})

const standing = async (member: Member) => {
  const [contact] = await contactsOf(member)
  return [contact?.status, contact?.last_activity]
}
const known = () =>
  Promise.all([
    adds(ada, { contact_name: 'Grace', contact_handle: '@Grace' }),
    adds(grace, { contact_name: 'Ada', contact_handle: 'ADA' }),
  ])

describe('members who have each other as contacts', () => {
  it('see each other online, away after 3 minutes, and gone after 15', async () => {
    await known()
    const seen = new Date(Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS).toISOString()
    expect(await standing(ada)).toEqual(['online', seen])
    clock.forward(3 * MINUTE_MS)
    expect(await standing(ada)).toEqual(['away', seen])
    clock.forward(12 * MINUTE_MS)
    expect(await standing(ada)).toEqual(['offline', seen])
    // Presence is stored after the answer.
    await eventually(async () => (await standing(grace))[0] === 'online', 'Ada is seen online')
    await eventually(async () => (await standing(ada))[0] === 'online', 'Grace is seen online')
  })

  it('are told by another answer than 304', async () => {
    await known()
    const tag = (await ada.fetch('/api/contacts')).headers.get('ETag') ?? ''
    const again = () => ada.fetch('/api/contacts', { headers: { 'If-None-Match': tag } })
    expect((await again()).status).toBe(304)
    clock.forward(4 * MINUTE_MS)
    expect((await again()).status).toBe(200)
  })

  it('see nothing any more of who signed out', async () => {
    await known()
    await grace.post('/api/logout')
    expect(await standing(ada)).toEqual(['offline', null])
  })
})

describe('who is not in the other’s book', () => {
  it('learns nothing by writing down a handle', async () => {
    await adds(ada, { contact_name: 'Grace', contact_handle: '@grace' })
    expect(await standing(ada)).toEqual(['offline', null])
  })

  it('learns nothing any more once they are taken out', async () => {
    const [, back] = await known()
    await deletes(grace, `/api/contacts/${back.id}`)
    expect(await standing(ada)).toEqual(['offline', null])
  })

  it('does not see themselves', async () => {
    await adds(ada, { contact_name: 'Me', contact_handle: '@ada' })
    expect(await standing(ada)).toEqual(['offline', null])
  })
})
