// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { visibleStateOf, tagOf } from '../../../../api/contract/contacts.ts'
import { eraseEntries, eraseMembers, rememberMember } from '../../../../web/data/at-rest.ts'
import { onSessionEnd } from '../../../../web/data/client.ts'
import { reportReached } from '../../../../web/data/connectivity.ts'
import { saveContact } from '../../../../web/data/contact-changes.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { waiting } from '../../../../web/data/outbox.ts'
import { sendOutbox } from '../../../../web/data/outbox-sending.ts'
import { closeMemberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { person } from '../../contacts/people.ts'

const contact = person('Ann')
const fields = {
  contact_name: 'Anna',
  contact_handle: '',
  phone_number: '',
  contact_type: 'friend',
  phone_country: 'US',
} as const

let ada = ''
let signedIn = false
const puts: (string | null)[] = []
/** Runs while a request is pending. */
let meanwhile = async (): Promise<void> => undefined
const serve = async (_url: string, { method = 'GET', headers }: RequestInit): Promise<Response> => {
  await meanwhile()
  if (!signedIn)
    return new Response(JSON.stringify({ error: 'Please sign in.', code: 'not_signed_in' }), { status: 401 })
  if (method === 'PUT') puts.push(new Headers(headers).get('If-Match'))
  return new Response(JSON.stringify({ contact: { ...contact, contact_name: 'Anna' } }))
}
const signIn = async (memberId: string) => {
  eraseEntries(memberId)
  rememberMember(memberId)
  await openMemberDatabase(memberId)
  signedIn = true
}
let off = (): void => undefined

beforeEach(async () => {
  ada = crypto.randomUUID()
  puts.length = 0
  meanwhile = async () => undefined
  vi.stubGlobal('fetch', serve)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  // Only one tab, so the lock is always free.
  const request = (_name: string, work: () => Promise<void>) => work()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  beginEpoch()
  reportReached()
  await signIn(ada)
  signedIn = false
  off = onSessionEnd(() => {
    beginEpoch()
    closeMemberDatabase()
  })
})
afterEach(async () => {
  off()
  Reflect.deleteProperty(navigator, 'locks')
  closeMemberDatabase()
  await eraseMembers(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('an edit whose session ends while it is saved', () => {
  it('is done when the same member is back, of what they saw', async () => {
    expect(await saveContact(contact, fields)).toEqual({ queued: true, title: 'Change Anna' })
    await signIn(ada)
    await sendOutbox()
    expect(puts).toEqual([tagOf(visibleStateOf(contact))])
    expect(await waiting()).toEqual([])
    await sendOutbox()
    expect(puts).toHaveLength(1)
  })

  it('is nobody else’s', async () => {
    await saveContact(contact, fields)
    await signIn(crypto.randomUUID())
    await sendOutbox()
    expect(puts).toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  it('is not kept when the member signs out elsewhere', async () => {
    meanwhile = () => eraseMembers(null)
    await expect(saveContact(contact, fields)).rejects.toThrow('Please sign in.')
    expect(sessionStorage).toHaveLength(0)
  })
})
