import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVELOPMENT_ISSUER } from '../../api/sandbox/identity-provider/demo-members.ts'
import type { Profile } from '../../api/identity/members.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const profile = (subject: string, email: string): Profile => ({
  issuer: 'https://issuer.example',
  subject,
  email,
  givenName: 'Some',
  familyName: 'Body',
  name: 'Some Body',
  picture: null,
})

let app: TestApp
let ada: Browser
let adaId = ''
let graceId = ''
beforeAll(async () => {
  app = await startTestApp({ hasPaid: async (_sender, recipient) => recipient === graceId })
  ada = openBrowser(app.url)
  adaId = (await ada.signIn('ada')).id
  graceId = (await openBrowser(app.url).signIn('grace')).id
})
afterAll(() => app.stop())

const lookup = (identifier: string) =>
  ada.fetch(`/api/members/lookup?identifier=${encodeURIComponent(identifier)}`)

describe('a payee look-up', () => {
  it.each([['grace'], ['@grace'], ['@GRACE'], [' grace '], ['Grace@Youtility.Example']])(
    'finds %j',
    async (text) => {
      const response = await lookup(text)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        name: 'Grace Hopper',
        handle: 'grace',
        did: `did:youtility:${graceId}`,
        known: true,
      })
    },
  )

  it('finds a DID, and says who was never paid', async () => {
    expect(await (await lookup(`did:youtility:${adaId}`)).json()).toMatchObject({
      handle: 'ada',
      known: false,
    })
    expect((await lookup(`DID:Youtility:${adaId.toUpperCase()}`)).status).toBe(200)
  })

  it.each([
    ['gracious'],
    ['grac'],
    ['grace@'],
    ['%'],
    ['did:youtility:x'],
    ['did:web:x'],
    ['did:youtility:3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'],
  ])('does not find %j', async (text) => {
    const response = await lookup(text)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'recipient_not_found' })
  })

  it('does not guess between members with one e-mail address', async () => {
    await app.members.signedIn(profile('twin-1', 'twin@example.com'))
    await app.members.signedIn(profile('twin-2', 'Twin@example.com'))
    expect((await lookup('twin@example.com')).status).toBe(404)
  })

  it('needs an identifier', async () => {
    expect(await (await ada.fetch('/api/members/lookup')).json()).toMatchObject({
      error: 'Please specify the recipient',
    })
    expect((await openBrowser(app.url).fetch('/api/members/lookup?identifier=ada')).status).toBe(401)
  })
})

describe('members', () => {
  it('are one per issuer and subject, also when they sign in twice at once', async () => {
    const { members } = app
    const same = await Promise.all(
      Array.from({ length: 10 }, () => members.signedIn(profile('same', 'same@example.com'))),
    )
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  })

  it('get different handles for equal names, also at once, and none from their addresses', async () => {
    const { members } = app
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        members.signedIn(profile(`j${index}`, `Jo.Ann@${index}.example`)),
      ),
    )
    const handles = many.map(({ handle }) => handle)
    expect(new Set(handles).size).toBe(12)
    for (const handle of handles) expect(handle).toMatch(/^some(_|$)/)
  })

  it('keep id and handle when the provider tells of a new name and address', async () => {
    const { members } = app
    const first = await members.signedIn(profile('moved', 'before@example.com'))
    const second = await members.signedIn({ ...profile('moved', 'after@example.com'), name: 'New Name' })
    expect(second).toMatchObject({
      id: first.id,
      handle: first.handle,
      email: 'after@example.com',
      name: 'New Name',
    })
  })

  it('of the sandbox are keyed by an issuer that knows no port', async () => {
    const { rows } = await app.pool.query<{ issuer: string }>(
      'select issuer from app.member where handle = $1',
      ['ada'],
    )
    expect(rows).toEqual([{ issuer: DEVELOPMENT_ISSUER }])
  })

  it('are read many at once by id', async () => {
    const found = await app.members.byIds([adaId, graceId, adaId, '3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'])
    expect([...found.keys()].toSorted()).toEqual([adaId, graceId].toSorted())
  })
})
