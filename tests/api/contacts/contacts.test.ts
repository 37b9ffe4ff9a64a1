import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'
import { visibleStateOf, tagOf } from '../../../api/contract/contacts.ts'
import { activityOf, adds, circlesOf, contactsOf, creates, deletes, puts } from './calls.ts'

const server = testServer({ env: { SEED: 'none' } })
const ada = signedIn(server, 'ada')
beforeEach(() => server.pool.query('truncate app.contact, app.contact_circle_member'))

describe('POST and GET /api/contacts', () => {
  it('keeps what the specified call sends, and shows the specified defaults beside it', async () => {
    const added = await adds(ada, {
      contact_name: '  Mary Somerville ',
      contact_handle: '@Mary',
      phone_number: '(206) 555-0119',
      contact_type: 'family',
    })
    expect(added).toMatchObject({
      contact_name: 'Mary Somerville',
      contact_handle: '@Mary',
      phone_number: '+12065550119',
      contact_type: 'family',
    })
    expect(await contactsOf(ada)).toEqual([
      { ...added, status: 'offline', last_activity: null, messages: 0, calls: 0, data_usage: '0 MB' },
    ])
  })

  it('needs a name alone; lists the newest first', async () => {
    const first = await adds(ada, { contact_name: 'First' })
    expect(first).toMatchObject({ contact_handle: null, phone_number: null, contact_type: 'other' })
    const second = await adds(ada, { contact_name: 'Second', contact_handle: ' ', phone_number: '' })
    expect(second).toMatchObject({ contact_handle: null, phone_number: null })
    expect((await contactsOf(ada)).map(({ contact_name }) => contact_name)).toEqual(['Second', 'First'])
  })

  it('takes the names name, handle and phone for the same fields', async () => {
    expect(await adds(ada, { name: 'Anna', handle: '@anna', phone: '+44 1632 960158' })).toMatchObject({
      contact_name: 'Anna',
      contact_handle: '@anna',
      phone_number: '+441632960158',
    })
  })

  it.each([
    ['José Ángel Núñez'],
    ['👩‍👩‍👧‍👦 Familie 🎉'],
    ['ליאורה כהן'],
    ['محمد بن سلمان'],
    ["Robert'); drop table app.contact; --"],
    ['<img src=x onerror=alert(1)>'],
    ['x'.repeat(200)],
  ])('keeps the name %s', async (name) => {
    expect(await adds(ada, { contact_name: name })).toMatchObject({ contact_name: name.trim() })
    expect((await contactsOf(ada))[0]?.contact_name).toBe(name)
  })

  it.each([
    ['(206) 555-0119', 'US', '+12065550119'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['+49 151 23456789', 'US', '+4915123456789'],
    ['00 11', 'US', '00 11'],
    ['555-0119', 'US', '555-0119'],
    ['206-555-0119 ext 5', 'US', '206-555-0119 ext 5'],
    ['desk 12', 'US', 'desk 12'],
  ])('phone number %s in %s is kept as %s', async (typed, phone_country, kept) => {
    expect(await adds(ada, { contact_name: 'x', phone_number: typed, phone_country })).toMatchObject({
      phone_number: kept,
    })
  })

  it('makes one contact of a call that is repeated under its id', async () => {
    const id = randomUUID()
    const first = await adds(ada, { id, contact_name: 'Once' })
    expect(await adds(ada, { id, contact_name: 'Once' })).toEqual(first)
    expect(await contactsOf(ada)).toHaveLength(1)
  })

  it('holds 20,000 contacts and no more', async () => {
    await server.pool.query(
      `insert into app.contact (member_id, id, name, contact_type, created_at, updated_at)
       select $1, gen_random_uuid(), 'n' || n, 'other', now(), now() from generate_series(1, 19999) n`,
      [ada.id],
    )
    await adds(ada, { contact_name: 'The last one' })
    const answer = await refusal(await ada.post('/api/contacts', { contact_name: 'One more' }))
    expect(answer).toMatchObject({ status: 422, code: 'too_many_contacts', error: /20,000/ })
    expect(await contactsOf(ada)).toHaveLength(20_000)
  })

  it('adds at the same moment without passing the limit', async () => {
    await server.pool.query(
      `insert into app.contact (member_id, id, name, contact_type, created_at, updated_at)
       select $1, gen_random_uuid(), 'n' || n, 'other', now(), now() from generate_series(1, 19997) n`,
      [ada.id],
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ada.post('/api/contacts', { contact_name: `at once ${n}` })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201, 201, 201, 422, 422, 422, 422, 422,
    ])
  })
})

describe('PUT and DELETE /api/contacts/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const { id } = await adds(ada, {
      contact_name: 'Old',
      contact_handle: '@old',
      phone_number: '+12065550119',
    })
    const response = await puts(ada, `/api/contacts/${id}`, { contact_name: 'New', contact_type: 'business' })
    expect(response.status).toBe(200)
    expect((await contactsOf(ada))[0]).toMatchObject({
      contact_name: 'New',
      contact_handle: '@old',
      phone_number: '+12065550119',
      contact_type: 'business',
    })
    await puts(ada, `/api/contacts/${id}`, { contact_handle: null, phone_number: '' })
    expect((await contactsOf(ada))[0]).toMatchObject({ contact_handle: null, phone_number: null })
  })

  it('deletes one, and several at once', async () => {
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((name) => adds(ada, { name })))
    expect((await deletes(ada, `/api/contacts/${one?.id}`)).status).toBe(204)
    expect((await refusal(await deletes(ada, `/api/contacts/${one?.id}`))).status).toBe(404)
    const body = { contact_ids: [one?.id, two?.id] }
    expect(await (await ada.post('/api/contacts/delete', body)).json()).toEqual({ deleted: 1 })
    expect((await contactsOf(ada)).map(({ id }) => id)).toEqual([three?.id])
    expect((await refusal(await ada.post('/api/contacts/delete', { contact_ids: [] }))).error).toMatch(
      /at least one/,
    )
  })
})

describe('what a refresh costs', () => {
  const tagOf = async () => (await ada.fetch('/api/contacts')).headers.get('ETag') ?? ''
  const again = (tag: string) => ada.fetch('/api/contacts', { headers: { 'If-None-Match': tag } })

  it('is an empty 304 while nothing has changed, and the list when something has', async () => {
    const { id } = await adds(ada, { contact_name: 'A' })
    const tag = await tagOf()
    const same = await again(tag)
    expect([same.status, await same.text(), same.headers.get('ETag')]).toEqual([304, '', tag])
    expect(same.headers.get('As-Of')).toMatch(/^\d{4}-/)
    expect((await again(`W/${tag}`)).status).toBe(304)
    for (const change of [
      () => adds(ada, { contact_name: 'B' }),
      () => puts(ada, `/api/contacts/${id}`, { contact_name: 'C' }),
      () => deletes(ada, `/api/contacts/${id}`),
    ]) {
      const before = await tagOf()
      await change()
      expect((await again(before)).status).toBe(200)
    }
  })

  it('does not grow by a change that was refused', async () => {
    const tag = await tagOf()
    await ada.post('/api/contacts', { contact_name: '' })
    await deletes(ada, `/api/contacts/${randomUUID()}`)
    expect((await again(tag)).status).toBe(304)
  })
})

describe('GET /api/contacts/activity', () => {
  it('tells the last twenty changes, newest first, and keeps a hundred', async () => {
    for (let n = 0; n < 105; n++) await adds(ada, { contact_name: `c${n}` })
    const activity = await activityOf(ada)
    expect(activity).toHaveLength(20)
    expect(activity[0]).toMatchObject({ kind: 'contact_added', subject: 'c104', count: 1 })
    const { rows } = await server.pool.query('select from app.contact_activity where member_id = $1', [
      ada.id,
    ])
    expect(rows.length).toBe(100)
  })
})

it.each([
  ['PUT', '/api/contacts/import', 'POST, OPTIONS'],
  ['DELETE', `/api/contact-circles/${randomUUID()}/members/batch`, 'POST, OPTIONS'],
  ['GET', '/api/bills/settings', 'PUT, OPTIONS'],
])('%s %s is no wrong id but a wrong method, and the right ones are named', async (method, path, allowed) => {
  const answer = await ada.fetch(path, { method })
  expect(answer.headers.get('Allow')).toBe(allowed)
  expect(await refusal(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect((await ada.fetch(path, { method: 'OPTIONS' })).headers.get('Allow')).toBe(allowed)
})

describe('a change of what is not there any more', () => {
  const tagNow = async () => (await contactsOf(ada)).map((contact) => tagOf(visibleStateOf(contact)))[0] ?? ''

  it('of two devices that saw the same contact, the second is told instead of overwriting the first', async () => {
    const { id } = await adds(ada, { contact_name: 'José "the 👩‍👩‍👧" Núñez', phone_number: '(206) 555-0119' })
    const seen = await tagNow()
    const path = `/api/contacts/${id}`
    const first = { contact_name: 'José Núñez', phone_number: '(206) 555-0120' }
    expect((await puts(ada, path, first, seen)).status).toBe(200)
    // The same change again, as after a lost answer: it is no conflict with itself.
    expect((await puts(ada, path, first, seen)).status).toBe(200)
    expect(await refusal(await puts(ada, path, { contact_name: 'Pepe' }, seen))).toMatchObject({
      status: 412,
      code: 'changed_elsewhere',
    })
    expect(await contactsOf(ada)).toMatchObject([
      { contact_name: 'José Núñez', phone_number: '+12065550120' },
    ])
    expect((await puts(ada, path, { contact_name: 'A' }, `${seen}, ${await tagNow()}`)).status).toBe(200)
    expect((await puts(ada, path, { contact_name: 'B' }, '*')).status).toBe(200)
    expect((await puts(ada, path, { contact_name: 'C' })).status).toBe(200)
  })

  it.each([
    ['contact', '/api/contacts', { contact_name: 'José "👩‍👩‍👧" Núñez' }, { contact_name: 'Pepe' }],
    ['circle', '/api/contact-circles', { name: 'Family' }, { name: 'Relatives' }],
  ])(
    'a %s comes with the tag that its change takes, however it is read',
    async (kind, list, given, changed) => {
      const made = await ada.post(list, given)
      const path = `${list}/${String(Reflect.get(Object(Reflect.get(Object(await made.clone().json()), kind)), 'id'))}`
      const read = await ada.fetch(path)
      expect(await read.json()).toEqual(await made.json())
      const tag = read.headers.get('ETag') ?? ''
      expect(tag).toBe(made.headers.get('ETag'))
      const after = await puts(ada, path, changed, tag)
      expect(after.status).toBe(200)
      expect((await puts(ada, path, given, tag)).status).toBe(412)
      expect((await puts(ada, path, given, after.headers.get('ETag') ?? '')).status).toBe(200)
    },
  )

  it('at once: one of them is done, the other is told', async () => {
    const { id } = await adds(ada, { contact_name: 'Mary' })
    const seen = await tagNow()
    const both = ['Anna', 'Berta'].map((contact_name) =>
      puts(ada, `/api/contacts/${id}`, { contact_name }, seen),
    )
    expect(new Set((await Promise.all(both)).map(({ status }) => status))).toEqual(new Set([200, 412]))
  })

  it('is told of a circle too', async () => {
    const circle = await creates(ada, { name: 'Family' })
    const path = `/api/contact-circles/${circle.id}`
    const seen = tagOf(visibleStateOf(circle))
    expect((await puts(ada, path, { name: 'Relatives' }, seen)).status).toBe(200)
    expect((await puts(ada, path, { name: 'Friends' }, seen)).status).toBe(412)
    expect((await circlesOf(ada)).map(({ name }) => name)).toContain('Relatives')
  })
})
