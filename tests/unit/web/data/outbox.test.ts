// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Contact, type SavedContact, visibleStateOf, tagOf } from '../../../../api/contract/contacts.ts'
import { reportReached } from '../../../../web/data/connectivity.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { enqueue, waiting } from '../../../../web/data/outbox.ts'
import { insist, sendOutbox, undo } from '../../../../web/data/outbox-sending.ts'
import { type Change, type ContactChange, contactsAfter } from '../../../../web/data/outbox-model.ts'
import { dependsOn } from '../../../../web/data/outbox-order.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { person } from '../../contacts/people.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const fieldsOf = (contact_name: string): ContactChange => ({
  contact_name,
  contact_handle: '',
  phone_number: '',
  contact_type: 'friend',
  phone_country: 'US',
})
const add = (number: number, name: string): Change => ({
  kind: 'add_contact',
  id: idOf(number),
  fields: fieldsOf(name),
})
const save = (number: number, name: string): Change => ({
  kind: 'save_contact',
  id: idOf(number),
  fields: fieldsOf(name),
})
const remove = (number: number): Change => ({ kind: 'remove_contacts', ids: [idOf(number)] })

const AT = '2026-11-20T12:00:00.000Z'
const contactOf = (number: number, name: string): Contact =>
  person(name, { id: idOf(number), created_at: AT })

/** A simple fake server of contacts. `cut`: number of requests that arrive but whose response is lost. */
const book = { contacts: new Map<string, Contact>(), calls: [] as string[], cut: 0, busy: 0, down: false }
const Body = z.object({
  contact_name: z._default(z.string(), ''),
  id: z._default(z.string(), ''),
  contact_ids: z._default(z.array(z.string()), []),
})
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const serve = async (url: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> => {
  if (book.down) throw new TypeError('no network')
  const given = Body.parse(typeof body === 'string' ? JSON.parse(body) : {})
  const { contact_name: name } = given
  if (method === 'GET')
    return answer(
      url.startsWith('/api/contact-circles') ? { circles: [] } : { contacts: [...book.contacts.values()] },
    )
  const id = method === 'PUT' ? (url.split('/').at(-1) ?? '') : given.id
  if (book.busy > 0) {
    book.busy -= 1
    return answer({ error: 'Too many requests.', code: 'too_many_requests' }, 429)
  }
  book.calls.push(`${method} ${name}`)
  if (method === 'PUT' && !book.contacts.has(id))
    return answer({ error: 'There is no such contact.', code: 'contact_not_found' }, 404)
  if (url.endsWith('/delete')) {
    return answer({ deleted: given.contact_ids.filter((one) => book.contacts.delete(one)).length })
  }
  const before = book.contacts.get(id)
  const ifMatch = new Headers(headers).get('If-Match')
  const isRepeated = before?.contact_name === name.toUpperCase()
  if (before !== undefined && ifMatch !== null && ifMatch !== tagOf(visibleStateOf(before)) && !isRepeated)
    return answer({ error: 'It was changed elsewhere.', code: 'changed_elsewhere' }, 412)
  // The server normalizes names: a later change is based on the normalized name.
  const contact: Contact = { ...contactOf(0, name.toUpperCase()), id }
  book.contacts.set(id, contact)
  if (book.cut > 0) {
    book.cut -= 1
    throw new TypeError('the connection was cut')
  }
  const saved: SavedContact = contact
  return answer({ contact: saved }, method === 'POST' ? 201 : 200)
}

beforeEach(async () => {
  Object.assign(book, { contacts: new Map(), calls: [], cut: 0, busy: 0, down: false })
  vi.stubGlobal('fetch', serve)
  // The simulated one has locks that are null.
  vi.stubGlobal('navigator', {})
  beginEpoch()
  reportReached()
  await openMemberDatabase(crypto.randomUUID())
})
afterEach(async () => {
  vi.unstubAllGlobals()
  const database = memberDatabase()
  closeMemberDatabase()
  await database?.delete()
})

const names = () => [...book.contacts.values()].map(({ contact_name }) => contact_name)
const left = async () => (await waiting()).map(({ title, problem }) => [title, problem])

describe('what is shown meanwhile', () => {
  it('is what will be when everything has been done, in order', async () => {
    await enqueue(add(1, 'Ann'), 'Add Ann', null)
    await enqueue(save(1, 'Anna'), 'Change Anna', visibleStateOf(contactOf(1, 'Ann')))
    await enqueue(remove(2), 'Delete Bob', null)
    const shown = contactsAfter([contactOf(2, 'Bob'), contactOf(3, 'Eve')], await waiting())
    expect(shown.map(({ contact_name }) => contact_name)).toEqual(['Anna', 'Eve'])
  })
})

describe('sending', () => {
  it('sends ten changes once, in the order they were made', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    for (let number = 0; number < 8; number += 1) {
      const seen = visibleStateOf(contactOf(1, number === 0 ? 'a' : `a${number - 1}`))
      await enqueue(save(1, `a${number}`), `Change a${number}`, seen)
    }
    await enqueue(add(2, 'b'), 'Add b', null)
    await Promise.all([sendOutbox(), sendOutbox()])
    expect(book.calls).toEqual(['POST a', ...Array.from({ length: 8 }, (_, n) => `PUT a${n}`), 'POST b'])
    expect(names()).toEqual(['A7', 'B'])
    expect(await waiting()).toEqual([])
  })

  it('goes on where the connection was cut, without doing anything twice', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    await enqueue(add(2, 'b'), 'Add b', null)
    book.cut = 1
    await sendOutbox()
    expect(await left()).toHaveLength(2)
    reportReached()
    await sendOutbox()
    expect(names()).toEqual(['A', 'B'])
    expect(await waiting()).toEqual([])
  })

  it('stops where the server has no time, so that the order is kept', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    await enqueue(add(2, 'b'), 'Add b', null)
    book.busy = 1
    await sendOutbox()
    expect(book.calls).toEqual([])
    await sendOutbox()
    expect(book.calls).toEqual(['POST a', 'POST b'])
  })

  it('keeps everything while the server can’t be reached', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    book.down = true
    await sendOutbox()
    expect(await left()).toEqual([['Add a', null]])
  })
})

describe('a change that was sent and could not be noted as sent', () => {
  it('is no problem of the member: it is sent again, which changes nothing', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    const outbox = memberDatabase()?.outbox
    if (outbox === undefined) throw new Error('no database')
    const update = vi.spyOn(outbox, 'update').mockRejectedValue(new DOMException('It broke', 'DataError'))
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
    await sendOutbox()
    update.mockRestore()
    expect(await left()).toEqual([['Add a', null]])
    await sendOutbox()
    expect(names()).toEqual(['A'])
    expect(await waiting()).toEqual([])
  })
})

describe('a conflict', () => {
  it('is told instead of overwriting what was changed elsewhere; the member decides', async () => {
    book.contacts.set(idOf(1), contactOf(1, 'Elsewhere'))
    await enqueue(save(1, 'mine'), 'Change mine', visibleStateOf(contactOf(1, 'Before')))
    await enqueue(add(2, 'b'), 'Add b', null)
    await sendOutbox()
    expect(names()).toEqual(['Elsewhere', 'B'])
    expect(await left()).toEqual([['Change mine', expect.stringContaining('Elsewhere') as unknown]])
    await insist((await waiting())[0]?.place ?? 0)
    expect(names()).toEqual(['MINE', 'B'])
    expect(await waiting()).toEqual([])
  })

  it('is not our own change, whose answer was lost', async () => {
    book.contacts.set(idOf(1), contactOf(1, 'Before'))
    await enqueue(save(1, 'mine'), 'Change mine', visibleStateOf(contactOf(1, 'Before')))
    book.cut = 1
    await sendOutbox()
    expect(await left()).toEqual([['Change mine', null]])
    reportReached()
    await sendOutbox()
    expect(names()).toEqual(['MINE'])
    expect(await waiting()).toEqual([])
  })

  it('holds back what rests on it', async () => {
    await enqueue(save(1, 'gone'), 'Change gone', visibleStateOf(contactOf(1, 'Before')))
    await enqueue(save(1, 'again'), 'Change again', visibleStateOf(contactOf(1, 'gone')))
    await sendOutbox()
    expect(book.calls).toEqual(['PUT gone'])
    expect(await left()).toEqual([
      ['Change gone', 'It was deleted elsewhere meanwhile.'],
      ['Change again', null],
    ])
  })
})

describe('undoing', () => {
  it('takes one change back, and with a new contact whatever was done with it', async () => {
    await enqueue(add(1, 'a'), 'Add a', null)
    await enqueue(add(2, 'b'), 'Add b', null)
    await enqueue(save(1, 'aa'), 'Change aa', null)
    expect(dependsOn(save(1, 'aa'), add(1, 'a'))).toBe(true)
    expect(await undo((await waiting())[0]?.place ?? 0)).toBe(2)
    expect(await left()).toEqual([['Add b', null]])
    expect(await undo(-1)).toBe(0)
  })
})
