import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begins, identityBecomes, identityOf, toldOfIdentity } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { SECRET_KEY, startStripeFake, type StripeFake } from '../../support/stripe/fake.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const WEBHOOK_SECRET = 'whsec_identity'
const ADULT = { year: 1990, month: 1, day: 31 }
let fake: StripeFake
let server: TestServer
beforeAll(async () => {
  fake = await startStripeFake()
  server = await startTestServer({
    env: {
      SEED: 'none',
      YUT_WELCOME_GRANT: '0',
      PERSON_CHECK: 'stripe',
      STRIPE_IDENTITY_KEY: SECRET_KEY,
      STRIPE_IDENTITY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: fake.url,
      PAYMENT_PROCESSOR: 'sandbox',
    },
  })
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
})

const stripe = new Stripe(SECRET_KEY)
const webhook = (event: string, id: string, eventId = `evt_${randomUUID()}`) => {
  const object = { id, object: 'identity.verification_session', status: event }
  const type = `identity.verification_session.${event}`
  const payload = JSON.stringify({ id: eventId, object: 'event', type, data: { object } })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return fetch(`${server.url}/api/webhooks/stripe/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
    body: payload,
  })
}
const stripeIsAway = (away: boolean) =>
  fake.failNext(500, { type: 'api_error', message: 'x' }, away ? 1_000 : 0)
const referenceOf = async (memberId: string): Promise<string | null> => {
  const { rows } = await server.pool.query<{ reference: string | null }>(
    'select reference from app.person_check where member_id = $1 order by began_at desc limit 1',
    [memberId],
  )
  return rows[0]?.reference ?? null
}

describe('with Stripe Identity', () => {
  it('documents are shown to Stripe alone, and its news only say when to look', async () => {
    const ada = await server.signIn('ada')
    const { url, test_persons: persons } = await begins(ada)
    expect(url).toMatch(/^https:\/\/verify\.stripe\.com\//)
    expect(persons).toEqual([])
    const reference = (await referenceOf(ada.id)) ?? ''
    // Each visit has an address of its own; none is in the database or in the log.
    const again = await begins(ada)
    expect(again.url).not.toBe(url)
    expect(server.logged()).not.toContain('verify.stripe.com')

    fake.identity.submit(reference)
    await webhook('processing', reference)
    await identityBecomes(ada, { state: 'pending', waits_for: 'provider' })
    fake.identity.verify(reference, ADULT, 'DE')
    const eventId = `evt_${randomUUID()}`
    for (const event of ['verified', 'verified', 'processing', 'requires_input'])
      expect((await webhook(event, reference, eventId)).status).toBe(200)
    await identityBecomes(ada, { state: 'verified' })
    expect(await toldOfIdentity(ada)).toEqual(['verified'])
    const { rows } = await server.pool.query<{ row: string }>(
      `select to_jsonb(c)::text as row from app.person_check c where member_id = $1`,
      [ada.id],
    )
    for (const word of ['Jenny', 'Rosen', '1990']) expect(rows[0]?.row).not.toContain(word)
  })

  it('another member’s session changes nothing for whoever knows it', async () => {
    const grace = await server.signIn('grace')
    await begins(grace)
    const theirs = (await referenceOf((await server.signIn('ada')).id)) ?? ''
    expect((await webhook('verified', theirs)).status).toBe(200)
    const own = (await referenceOf(grace.id)) ?? ''
    expect(own).not.toBe(theirs)
    await identityBecomes(grace, { state: 'pending', waits_for: 'member' })
  })

  it('is polled where no webhook comes, and tells why it did not succeed', async () => {
    const grace = await server.signIn('grace')
    const own = (await referenceOf(grace.id)) ?? ''
    fake.identity.refuse(own, 'selfie_face_mismatch')
    await identityBecomes(grace, { state: 'rejected', reason: 'selfie_mismatch' })
    // On Stripe's own pages one may try again.
    fake.identity.verify(own, ADULT)
    await identityBecomes(grace, { state: 'verified', reason: null })
    expect(await toldOfIdentity(grace)).toEqual(['rejected', 'verified'])
  })

  it('says so while Stripe is away, and goes on with the same session', async () => {
    const alan = await server.signIn('alan')
    const before = fake.identity.count()
    stripeIsAway(true)
    expect(await refusal(await alan.post('/api/profile/identity-check'))).toMatchObject({
      status: 503,
      code: 'identity_check_unavailable',
    })
    expect(await identityOf(alan)).toMatchObject({ state: 'pending', waits_for: 'member', can_begin: true })
    stripeIsAway(false)
    fake.loseNextAnswer()
    expect((await begins(alan)).url).toMatch(/^https:/)
    expect(fake.identity.count()).toBe(before + 1)
  })

  it('has what nobody got an answer of deleted as well, when the account is closed', async () => {
    const edsger = await server.signIn('edsger')
    stripeIsAway(true)
    await edsger.post('/api/profile/identity-check')
    expect(await referenceOf(edsger.id)).toBeNull()
    stripeIsAway(false)
    const before = fake.identity.count()
    expect((await edsger.post('/api/profile/close', { handle: 'edsger' })).status).toBe(200)
    await eventually(
      async () => (await server.pool.query('select from app.person_redaction')).rowCount === 0,
      'nothing is left to delete',
    )
    expect(fake.identity.count()).toBe(before + 1)
  })

  it('has no test persons', async () => {
    const alan = await server.signIn('alan')
    const answer = await alan.post('/api/profile/identity-check/test-person', { person: 'valid' })
    expect(await refusal(answer)).toMatchObject({ status: 404 })
  })
})
