import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAdult, PersonCheckUnavailable } from '../../../api/persons/person-check.ts'
import { createStripePersonCheck } from '../../../api/persons/stripe/check.ts'
import { SECRET_KEY, startStripeFake, type StripeFake } from '../../support/stripe/fake.ts'
import { personCheckContract, type PersonCheckHarness, type Shown } from './contract.ts'

const WEBHOOK_SECRET = 'whsec_identity'
const stripe = new Stripe(SECRET_KEY)

const CODES: Readonly<Record<Exclude<Shown, 'adult' | 'minor'>, string>> = {
  expired: 'document_expired',
  stranger: 'selfie_face_mismatch',
  elsewhere: 'country_not_supported',
  unwilling: 'consent_declined',
}

const checkOf = ({ url }: StripeFake, clock: () => Date) =>
  createStripePersonCheck({
    secretKey: SECRET_KEY,
    webhookSecrets: ['whsec_of_tomorrow', WEBHOOK_SECRET],
    apiUrl: url,
    clock,
  })

const startStripe = async (): Promise<PersonCheckHarness> => {
  const fake = await startStripeFake()
  let now = Date.parse('2026-11-18T12:00:00Z')
  let waiting: (() => void)[] = []
  const signed = (type: string, object: Record<string, unknown>) => {
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
    const timestamp = Math.floor(now / 1_000)
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })
    return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
  }
  return {
    check: checkOf(fake, () => new Date(now)),
    submit: async (reference, shown) => {
      fake.identity.submit(reference)
      waiting.push(() => {
        if (shown === 'adult') fake.identity.verify(reference, { year: 2008, month: 11, day: 18 })
        else if (shown === 'minor') fake.identity.verify(reference, { year: 2008, month: 11, day: 19 })
        else fake.identity.refuse(reference, CODES[shown])
      })
    },
    settle: () => {
      for (const finish of waiting) finish()
      waiting = []
    },
    webhook: (reference) =>
      signed('identity.verification_session.verified', {
        id: reference,
        object: 'identity.verification_session',
      }),
    otherWebhook: () => signed('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }),
    advanceSeconds: (seconds) => void (now += seconds * 1_000),
    stop: fake.stop,
  }
}

personCheckContract('stripe', startStripe)

describe('Stripe Identity', () => {
  let fake: StripeFake
  beforeAll(async () => {
    fake = await startStripeFake()
  })
  afterAll(() => fake.stop())
  const check = () => checkOf(fake, () => new Date('2026-11-18T12:00:00Z'))
  const order = () => ({ checkId: randomUUID(), returnUrl: 'https://youtility.example/identity' })

  it('is told the id of the check, and nothing about the member', async () => {
    const { checkId, returnUrl } = order()
    await check().start({ checkId, returnUrl })
    expect(fake.requests.at(-1)).toEqual({
      method: 'POST',
      path: '/v1/identity/verification_sessions',
      idempotencyKey: `identity-${checkId}`,
      params: {
        type: 'document',
        client_reference_id: checkId,
        return_url: returnUrl,
        'options[document][require_live_capture]': 'true',
        'options[document][require_matching_selfie]': 'true',
      },
    })
  })

  it('gives another address for each visit', async () => {
    const { reference, url } = await check().start(order())
    expect(url).toMatch(/^https:\/\/verify\.stripe\.com\//)
    expect((await check().resume(reference)).url).not.toBe(url)
  })

  it('repeats an order whose answer was lost, under the same key: one session', async () => {
    const before = fake.identity.count()
    fake.loseNextAnswer()
    await check().start(order())
    expect(fake.identity.count()).toBe(before + 1)
  })

  it('does not take a person without a birthday for anything', async () => {
    const { reference } = await check().start(order())
    fake.identity.verify(reference, null)
    await expect(check().look(reference)).rejects.toThrow(/sensitive verification results/)
  })

  it.each([
    ['abandoned', { state: 'open' }],
    ['a_code_of_tomorrow', { state: 'rejected', reason: 'other' }],
    ['under_supported_age', { state: 'rejected', reason: 'under_age' }],
  ])('reads %s', async (code, expected) => {
    const { reference } = await check().start(order())
    fake.identity.refuse(reference, code)
    expect(await check().look(reference)).toEqual(expected)
  })

  it('notices a check that was cancelled in the dashboard', async () => {
    const { reference } = await check().start(order())
    fake.identity.cancel(reference)
    expect(await check().look(reference)).toEqual({ state: 'ended' })
  })

  it('has nothing of a session of another account', async () => {
    expect(await check().look('vs_unknown')).toEqual({ state: 'ended' })
    expect(await check().resume('vs_unknown')).toMatchObject({ url: null })
    expect(await check().redact('vs_unknown')).toBe('done')
  })

  it('says that Stripe did not answer, and quotes nothing', async () => {
    fake.failNext(500, { type: 'api_error', message: 'Jenny Rosen' }, 3)
    const failure = await check()
      .start(order())
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PersonCheckUnavailable)
    expect(String(failure)).not.toContain('Jenny')
  })
})

describe('being of age', () => {
  it.each([
    ['2026-11-18', { year: 2008, month: 11, day: 18 }, true],
    ['2026-11-18', { year: 2008, month: 11, day: 19 }, false],
    ['2026-02-28', { year: 2008, month: 2, day: 29 }, false],
    ['2026-03-01', { year: 2008, month: 2, day: 29 }, true],
  ])('on %s of %o: %s', (day, birthday, expected) => {
    expect(isAdult(birthday, new Date(`${day}T12:00:00Z`))).toBe(expected)
  })
})
