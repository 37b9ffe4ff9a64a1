import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHECKS_MAX, TEST_PERSONS } from '../../../api/contract/identity-check.ts'
import { sandboxWebhookSecret } from '../../../api/external-services.ts'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { sign, SIGNATURE_HEADER } from '../../../api/sandbox/processor/signature.ts'
import { credentialsOf, profileOf } from '../../support/identity-calls.ts'
import { DAY_MS, movingClock, SECOND_MS } from '../../support/moving-clock.ts'
import {
  answersAs,
  begins,
  identityBecomes,
  identityOf,
  toldOfIdentity,
  trailOfIdentity,
} from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const VALID_DAYS = 100
const clock = movingClock('2026-11-18T12:00:00Z')
const server = checkedServer({
  clock,
  env: {
    SEED: 'none',
    YUT_WELCOME_GRANT: '0',
    IDENTITY_VALID_DAYS: String(VALID_DAYS),
    SANDBOX_MINUTE_SECONDS: '60',
    SANDBOX_DAY_SECONDS: '600',
  },
})

/** Shows a document and has it looked at. */
const shows = async (member: Member, person: (typeof TEST_PERSONS)[number]['id']) => {
  await begins(member)
  expect((await answersAs(member, person)).status).toBe(200)
  expect(await identityOf(member)).toMatchObject({ waits_for: 'provider', can_begin: false })
  clock.forward(61 * SECOND_MS)
}
const identityCredentialOf = async (member: Member) =>
  (await credentialsOf(member)).credentials.find(({ type }) => type.includes('IdentityCredential'))
const referenceOf = async ({ id }: Member): Promise<string> => {
  const { rows } = await server.pool.query<{ reference: string }>(
    'select reference from app.person_check where member_id = $1 order by began_at desc limit 1',
    [id],
  )
  return rows[0]?.reference ?? ''
}
const redactedOf = async (reference: string): Promise<boolean | undefined> => {
  const { rows } = await server.pool.query<{ redacted: boolean }>(
    'select redacted from app.sandbox_person_check where reference = $1',
    [reference],
  )
  return rows[0]?.redacted
}

describe('a check of who a member is', () => {
  it('begins with nothing, and says what can be done', async () => {
    const ada = await server.signIn('ada')
    expect(await identityOf(ada)).toEqual({
      state: 'unverified',
      waits_for: null,
      verified_until: null,
      reason: null,
      can_begin: true,
      begin_from: null,
      provider: 'sandbox',
      unverified_cents: 2_500_000,
      test_persons: TEST_PERSONS,
    })
    expect((await profileOf(ada)).kyc_status).toBe('pending')
  })

  it('verifies after a while, tells it, and issues a credential that says two things', async () => {
    const ada = await server.signIn('ada')
    expect(await begins(ada)).toMatchObject({ state: 'pending', waits_for: 'member', url: null })
    // Beginning again goes on with the same check.
    const reference = await referenceOf(ada)
    expect(await begins(ada)).toMatchObject({ state: 'pending', waits_for: 'member' })
    expect(await referenceOf(ada)).toBe(reference)
    expect(await toldOfIdentity(ada)).toEqual([])

    await shows(ada, 'valid')
    const { verified_until: until } = await identityBecomes(ada, { state: 'verified', can_begin: false })
    expect(Date.parse(until ?? '') - clock().getTime()).toBeGreaterThan((VALID_DAYS - 1) * DAY_MS)
    expect((await profileOf(ada)).kyc_status).toBe('verified')
    expect(await toldOfIdentity(ada)).toEqual(['verified'])
    expect(await trailOfIdentity(ada)).toEqual(['identity_check_begun', 'identity_verified'])

    await eventually(async () => (await identityCredentialOf(ada)) !== undefined, 'the credential is issued')
    expect(await identityCredentialOf(ada)).toMatchObject({
      verified: true,
      verdict: 'valid',
      credential: { credentialSubject: { id: `did:youtility:${ada.id}`, over18: true, country: 'US' } },
    })
    expect(Object.keys((await identityCredentialOf(ada))?.credential.credentialSubject ?? {})).toHaveLength(3)
    const context = await (await fetch(`${server.url}/contexts/youtility/v2`)).json()
    expect(context).toMatchObject({ '@context': { over18: { '@id': expect.stringContaining('over18') } } })
    expect(await refusal(await ada.post('/api/profile/identity-check'))).toMatchObject({
      status: 409,
      code: 'already_verified',
    })
  })

  it.each([
    ['grace', 'expired', 'document_expired'],
    ['katherine', 'minor', 'under_age'],
    ['alan', 'elsewhere', 'country_unsupported'],
    ['barbara', 'unwilling', 'consent_declined'],
  ] as const)('rejects %s as %s: %s', async (handle, person, reason) => {
    const member = await server.signIn(handle)
    await shows(member, person)
    await identityBecomes(member, { state: 'rejected', reason, can_begin: true })
    expect((await profileOf(member)).kyc_status).toBe('rejected')
    expect(await toldOfIdentity(member)).toEqual(['rejected'])
    expect(await trailOfIdentity(member)).toEqual(['identity_check_begun', 'identity_rejected'])
    expect(await identityCredentialOf(member)).toBeUndefined()
  })

  it('has what a child showed deleted at once, and takes no retry in that check', async () => {
    const katherine = await server.signIn('katherine')
    const reference = await referenceOf(katherine)
    await eventually(async () => (await redactedOf(reference)) === true, 'it is deleted')
    expect(await refusal(await answersAs(katherine, 'valid'))).toMatchObject({ status: 409 })
  })

  it('is tried again in a new check, and the former one is deleted at the provider', async () => {
    const grace = await server.signIn('grace')
    const former = await referenceOf(grace)
    await shows(grace, 'valid')
    await identityBecomes(grace, { state: 'verified', reason: null })
    expect(await referenceOf(grace)).not.toBe(former)
    await eventually(async () => (await redactedOf(former)) === true, 'the former check is deleted')
    expect(await redactedOf(await referenceOf(grace))).toBe(false)
  })

  it('goes on by itself where the provider lets somebody rejected answer again', async () => {
    const alan = await server.signIn('alan')
    expect(await identityOf(alan)).toMatchObject({ state: 'rejected' })
    expect((await answersAs(alan, 'valid')).status).toBe(200)
    expect(await identityOf(alan)).toMatchObject({ state: 'pending', waits_for: 'provider' })
    clock.forward(61 * SECOND_MS)
    await identityBecomes(alan, { state: 'verified' })
    expect(await toldOfIdentity(alan)).toEqual(['rejected', 'verified'])
  })

  it('may be begun so often and no more, until some days have passed', async () => {
    const barbara = await server.signIn('barbara')
    for (let each = 1; each < CHECKS_MAX.count; each += 1) {
      await shows(barbara, 'blurred')
      await identityBecomes(barbara, { state: 'rejected', reason: 'document_unreadable' })
    }
    const { can_begin: canBegin, begin_from: from } = await identityOf(barbara)
    expect(canBegin).toBe(false)
    expect(await refusal(await barbara.post('/api/profile/identity-check'))).toMatchObject({
      status: 422,
      code: 'too_many_identity_checks',
      error: expect.stringContaining(from?.slice(0, 10) ?? 'a day'),
    })
    clock.forward(CHECKS_MAX.days * DAY_MS)
    expect(await begins(await server.signIn('barbara'))).toMatchObject({ state: 'pending' })
  })

  it('tells before it lapses, lapses, revokes the credential, and can be renewed', async () => {
    const { verified_until: until } = await identityOf(await server.signIn('ada'))
    clock.forward(Date.parse(until ?? '') - clock().getTime() - 29 * DAY_MS)
    let ada = await server.signIn('ada')
    await eventually(async () => (await toldOfIdentity(ada)).includes('lapsing'), 'it is told')
    expect(await identityOf(ada)).toMatchObject({ state: 'verified', can_begin: true })
    expect((await identityCredentialOf(ada))?.verdict).not.toBe('revoked')

    clock.forward(30 * DAY_MS)
    ada = await server.signIn('ada')
    await identityBecomes(ada, { state: 'lapsed', can_begin: true, verified_until: until })
    expect((await profileOf(ada)).kyc_status).toBe('pending')
    await eventually(async () => (await toldOfIdentity(ada)).includes('lapsed'), 'it is told')
    expect(await toldOfIdentity(ada)).toEqual(['verified', 'lapsing', 'lapsed'])
    expect((await trailOfIdentity(ada)).at(-1)).toBe('identity_lapsed')
    await eventually(
      async () => (await identityCredentialOf(ada))?.revoked_at !== null,
      'the credential is revoked',
    )

    await shows(ada, 'valid')
    await identityBecomes(ada, { state: 'verified' })
    await eventually(async () => (await identityCredentialOf(ada))?.revoked_at === null, 'another is issued')
  })

  it('stays verified while it is renewed', async () => {
    // Lapsed together with ada's.
    await shows(await server.signIn('grace'), 'valid')
    await identityBecomes(await server.signIn('grace'), { state: 'verified' })
    clock.forward((VALID_DAYS - 20) * DAY_MS)
    const grace = await server.signIn('grace')
    expect(await begins(grace)).toMatchObject({ state: 'verified', waits_for: 'member' })
    await shows(grace, 'expired')
    await identityBecomes(grace, { waits_for: null, reason: 'document_expired' })
    expect(await identityOf(grace)).toMatchObject({ state: 'verified', can_begin: true })
  })

  it('is answered by nobody when none is open', async () => {
    const radia = await server.signIn('radia')
    expect(await refusal(await answersAs(radia, 'valid'))).toMatchObject({
      status: 409,
      code: 'no_open_check',
    })
    expect(
      await refusal(await radia.post('/api/profile/identity-check/test-person', { person: 'nobody' })),
    ).toMatchObject({ status: 400, fields: { person: 'Choose one of the test persons.' } })
  })

  it('is ended when nobody goes on with it', async () => {
    await begins(await server.signIn('radia'))
    clock.forward(15 * DAY_MS)
    const radia = await server.signIn('radia')
    const reference = await referenceOf(radia)
    await identityBecomes(radia, { state: 'unverified', can_begin: true })
    await eventually(async () => (await redactedOf(reference)) === true, 'it is deleted')
    expect(await toldOfIdentity(radia)).toEqual([])
  })
})

describe('its webhook', () => {
  const sends = async (reference: string, id: string = randomUUID(), secret?: string) => {
    const { keyEncryptionKeys } = server.config
    const keys = createPlatformKeys({ pool: server.pool, keyEncryptionKeys, clock })
    const body = Buffer.from(JSON.stringify({ id, type: 'check.verified', reference }))
    return fetch(`${server.url}/api/webhooks/sandbox/identity`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [SIGNATURE_HEADER]: sign(secret ?? (await sandboxWebhookSecret(keys)), body, clock()),
      },
      body,
    })
  }

  it('says only that there is something to look at: what it claims is not believed', async () => {
    const radia = await server.signIn('radia')
    await begins(radia)
    const reference = await referenceOf(radia)
    const id = randomUUID()
    for (const again of [id, id, randomUUID()]) expect((await sends(reference, again)).status).toBe(200)
    await identityBecomes(radia, { state: 'pending', waits_for: 'member' })
    await answersAs(radia, 'slow')
    // One that was sent before comes late.
    expect((await sends(reference)).status).toBe(200)
    expect(await identityOf(radia)).toMatchObject({ state: 'pending', waits_for: 'provider' })
    clock.forward(600 * SECOND_MS)
    await identityBecomes(radia, { state: 'verified' })
    expect((await sends(reference)).status).toBe(200)
    expect(await identityOf(radia)).toMatchObject({ state: 'verified' })
    expect(await toldOfIdentity(radia)).toEqual(['verified'])
  })

  it('is acknowledged for a check that is nobody’s, and refused without a signature', async () => {
    expect((await sends('vs_sandbox_unknown')).status).toBe(200)
    expect(await refusal(await sends('vs_sandbox_unknown', randomUUID(), 'another secret'))).toMatchObject({
      status: 400,
      code: 'invalid_signature',
    })
    expect(
      await refusal(await fetch(`${server.url}/api/webhooks/stripe/identity`, { method: 'POST' })),
    ).toMatchObject({ status: 404, code: 'provider_not_found' })
  })
})

describe('when the account is closed', () => {
  it('is exported, and then deleted here and at the provider', async () => {
    const edsger = await server.signIn('edsger')
    await shows(edsger, 'valid')
    await identityBecomes(edsger, { state: 'verified' })
    const reference = await referenceOf(edsger)
    const data: unknown = await (await edsger.fetch('/api/profile/export')).json()
    expect(data).toMatchObject({ identity_checks: [{ reference, state: 'verified', provider: 'sandbox' }] })

    const wallet = await server.ledger.wallets.stateOf(edsger.id)
    expect(wallet.status).toBe('open')
    const closed = await edsger.post('/api/profile/close', { handle: 'edsger' })
    expect({ status: closed.status, text: await closed.text() }).toMatchObject({ status: 200 })
    const left = await server.pool.query('select from app.person_check where member_id = $1', [edsger.id])
    expect(left.rowCount).toBe(0)
    await eventually(async () => (await redactedOf(reference)) === true, 'it is deleted at the provider')
    await eventually(
      async () => (await server.pool.query('select from app.person_redaction')).rowCount === 0,
      'nothing is left to delete',
    )
  })
})
