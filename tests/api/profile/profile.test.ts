import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { plainForm } from '../../../api/identity/look-alikes.ts'
import type { Browser } from '../../support/browser.ts'
import { issues, profileOf, publicProfileOf, put, saves } from '../../support/identity-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal, sends, transferOf } from '../../support/wallet-calls.ts'

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')

const FULL = {
  display_name: 'Countess',
  name: 'Augusta Ada King',
  organization: 'Analytical Engines Ltd',
  title: 'Analyst',
  bio: 'Notes on notes.\nAnd a second line, with "quotes" & <b>signs</b>.',
  website_url: 'https://ada.example/notes?x=1#g',
  phone_endpoint: '+12125550100',
}

describe('a profile', () => {
  it('begins with what the identity provider says', async () => {
    expect(await profileOf(ada)).toMatchObject({
      id: ada.id,
      display_name: null,
      bio: null,
      name: 'Ada Lovelace',
      organization: null,
      title: null,
      website_url: null,
      phone_endpoint: null,
      handle: 'ada',
      did: `did:youtility:${ada.id}`,
      kyc_status: 'verified',
      email: 'ada@youtility.example',
      shared: ['display_name', 'handle'],
      public_url: `${server.url}/members/${ada.id}`,
      handle_changeable_at: null,
    })
  })

  it('keeps what is saved, and leaves alone what is not sent', async () => {
    expect(await saves(ada, FULL)).toMatchObject(FULL)
    expect(await saves(ada, { title: 'Poetical scientist' })).toMatchObject({
      ...FULL,
      title: 'Poetical scientist',
    })
    expect(await profileOf(ada)).toMatchObject({ ...FULL, title: 'Poetical scientist' })
    expect((await profileOf(grace)).display_name).toBeNull()
  })

  it('takes null, nothing and blanks for "not given"', async () => {
    expect(await saves(ada, { display_name: '  ', bio: null, website_url: '', name: null })).toMatchObject({
      display_name: null,
      bio: null,
      website_url: null,
      name: 'Ada Lovelace',
      organization: FULL.organization,
    })
  })

  it('refuses names that pass for somebody else’s, by field, and keeps what it has', async () => {
    for (const [field, value, sentence] of [
      ['display_name', 'Youtility Support', 'The display name reads as if it were ours. Use your own name.'],
      ['name', 'Ada (@ada)', 'The full name cannot have an @ in it. Your handle is shown beside it anyway.'],
      ['organization', 'Y\u200boutility', expect.stringContaining('The organization has an invisible')],
      ['title', 'Analуst', expect.stringContaining('The title mixes letters')],
    ] as const)
      expect(await refusal(await put(grace, '/api/profile', { [field]: value }))).toMatchObject({
        status: 422,
        code: 'name_refused',
        fields: { [field]: sentence },
      })
    expect(await profileOf(grace)).toMatchObject({ display_name: null, name: 'Grace Hopper', title: null })
  })

  it('keeps a phone number as the world dials it, however it was typed', async () => {
    for (const [typed, kept] of [
      ['(212) 555-0100', '+12125550100'],
      ['+44 20 7946 0018', '+442079460018'],
      ['+1.212.555.0199', '+12125550199'],
    ] as const)
      expect((await saves(ada, { phone_endpoint: typed })).phone_endpoint).toBe(kept)
  })

  it.each(['+999 123', '5'.repeat(40)])('refuses %s, which nobody can dial', async (phone_endpoint) => {
    const before = await profileOf(ada)
    const answer = await refusal(await put(ada, '/api/profile', { title: 'Changed', phone_endpoint }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(Object.keys(answer.fields ?? {})).toEqual(['phone_endpoint'])
    expect(await profileOf(ada)).toEqual(before)
  })

  it('keeps script in a text as the text that it is', async () => {
    const bio = '<script>alert(1)</script> javascript:alert(1)'
    expect((await saves(ada, { bio })).bio).toBe(bio)
  })

  it('can be changed by nobody from another site', async () => {
    const response = await ada.fetch('/api/profile', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      body: '{"title":"Changed"}',
    })
    expect(response.status).toBe(403)
  })
})

describe('the public profile', () => {
  it('shows what is shared and has a value, and nothing else', async () => {
    await saves(ada, { ...FULL, shared: [] })
    expect(await publicProfileOf(server.url, ada.id)).toEqual({
      id: ada.id,
      did: `did:youtility:${ada.id}`,
      shared: {},
      credential: null,
    })
    await saves(ada, { organization: null, shared: ['title', 'organization', 'handle', 'title'] })
    const { shared } = await publicProfileOf(server.url, ada.id)
    expect(shared).toEqual({ title: FULL.title, handle: 'ada' })
  })

  it('carries the credential over exactly that', async () => {
    const { credential } = await issues(ada, 'ProfileCredential')
    expect(await publicProfileOf(server.url, ada.id)).toMatchObject({ credential })
    await saves(ada, { shared: ['email'] })
    const after = await publicProfileOf(server.url, ada.id)
    expect(after.shared).toEqual({ email: 'ada@youtility.example' })
    expect(after.credential?.credentialSubject).toEqual({
      id: `did:youtility:${ada.id}`,
      email: 'ada@youtility.example',
    })
  })

  it('is not there for anybody unknown', async () => {
    const path = (id: string) => `${server.url}/api/members/${id}/public-profile`
    expect(await refusal(await fetch(path(randomUUID())))).toMatchObject({
      status: 404,
      code: 'profile_not_found',
    })
    expect((await fetch(path('1'))).status).toBe(400)
  })
})

describe('the QR code', () => {
  it('is an image of the public page’s address, for the member alone', async () => {
    const response = await ada.fetch(`/api/profile/${ada.id}/qr`)
    const { qrCode, profile } = JSON.parse(await response.text())
    expect(profile).toEqual({ name: FULL.display_name, url: `${server.url}/members/${ada.id}` })
    const [, base64 = ''] = /^data:image\/svg\+xml;base64,(.+)$/.exec(qrCode) ?? []
    expect(Buffer.from(base64, 'base64').toString()).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 \d+ \d+"/)
    expect(await refusal(await grace.fetch(`/api/profile/${ada.id}/qr`))).toMatchObject({ status: 404 })
    expect((await ada.fetch('/api/profile/x/qr')).status).toBe(400)
  })
})

describe('a handle', () => {
  const changes = (member: Browser, handle: unknown) => put(member, '/api/profile/handle', { handle })

  it.each(['ada', '@ADA', 'support', 'Youtility'])('refuses %s, which is taken', async (handle) => {
    expect(await refusal(await changes(grace, handle))).toMatchObject({
      status: 422,
      code: 'handle_taken',
      fields: { handle: 'This handle is taken. Please choose another.' },
    })
    expect((await profileOf(grace)).handle).toBe('grace')
  })

  it('can be changed once in 30 days', async () => {
    const changed = await changes(grace, '@Admiral')
    expect(changed.status).toBe(200)
    const profile = await profileOf(grace)
    expect(profile.handle).toBe('admiral')
    expect(Date.parse(profile.handle_changeable_at ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
    expect((await changes(grace, 'admiral')).status).toBe(200)
    expect(await refusal(await changes(grace, 'commodore'))).toMatchObject({
      status: 422,
      code: 'handle_changed_recently',
      fields: { handle: expect.stringContaining('once in 30 days') },
    })
    expect((await profileOf(grace)).handle).toBe('admiral')
  })

  it('stays reserved for who had it, who is found by both', async () => {
    expect(await refusal(await changes(ada, 'grace'))).toMatchObject({ code: 'handle_taken' })
    for (const identifier of ['@grace', 'ADMIRAL']) {
      const response = await ada.fetch(`/api/members/lookup?identifier=${encodeURIComponent(identifier)}`)
      expect(JSON.parse(await response.text())).toMatchObject({
        handle: 'admiral',
        did: `did:youtility:${grace.id}`,
      })
    }
    const { recipient } = await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' })
    expect(recipient).toEqual({ name: 'Grace Hopper', handle: 'admiral' })
  })

  it('is not given to a newcomer while somebody has or had it', async () => {
    const { rows } = await server.pool.query('select handle, member_id from app.handle order by handle')
    expect(rows.filter(({ member_id }) => member_id === grace.id).map(({ handle }) => handle)).toEqual([
      'admiral',
      'grace',
    ])
    await expect(
      server.pool.query(
        `insert into app.member (id, issuer, subject, email, handle, given_name, family_name, name, created_at, signed_in_at)
         values (gen_random_uuid(), 'i', 's', 'grace@elsewhere.example', 'grace', '', '', '', now(), now())`,
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'member_handle_key' })
  })

  it('can go back after the time', async () => {
    await server.pool.query(
      `update app.profile set handle_changed_at = now() - interval '30 days 1 minute' where member_id = $1`,
      [grace.id],
    )
    expect((await profileOf(grace)).handle_changeable_at).toBeNull()
    expect((await changes(grace, 'grace')).status).toBe(200)
    expect(await refusal(await changes(ada, 'admiral'))).toMatchObject({ code: 'handle_taken' })
  })

  it('that looks like another is taken, and looks the same to the database', async () => {
    const [edsger, forms] = [
      await server.signIn('edsger'),
      ['ada_', 'a_d4', '4da', 'gr4ce', 'kather1ne', 'a1an'],
    ]
    for (const handle of forms)
      expect(await refusal(await changes(edsger, handle)), handle).toMatchObject({ code: 'handle_taken' })
    for (const handle of [...forms, 'adrnin', 'vvil_l0', 'x269', 'o_0ol1i3457b8'])
      expect((await server.pool.query('select app.plain_handle($1)', [handle])).rows).toEqual([
        { plain_handle: plainForm(handle) },
      ])
  })

  it('that is a slip away from a contact’s or an earlier payee’s is said at the look-up', async () => {
    const alan = await server.signIn('alan')
    expect((await changes(alan, 'katherinee')).status).toBe(200)
    const resembles = async (identifier: string) =>
      (await (await ada.fetch(`/api/members/lookup?identifier=${identifier}`)).json()).resembles
    expect(await resembles('katherinee')).toEqual({ handle: 'katherine', paid: false })
    const { transfer_id: id, position } = await sends(ada, {
      to_user_identifier: 'katherine',
      currency: 'YUT',
      amount: '1',
    })
    await transferOf(ada, id, position)
    expect(await resembles('katherinee')).toEqual({ handle: 'katherine', paid: true })
    expect(await resembles('katherine')).toBeUndefined()
    expect(await resembles('edsger')).toBeUndefined()
    // A contact is no proof: a program with the scope for contacts, or an imported file, may have made it.
    const contact = { contact_name: 'Katherine', contact_handle: 'katherinee' }
    expect((await ada.post('/api/contacts', contact)).status).toBe(201)
    expect(await resembles('katherinee')).toEqual({ handle: 'katherine', paid: true })
    const theirs = await sends(ada, { to_user_identifier: 'katherinee', currency: 'YUT', amount: '1' })
    await transferOf(ada, theirs.transfer_id, theirs.position)
    expect(await resembles('katherinee')).toBeUndefined()
  })
})

it('replaces a credential that claims the e-mail address, when a sign-in brings another', async () => {
  await saves(ada, { shared: ['email'] })
  await issues(ada, 'ProfileCredential', 200)
  await server.pool.query(`update app.member set email = 'countess@youtility.example' where id = $1`, [
    ada.id,
  ])
  await expect
    .poll(async () => (await publicProfileOf(server.url, ada.id)).credential?.credentialSubject, {
      timeout: 20_000,
    })
    .toMatchObject({ email: 'countess@youtility.example' })
})
