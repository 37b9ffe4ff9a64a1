import { describe, expect, it } from 'vitest'
import { credentialEvents } from '../../../events/credentials/events.ts'
import { credentialOfJwt } from '../../support/credential-jwt.ts'
import {
  credentialsOf,
  issues,
  profileOf,
  publicProfileOf,
  put,
  revokes,
  saves,
} from '../../support/identity-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'
import { verifyIndependently, verifyJwtIndependently } from './independent-verifier.ts'

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
const katherine = signedIn(server, 'katherine')
const alan = signedIn(server, 'alan')

const factsOf = async (id: string) =>
  Array.fromAsync(server.ledger.store.readStream(credentialEvents.streamOf(id)), ({ type, data }) => ({
    type,
    data,
  }))

describe('issuing', () => {
  it('begins with none, then gives one of each type, which stays while it holds', async () => {
    expect(await credentialsOf(ada)).toEqual({ credentials: [], next_cursor: null })
    const member = await issues(ada, 'YoutilityMemberCredential')
    const profile = await issues(ada, 'ProfileCredential')
    expect(member).toMatchObject({
      type: ['VerifiableCredential', 'YoutilityMemberCredential'],
      issuer: `did:web:localhost%3A${new URL(server.url).port}`,
      verified: true,
      verdict: 'valid',
      revoked_at: null,
    })
    expect(member).not.toHaveProperty('expirationDate')
    expect(profile).toHaveProperty('expirationDate')
    expect((await issues(ada, 'YoutilityMemberCredential', 200)).id).toBe(member.id)
    expect((await issues(ada, 'ProfileCredential', 200)).id).toBe(profile.id)
    const { credentials } = await credentialsOf(ada)
    expect(credentials.map(({ id }) => id).toSorted()).toEqual([member.id, profile.id].toSorted())
    expect(credentials.every(({ verified }) => verified)).toBe(true)
  })

  it('gives one when two tabs ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        grace.post('/api/did/credentials/issue', { credentialType: 'YoutilityMemberCredential' }),
      ),
    )
    const ids = await Promise.all(answers.map(async (answer) => JSON.parse(await answer.text()).id))
    expect(new Set(ids).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await credentialsOf(grace)).credentials).toHaveLength(1)
  })

  it('is known to the ledger by ids and hashes only', async () => {
    await saves(katherine, { bio: 'Counts planets', shared: ['bio', 'email'] })
    const { id, credential } = await issues(katherine, 'ProfileCredential')
    expect(credential.credentialSubject).toEqual({
      id: `did:youtility:${katherine.id}`,
      bio: 'Counts planets',
      email: 'katherine@youtility.example',
    })
    const { rows } = await server.pool.query(
      'select document_hash, status_list, status_index from app.credential where id = $1',
      [id],
    )
    expect(await factsOf(id)).toEqual([
      {
        type: 'CredentialIssued',
        data: {
          credentialId: id,
          memberId: katherine.id,
          credentialType: 'ProfileCredential',
          documentHash: rows[0].document_hash,
          statusList: rows[0].status_list,
          statusIndex: rows[0].status_index,
        },
      },
    ])
  })

  it('gives the list in pages', async () => {
    for (let round = 0; round < 3; round++)
      await revokes(alan, (await issues(alan, 'YoutilityMemberCredential')).id)
    const first = await credentialsOf(alan, '?limit=2')
    const rest = await credentialsOf(alan, `?limit=2&cursor=${first.next_cursor}`)
    expect([first.credentials.length, rest.credentials.length, rest.next_cursor]).toEqual([2, 1, null])
    expect(new Set([...first.credentials, ...rest.credentials].map(({ id }) => id)).size).toBe(3)
    const bad = await refusal(await alan.fetch('/api/did/credentials?cursor=x'))
    expect(bad).toMatchObject({
      status: 400,
      code: 'invalid_cursor',
      fields: { cursor: expect.stringContaining('not valid') },
    })
  })
})

describe('an independent verifier', () => {
  it('verifies what is issued here, given only public documents over HTTP', async () => {
    const { credential } = await issues(ada, 'ProfileCredential', 200)
    const result = await verifyIndependently(credential)
    expect(result).toMatchObject({ verified: true, revoked: false })
    expect([...new Set(result.fetched)].toSorted()).toEqual([
      `${server.url}/.well-known/did.json`,
      `${server.url}/contexts/youtility/v1`,
      `${server.url}/credentials/status/1`,
    ])
  })

  it.each([
    ['a claim', '"handle":"ada"', '"handle":"adb"', /Invalid signature/],
    ['the subject', '"did:youtility:', '"did:youtility:0', /Invalid signature/],
    ['a term more', '"handle":"ada"', '"handle":"ada","admin":"yes"', /safe mode|dropp/i],
    ['the issuer', '"issuer":"did:web:localhost', '"issuer":"did:web:evil', /Invalid signature/],
    ['the end', '"validUntil":"202', '"validUntil":"209', /Invalid signature/],
  ])('refuses one with %s changed', async (_what, from, to, reason) => {
    const { credential } = await issues(ada, 'ProfileCredential', 200)
    const text = JSON.stringify(credential)
    expect(text).toContain(from)
    expect(await verifyIndependently(JSON.parse(text.replace(from, to)))).toMatchObject({
      verified: false,
      reason: expect.stringMatching(reason),
    })
  })

  it('refuses one that has expired, and one that is revoked', async () => {
    const { credential, expirationDate = '' } = await issues(ada, 'ProfileCredential', 200)
    expect(
      await verifyIndependently(credential, new Date(Date.parse(expirationDate) + 600_000)),
    ).toMatchObject({
      verified: false,
      reason: expect.stringMatching(/after "validUntil"/),
    })
    const { id, credential: other } = await issues(ada, 'YoutilityMemberCredential', 200)
    expect(await verifyIndependently(other)).toMatchObject({ verified: true, revoked: false })
    await revokes(ada, id)
    expect(await verifyIndependently(other)).toMatchObject({ verified: false, revoked: true })
  })

  it('verifies the JWT of a credential, which holds the same claims', async () => {
    const { id, credential } = await issues(ada, 'ProfileCredential', 200)
    const response = await ada.fetch(`/api/did/credentials/${id}/export.jwt`)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/vc\+jwt/)
    const jwt = await response.text()
    const { header, credential: inside } = await verifyJwtIndependently(jwt)
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc' })
    const { proof: _proof, ...unsigned } = credential
    // Programs for JWTs look for the issuer there.
    expect(inside).toEqual({ ...unsigned, iss: credential.issuer })
    expect(
      await credentialOfJwt(jwt, async (kid) => {
        const { verificationMethod } = JSON.parse(
          await (await fetch(`${server.url}/.well-known/did.json`)).text(),
        )
        return verificationMethod.find((one: { id: string }) => one.id === kid).publicKeyJwk
      }),
    ).toEqual(unsigned)
    const [head, payload, signature = ''] = jwt.split('.')
    const forged = [head, payload, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.')
    await expect(verifyJwtIndependently(forged)).rejects.toThrow(/signature/)
  })

  it('gets the same document from the JSON export', async () => {
    const { id, credential } = await issues(ada, 'ProfileCredential', 200)
    const response = await ada.fetch(`/api/did/credentials/${id}/export.json`)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/vc(;|$)/)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="credential-${id}.json"`)
    expect(JSON.parse(await response.text())).toEqual(credential)
  })
})

describe('revoking', () => {
  it('is for good, shows everywhere, and a new one can be issued', async () => {
    const { id } = await issues(grace, 'ProfileCredential')
    const revoked = await revokes(grace, id)
    expect(revoked).toMatchObject({ verified: false, verdict: 'revoked' })
    expect(await revokes(grace, id)).toEqual(revoked)
    expect((await factsOf(id)).map(({ type, data }) => [type, data['reason']])).toEqual([
      ['CredentialIssued', undefined],
      ['CredentialRevoked', 'member'],
    ])
    const again = await issues(grace, 'ProfileCredential')
    expect(again.id).not.toBe(id)
    const { credentials } = await credentialsOf(grace)
    expect(new Map(credentials.map((one) => [one.id, one.verdict]))).toEqual(
      new Map([
        [again.id, 'valid'],
        [id, 'revoked'],
        [credentials.find(({ type }) => type.includes('YoutilityMemberCredential'))?.id, 'valid'],
      ]),
    )
  })

  it('happens to a ProfileCredential when the profile changes under it', async () => {
    const before = await issues(grace, 'ProfileCredential', 200)
    await saves(grace, { title: 'Rear admiral', shared: ['title'] })
    const { credential } = await publicProfileOf(server.url, grace.id)
    expect(credential?.id).not.toBe(before.credential.id)
    expect(credential?.credentialSubject).toEqual({ id: `did:youtility:${grace.id}`, title: 'Rear admiral' })
    expect((await factsOf(before.id)).at(-1)).toMatchObject({ data: { reason: 'superseded' } })
    const { credentials } = await credentialsOf(grace)
    expect(credentials.find(({ id }) => id === before.id)?.verdict).toBe('revoked')
  })
})

describe('another member', () => {
  it('finds nobody else’s credentials', async () => {
    const { id } = await issues(ada, 'ProfileCredential', 200)
    for (const call of [
      () => grace.post(`/api/did/credentials/${id}/revoke`),
      () => grace.fetch(`/api/did/credentials/${id}/export.json`),
      () => grace.fetch(`/api/did/credentials/${id}/export.jwt`),
    ])
      expect(await refusal(await call())).toMatchObject({ status: 404, code: 'credential_not_found' })
    expect((await issues(ada, 'ProfileCredential', 200)).verified).toBe(true)
  })

  it('needs to be signed in', async () => {
    for (const path of ['/api/did/document', '/api/did/credentials', '/api/profile', '/api/profile/export'])
      expect((await fetch(`${server.url}${path}`)).status).toBe(401)
  })
})

describe('what a crash left', () => {
  it('is told to the ledger by the process', async () => {
    const { id } = await issues(katherine, 'YoutilityMemberCredential')
    // As if the process had died between the row and the ledger, a while ago.
    await server.pool.query(
      `update app.credential set revoked_at = now(), revoke_reason = 'member', issued_at = now() - interval '1 hour' where id = $1`,
      [id],
    )
    await expect
      .poll(async () => (await factsOf(id)).map(({ type }) => type), { timeout: 20_000 })
      .toEqual(['CredentialIssued', 'CredentialRevoked'])
  })

  it('is a credential that no longer says what is shared: it is replaced', async () => {
    await issues(katherine, 'ProfileCredential', 200)
    await server.pool.query(
      `update app.profile set bio = 'Counts comets', credential_stale = true, revision = revision + 1 where member_id = $1`,
      [katherine.id],
    )
    expect((await publicProfileOf(server.url, katherine.id)).shared).toMatchObject({ bio: 'Counts comets' })
    await expect
      .poll(async () => (await publicProfileOf(server.url, katherine.id)).credential?.credentialSubject, {
        timeout: 20_000,
      })
      .toMatchObject({ bio: 'Counts comets' })
  })
})

it('keeps the auditor content, and no personal data in any event', async () => {
  await server.check()
  const log = JSON.stringify(
    await Array.fromAsync(server.ledger.store.readAll(), ({ type, data, metadata }) => [
      type,
      data,
      metadata,
    ]),
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
  const { email, handle } = await profileOf(katherine)
  for (const word of [email, 'Counts planets', 'Rear admiral', `"${handle}"`]) expect(log).not.toContain(word)
  expect((await put(ada, '/api/profile', {})).status).toBe(200)
})
