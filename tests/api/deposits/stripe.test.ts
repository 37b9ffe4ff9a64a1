import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PaymentOptions } from '../../../api/contract/deposits.ts'
import {
  confirmedBank,
  depositBecomes,
  depositOf,
  payByBank,
  payByCard,
} from '../../support/deposit-calls.ts'
import type { Browser } from '../../support/browser.ts'
import { eventually } from '../../support/read-models.ts'
import { SECRET_KEY, startStripeFake, type StripeFake } from '../../support/stripe/fake.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const dispute = { id: 'du_1', reason: 'fraudulent', amount: 500, currency: 'usd' }

const WEBHOOK_SECRET = 'whsec_test'
let fake: StripeFake
let server: TestServer
beforeAll(async () => {
  fake = await startStripeFake()
  server = await startTestServer({
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_API_URL: fake.url,
    },
  })
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
})

const stripe = new Stripe(SECRET_KEY)
const webhook = (type: string, object: Record<string, unknown>) => {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return fetch(`${server.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
    body: payload,
  })
}

const paid = (reference: string) => {
  const intent = fake.intents.get(reference)
  if (!intent) throw new Error(`Stripe has no payment ${reference}`)
  return { ...intent, status: 'succeeded', amount_received: intent.amount, last_payment_error: null }
}

describe('with Stripe', () => {
  it('a card is entered at Stripe, and credited when Stripe says so', async () => {
    const ada = await server.signIn('ada')
    const before = Number((await walletOf(ada)).usd)
    expect(PaymentOptions.parse(await (await ada.fetch('/api/payments/options')).json())).toMatchObject({
      provider: 'stripe',
      sandbox: false,
      publishable_key: 'pk_test_fake',
      test_cards: [],
    })
    const intent = await payByCard(ada, 10_000)
    expect(intent).toMatchObject({
      status: 'requires_payment',
      sandbox: false,
      client_secret: `${intent.payment_intent_id}_secret_x`,
      publishable_key: 'pk_test_fake',
    })
    expect(fake.intents.get(intent.payment_intent_id)).toMatchObject({ amount: 10_320 })
    await depositBecomes(ada, intent, { status: 'pending', stage: 'requires_payment' })
    expect((await webhook('payment_intent.succeeded', paid(intent.payment_intent_id))).status).toBe(200)
    await depositBecomes(ada, intent, { status: 'completed' })
    expect(Number((await walletOf(ada)).usd) - before).toBeCloseTo(100, 6)
    await server.check()
  })

  it('the client secret is answered every time and kept nowhere', async () => {
    const ada = await server.signIn('ada')
    const key = keyed(randomUUID())
    const [first, second] = [await payByCard(ada, 500, {}, key), await payByCard(ada, 500, {}, key)]
    expect(second).toEqual(first)
    expect(first.client_secret).toMatch(/_secret_x$/)
    const { rows } = await server.pool.query(
      `select 1 from app.idempotency_key where strpos(response::text, '_secret_x') > 0`,
    )
    expect(rows).toEqual([])
    expect(server.logged()).not.toContain('_secret_x')
  })

  it('a lost dispute takes a bank transfer back', async () => {
    const grace = await server.signIn('grace')
    const before = (await walletOf(grace)).usd
    const deposit = await payByBank(grace, 5_000, '000123456789')
    expect(deposit).toMatchObject({ status: 'processing', fee: 0 })
    await webhook('payment_intent.succeeded', paid(deposit.transfer_id))
    await depositBecomes(grace, deposit, { status: 'completed' })
    const lost = { ...dispute, payment_intent: deposit.transfer_id, status: 'lost', amount: 5_000 }
    expect((await webhook('charge.dispute.closed', lost)).status).toBe(200)
    await depositBecomes(grace, deposit, { status: 'returned' })
    await eventually(async () => (await walletOf(grace)).usd === before, 'the money is taken back')
    await server.check()
  })

  it('a partial refund takes its part, an open dispute holds its part until it is won or lost', async () => {
    const ada = await server.signIn('ada')
    const begin = (await walletOf(ada)).usd
    const dollarsBelow = (wanted: string) =>
      eventually(async () => {
        const { usd } = await walletOf(ada)
        return (Number(usd) - Number(begin)).toFixed(2) === wanted
      }, `the balance is ${wanted} above what it was`)
    const deposit = await payByBank(ada, 100_000, '000123456789')
    await webhook('payment_intent.succeeded', { ...paid(deposit.transfer_id), amount_received: 100_000 })
    await dollarsBelow('1000.00')
    const charge = (cents: number) => ({
      payment_intent: deposit.transfer_id,
      metadata: {},
      amount_refunded: cents,
      currency: 'usd',
    })
    await webhook('charge.refunded', charge(99_900))
    await dollarsBelow('1.00')
    // A late webhook, with less than is known already.
    await webhook('charge.refunded', charge(500))
    const disputed = { ...dispute, id: 'du_2', payment_intent: deposit.transfer_id, amount: 60 }
    await webhook('charge.dispute.created', { ...disputed, status: 'needs_response' })
    await dollarsBelow('0.40')
    expect(await depositOf(ada, deposit.deposit_id)).toMatchObject({
      status: 'completed',
      taken_back_cents: 99_960,
    })
    await webhook('charge.dispute.closed', { ...disputed, status: 'won' })
    await dollarsBelow('1.00')
    await webhook('charge.dispute.created', { ...disputed, id: 'du_3', status: 'needs_response' })
    await webhook('charge.dispute.closed', { ...disputed, id: 'du_3', status: 'lost' })
    await dollarsBelow('0.40')
    // The last forty cents are held too: the deposit counts as returned until they are released.
    const last = { ...dispute, id: 'du_4', payment_intent: deposit.transfer_id, amount: 40 }
    await webhook('charge.dispute.created', { ...last, status: 'needs_response' })
    const gone = await depositBecomes(ada, deposit, { status: 'returned', stage: 'returned' })
    expect(gone).toMatchObject({ taken_back_cents: 100_000, failure: { code: 'fraudulent' } })
    await webhook('charge.dispute.closed', { ...last, status: 'won' })
    expect(await depositBecomes(ada, deposit, { status: 'completed' })).toMatchObject({
      taken_back_cents: 99_960,
    })
    await server.check()
  })

  it("another application's payments in the same account are acknowledged and change nothing", async () => {
    const metadata = { deposit_id: 'order_17' }
    const reference = fake.foreign(metadata)
    const kept = async () =>
      (await server.pool.query(`select 1 from app.webhook_event where handled_at is null`)).rows
    const before = await kept()
    for (const [type, object] of [
      ['payment_intent.succeeded', { ...paid(reference), metadata }],
      ['charge.refunded', { payment_intent: reference, metadata, amount_refunded: 700, currency: 'usd' }],
      ['charge.dispute.closed', { payment_intent: reference, ...dispute, status: 'lost' }],
      // A UUID of the other application is no deposit of ours either.
      ['payment_intent.succeeded', { ...paid(reference), metadata: { deposit_id: randomUUID() } }],
    ] as const)
      expect((await webhook(type, object)).status).toBe(200)
    expect(await kept()).toEqual(before)
    await server.check()
  })

  it('what Stripe refuses fails the deposit; while Stripe is away the same key tries again', async () => {
    const ada = await server.signIn('ada')
    const body = { amount: 700, currency: 'usd', payment_method_type: 'card' }
    const path = '/api/payments/stripe/create-intent'
    fake.failNext(402, { type: 'card_error', code: 'card_declined', message: 'no' })
    expect(await refusal(await ada.post(path, body))).toMatchObject({ status: 422, code: 'payment_refused' })
    await eventually(async () => {
      const [newest] = (await walletOf(ada)).overview.deposits
      return newest?.amount === '7.00' && newest.status === 'failed'
    }, 'the refused deposit is shown as failed')

    const key = keyed(randomUUID())
    fake.failNext(500, { type: 'api_error', message: 'down' }, 3)
    expect(await refusal(await ada.post(path, body, key))).toMatchObject({
      status: 503,
      code: 'payments_unavailable',
    })
    expect((await ada.post(path, body, key)).status).toBe(200)
    const { rows } = await server.pool.query<{ status: string }>(
      `select status from ${READ_SCHEMA}.deposit where minor = 700 order by position`,
    )
    expect(rows).toEqual([{ status: 'failed' }, { status: 'pending' }])
    const testCard = { ...body, test_card_number: '4242424242424242' }
    expect(await refusal(await ada.post(path, testCard))).toMatchObject({
      status: 400,
      fields: { test_card_number: 'Test cards are for the sandbox only.' },
    })
  })

  describe('a bank debit that is ordered again after Stripe has forgotten its keys', () => {
    const debits = () => [...fake.intents.values()].filter(({ amount }) => amount === 4_321)
    const order = async (member: Browser, accountId: string, key: string) =>
      member.post(
        '/api/payments/ach/deposit',
        { amount: 4_321, origin_payment_method: accountId },
        keyed(key),
      )
    /** Our own stored answers are gone after a month, which the published promise does not mention. */
    const forgetAnswers = () => server.pool.query('delete from app.idempotency_key')

    it('is made once when its confirmation was lost, and when it had been answered', async () => {
      const ada = await server.signIn('ada')
      const id = await confirmedBank(ada, '000123456789')
      const key = randomUUID()
      fake.failConfirmations(3)
      expect(await refusal(await order(ada, id, key))).toMatchObject({ status: 503 })
      expect(debits()).toMatchObject([{ status: 'requires_confirmation' }])
      fake.afterHours(25)
      const answer = await (await order(ada, id, key)).json()
      expect(debits()).toMatchObject([{ id: answer.transfer_id, status: 'processing' }])

      fake.afterHours(31 * 24)
      await forgetAnswers()
      const sent = fake.requests.length
      const again = await order(ada, id, key)
      expect([again.status, (await again.json()).transfer_id]).toEqual([200, answer.transfer_id])
      expect(fake.requests.slice(sent).every(({ method }) => method === 'GET')).toBe(true)
      expect(debits()).toHaveLength(1)
      // Another amount under the same key is another order.
      const other = { amount: 4_322, origin_payment_method: id }
      await forgetAnswers()
      expect(await refusal(await ada.post('/api/payments/ach/deposit', other, keyed(key)))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    })
  })

  it('pages may load its form, and the sandbox is not there', async () => {
    const policy = (await fetch(`${server.url}/`)).headers.get('Content-Security-Policy')
    expect(policy).toContain("script-src 'self' https://js.stripe.com")
    expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com')
    const answer = await fetch(`${server.url}/api/webhooks/sandbox`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(404)
  })
})
