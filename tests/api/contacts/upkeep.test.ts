import { beforeAll, describe, expect, it } from 'vitest'
import { contactsData } from '../../../api/contacts/personal-data.ts'
import { testServer, type TestServer, type Member } from '../../support/test-server.ts'
import { adds, circlesOf, contactsOf, creates, membersOf } from './calls.ts'

const within = async <T>(
  server: TestServer,
  work: (client: Parameters<typeof contactsData.erase>[0]) => Promise<T>,
) => {
  const client = await server.pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

describe('a demo member', () => {
  let ada: Member
  const server = testServer()
  beforeAll(async () => {
    ada = await server.signIn('ada')
  })

  it('has contacts, more than a page of them, and circles with members', async () => {
    const contacts = await contactsOf(ada)
    expect(contacts.length).toBeGreaterThan(10)
    expect(contacts.map(({ contact_handle }) => contact_handle)).toContain('@grace')
    expect(contacts.map(({ contact_handle }) => contact_handle)).not.toContain('@ada')
    const circles = await circlesOf(ada)
    expect(circles.length).toBeGreaterThan(1)
    for (const { id, member_count } of circles) {
      expect(member_count).toBeGreaterThan(0)
      expect(await membersOf(ada, id)).toHaveLength(member_count)
    }
  })

  it('does not get back what they deleted', async () => {
    const contact_ids = (await contactsOf(ada)).map(({ id }) => id)
    await ada.post('/api/contacts/delete', { contact_ids })
    await server.restart()
    expect(await contactsOf(await server.signIn('ada'))).toEqual([])
  })
})

describe('personal data', () => {
  let ada: Member
  let grace: Member
  const server = testServer({ env: { SEED: 'none' } })
  beforeAll(async () => {
    ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    for (const member of [ada, grace]) {
      const contact = await adds(member, { contact_name: 'Ann', phone_number: '+12065550119' })
      const circle = await creates(member, { name: 'Team', description: 'why' })
      await member.post(`/api/contact-circles/${circle.id}/members`, { contactId: contact.id })
    }
  })

  it('is exported whole', async () => {
    const exported = await within(server, (client) => contactsData.exportOf(client, ada.id))
    expect(exported).toMatchObject({
      contacts: [{ name: 'Ann', phone_number: '+12065550119' }],
      circles: [{ name: 'Team', description: 'why' }],
      circle_members: [{}],
      activity: [{}, {}, { kind: 'members_added' }],
    })
  })

  it('is erased without a trace, and nobody else’s with it', async () => {
    for (let time = 0; time < 2; time++) await within(server, (client) => contactsData.erase(client, ada.id))
    const { rows } = await server.pool.query<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'app' and column_name = 'member_id' and table_name like 'contact%'`,
    )
    expect(rows.length).toBe(5)
    for (const { table_name } of rows) {
      const left = await server.pool.query(`select from app.${table_name} where member_id = $1`, [ada.id])
      expect(`${table_name} ${left.rowCount}`).toBe(`${table_name} 0`)
    }
    expect(await contactsOf(grace)).toHaveLength(1)
    expect((await circlesOf(grace))[0]?.member_count).toBe(1)
  })
})
