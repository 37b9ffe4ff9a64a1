import { beforeEach, describe, expect, it } from 'vitest'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'
import { activityOf, adds, contactsOf, imports, lineOf } from './calls.ts'

const server = testServer({ env: { SEED: 'none' } })
const ada = signedIn(server, 'ada')
beforeEach(() => server.pool.query('truncate app.contact, app.contact_circle_member'))

const GOOD = [
  lineOf(2, 'Ann', { phone_number: '(206) 555-0119', contact_type: 'Friends', contact_handle: '@ann' }),
  lineOf(3, '  Bob 🎉 ', { phone_number: 'desk 12', contact_type: 'BUSINESS' }),
]
const BAD = [
  lineOf(4, ''),
  lineOf(5, 'x'.repeat(300)),
  lineOf(6, 'Carl', { contact_type: 'enemy' }),
  lineOf(7, 'Dora', { phone_number: '1'.repeat(50), contact_handle: 'a\nb' }),
]

describe('looking at a file', () => {
  it('shows contacts as they would be saved, and saves nothing', async () => {
    expect(await imports(ada, { contacts: GOOD, commit: false })).toEqual({
      imported: 2,
      duplicates: [],
      errors: [],
      preview: [
        {
          line: 2,
          contact_name: 'Ann',
          contact_handle: '@ann',
          phone_number: '+12065550119',
          contact_type: 'friend',
        },
        {
          line: 3,
          contact_name: 'Bob 🎉',
          contact_handle: null,
          phone_number: 'desk 12',
          contact_type: 'business',
        },
      ],
    })
    expect(await contactsOf(ada)).toEqual([])
  })

  it('names the line, the field and what is wrong', async () => {
    const { imported, errors } = await imports(ada, { contacts: [...GOOD, ...BAD], commit: false })
    expect(imported).toBe(2)
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [4, 'contact_name'],
      [5, 'contact_name'],
      [6, 'contact_type'],
      [7, 'contact_handle'],
      [7, 'phone_number'],
    ])
    expect(errors.map(({ error }) => error).join(' ')).toMatch(/Enter a name.*200 characters.*one of: friend/)
  })

  it('finds who is there already, in the book and in the file', async () => {
    await adds(ada, { contact_name: 'ann', contact_handle: '@Ann', phone_number: '+12065550119' })
    const contacts = [...GOOD, lineOf(9, 'bob 🎉', { phone_number: 'desk 12' })]
    expect((await imports(ada, { contacts, commit: false })).duplicates).toEqual([2, 9])
  })

  it('reads national numbers in the country that is named', async () => {
    const body = { contacts: [lineOf(1, 'A', { phone_number: '0151 23456789' })], phone_country: 'DE' }
    expect((await imports(ada, { ...body, commit: false })).preview[0]?.phone_number).toBe('+4915123456789')
    const unknown = await ada.post('/api/contacts/import', { ...body, phone_country: 'XX', commit: false })
    expect((await refusal(unknown)).fields).toHaveProperty('phone_country')
  })
})

describe('saving a file', () => {
  it('saves all', async () => {
    expect(await imports(ada, { contacts: GOOD, commit: true })).toMatchObject({ imported: 2 })
    expect((await contactsOf(ada)).map(({ contact_name }) => contact_name).sort()).toEqual(['Ann', 'Bob 🎉'])
    expect((await activityOf(ada))[0]).toMatchObject({ kind: 'contacts_imported', count: 2 })
  })

  it('lets the rest in when lines are wrong, and tells them', async () => {
    const contacts = [...GOOD, ...BAD]
    const { imported, errors } = await imports(ada, { contacts, commit: true })
    expect(imported).toBe(2)
    expect(errors).toContainEqual({ line: 4, field: 'contact_name', error: 'Enter a name.' })
    expect((await contactsOf(ada)).map(({ contact_name }) => contact_name).sort()).toEqual(['Ann', 'Bob 🎉'])
    expect(await imports(ada, { contacts: BAD, commit: true })).toMatchObject({ imported: 0, preview: [] })
  })

  it('passes over who is there already, so that a repeated call adds nobody; unless it is told not to', async () => {
    await imports(ada, { contacts: GOOD, commit: true })
    expect(await imports(ada, { contacts: GOOD, commit: true })).toMatchObject({
      imported: 0,
      duplicates: [2, 3],
    })
    expect(await contactsOf(ada)).toHaveLength(2)
    await imports(ada, { contacts: GOOD, commit: true, skip_duplicates: false })
    expect(await contactsOf(ada)).toHaveLength(4)
  })

  it('takes 5,000 lines and saves none of 5,001, nor of what does not fit into the book', async () => {
    const many = Array.from({ length: 5_001 }, (_, n) => lineOf(n + 1, `n${n}`))
    const over = await refusal(await ada.post('/api/contacts/import', { contacts: many, commit: true }))
    expect(over).toMatchObject({ status: 400, error: /at most 5,000/ })
    const contacts = many.slice(1)
    expect(await imports(ada, { contacts, commit: true })).toMatchObject({ imported: 5_000 })
    await server.pool.query(
      `insert into app.contact (member_id, id, name, contact_type, created_at, updated_at)
       select $1, gen_random_uuid(), 'm' || n, 'other', now(), now() from generate_series(1, 14999) n`,
      [ada.id],
    )
    const full = await refusal(await ada.post('/api/contacts/import', { contacts: GOOD, commit: true }))
    expect(full).toMatchObject({ status: 422, code: 'too_many_contacts' })
    expect(await contactsOf(ada)).toHaveLength(19_999)
  })

  it('is refused without lines', async () => {
    const answer = await refusal(await ada.post('/api/contacts/import', { contacts: [], commit: true }))
    expect(answer.error).toBe('There are no contacts in this file.')
  })
})
