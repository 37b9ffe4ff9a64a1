import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { CIRCLE_COLORS } from '../../../api/contract/contacts.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'
import { activityOf, adds, circlesOf, contactsOf, creates, deletes, membersOf, puts } from './calls.ts'

const server = testServer({ env: { SEED: 'none' } })
const ada = signedIn(server, 'ada')
beforeEach(() => server.pool.query('truncate app.contact, app.contact_circle, app.contact_circle_member'))

const path = (circle: { id: string }) => `/api/contact-circles/${circle.id}`
const put = (circle: { id: string }, contact: { id: string }) =>
  ada.post(`${path(circle)}/members`, { contactId: contact.id })

describe('circles', () => {
  it('are created with the specified default color, and listed oldest first', async () => {
    const family = await creates(ada, { name: ' Family ' })
    expect(family).toMatchObject({ name: 'Family', description: '', color: '#8b5cf6', member_count: 0 })
    await creates(ada, { name: 'Work 👷', description: 'Nine to five', color: '#14b8a6' })
    expect((await circlesOf(ada)).map(({ name }) => name)).toEqual(['Family', 'Work 👷'])
  })

  it.each(CIRCLE_COLORS)('may be %s', async (color) => {
    expect((await creates(ada, { name: 'x', color })).color).toBe(color)
  })

  it('are changed and deleted; their contacts stay', async () => {
    const circle = await creates(ada, { name: 'Old', description: 'was' })
    const contact = await adds(ada, { contact_name: 'Ann' })
    await put(circle, contact)
    const body = { name: 'New', description: '', color: '#ef4444' }
    expect(await (await puts(ada, path(circle), body)).json()).toMatchObject({
      circle: { id: circle.id, ...body, member_count: 1 },
    })
    expect((await deletes(ada, path(circle))).status).toBe(204)
    expect((await refusal(await deletes(ada, path(circle)))).status).toBe(404)
    expect(await circlesOf(ada)).toEqual([])
    expect(await contactsOf(ada)).toHaveLength(1)
  })

  it('are at most fifty, also at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 52 }, (_, n) => ada.post('/api/contact-circles', { name: `c${n}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    const refused = await refusal(await ada.post('/api/contact-circles', { name: 'more' }))
    expect(refused).toMatchObject({ status: 422, code: 'too_many_circles', error: /50 circles/ })
  })

  it('are made once by a call that is repeated under its id', async () => {
    const id = randomUUID()
    expect(await creates(ada, { id, name: 'Once' })).toEqual(await creates(ada, { id, name: 'Once' }))
    expect(await circlesOf(ada)).toHaveLength(1)
  })
})

describe('members of a circle', () => {
  it('are toggled one by one, and the count is right at once', async () => {
    const circle = await creates(ada, { name: 'Team' })
    const [ann, bob] = [await adds(ada, { name: 'ann' }), await adds(ada, { name: 'Bob' })]
    expect(await (await put(circle, bob)).json()).toMatchObject({ circle: { member_count: 1 } })
    expect(await (await put(circle, ann)).json()).toMatchObject({ circle: { member_count: 2 } })
    expect(await (await put(circle, ann)).json()).toMatchObject({ circle: { member_count: 2 } })
    expect((await membersOf(ada, circle.id)).map(({ id }) => id)).toEqual([ann.id, bob.id])
    const out = await deletes(ada, `${path(circle)}/members/${bob.id}`)
    expect(await out.json()).toMatchObject({ circle: { member_count: 1 } })
    const again = await deletes(ada, `${path(circle)}/members/${bob.id}`)
    expect(await again.json()).toMatchObject({ circle: { member_count: 1 } })
    expect((await circlesOf(ada))[0]?.member_count).toBe(1)
  })

  it('say what kind of circle it is: the type of most of them', async () => {
    const { id } = await creates(ada, { name: 'North' })
    const mostly = async () => (await circlesOf(ada)).find((one) => one.id === id)?.mostly
    expect(await mostly()).toBeNull()
    for (const type of ['friend', 'colleague', 'colleague'])
      await put({ id }, await adds(ada, { name: `One ${type}`, contact_type: type }))
    expect(await mostly()).toBe('colleague')
  })

  it('leave with their contact', async () => {
    const circle = await creates(ada, { name: 'Team' })
    const ann = await adds(ada, { name: 'Ann' })
    await put(circle, ann)
    await deletes(ada, `/api/contacts/${ann.id}`)
    expect((await circlesOf(ada))[0]?.member_count).toBe(0)
  })

  it('come many at once, all or none', async () => {
    const circle = await creates(ada, { name: 'Team' })
    const contacts = await Promise.all(['a', 'b', 'c'].map((name) => adds(ada, { name })))
    const contact_ids = contacts.map(({ id }) => id)
    await put(circle, contacts[0] ?? { id: '' })
    const bad = await ada.post(`${path(circle)}/members/batch`, {
      contact_ids: [...contact_ids, randomUUID()],
    })
    expect((await refusal(bad)).status).toBe(404)
    expect((await circlesOf(ada))[0]?.member_count).toBe(1)
    const good = await ada.post(`${path(circle)}/members/batch`, { contact_ids })
    expect(await good.json()).toMatchObject({ added: 2, circle: { member_count: 3 } })
  })

  it('are at most 5,000', async () => {
    const circle = await creates(ada, { name: 'Crowd' })
    await server.pool.query(
      `with made as (
         insert into app.contact (member_id, id, name, contact_type, created_at, updated_at)
         select $1, gen_random_uuid(), 'n' || n, 'other', now(), now() from generate_series(1, 5000) n returning id)
       insert into app.contact_circle_member select $1, $2, id from made`,
      [ada.id, circle.id],
    )
    const answer = await refusal(await put(circle, await adds(ada, { name: 'One more' })))
    expect(answer).toMatchObject({ status: 422, code: 'circle_full', error: /5,000/ })
    expect((await circlesOf(ada))[0]?.member_count).toBe(5_000)
  })

  it('are told of in the activity', async () => {
    const circle = await creates(ada, { name: 'Told' })
    await put(circle, await adds(ada, { name: 'Ann' }))
    await deletes(ada, path(circle))
    expect((await activityOf(ada)).slice(0, 4).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['circle_deleted', 'Told'],
      ['members_added', 'Told'],
      ['contact_added', 'Ann'],
      ['circle_created', 'Told'],
    ])
  })
})
