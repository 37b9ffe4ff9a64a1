import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  PaymentRefused,
  ProcessorUnavailable,
  type PaymentProcessor,
  type SavedBankAccount,
} from '../../api/deposits/processor.ts'
import { createStripeProcessor } from '../../api/deposits/stripe/processor.ts'
import { usd } from '../../events/money.ts'
import { SECRET_KEY, startStripeFake, type StripeFake } from '../support/stripe/fake.ts'
import { againstSpecification } from '../support/stripe/specification.ts'
import { paymentProcessorContract, type ProcessorHarness } from './payment-processor/contract.ts'

const dispute = { object: 'dispute', id: 'du_1', reason: 'fraudulent', amount: 500, currency: 'usd' }

const WEBHOOK_SECRET = 'whsec_test'
const stripe = new Stripe(SECRET_KEY)

const processorOf = (fake: StripeFake, clock: () => Date): PaymentProcessor =>
  createStripeProcessor({
    secretKey: SECRET_KEY,
    webhookSecrets: ['whsec_of_tomorrow', WEBHOOK_SECRET],
    publishableKey: 'pk_test_fake',
    clock,
    apiUrl: fake.url,
  })

/** A webhook's text with a valid signature. */
const signedText = (payload: string, now: number) => {
  const header = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    timestamp: Math.floor(now / 1_000),
  })
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
}

/** A webhook event in Stripe's format, with a valid signature. */
const signed = (type: string, object: Record<string, unknown>, now: number) =>
  signedText(
    JSON.stringify({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      data: { object },
    }),
    now,
  )

const startStripe = async (): Promise<ProcessorHarness> => {
  const fake = await startStripeFake()
  let now = Date.parse('2026-11-18T12:00:00Z')
  return {
    processor: processorOf(fake, () => new Date(now)),
    advanceSeconds: (seconds) => {
      now += seconds * 1_000
      fake.afterHours(seconds / 3_600)
    },
    webhook: (what, { reference, depositId, totalCents }) => {
      const intent = (more: Record<string, unknown> = {}) => ({
        id: reference,
        object: 'payment_intent',
        currency: 'usd',
        amount: totalCents,
        amount_received: 0,
        metadata: { deposit_id: depositId },
        last_payment_error: null,
        ...more,
      })
      switch (what) {
        case 'processing':
          return signed('payment_intent.processing', intent(), now)
        case 'action_required':
          return signed('payment_intent.requires_action', intent(), now)
        case 'succeeded':
          return signed('payment_intent.succeeded', intent({ amount_received: totalCents }), now)
        case 'failed': {
          const error = { code: 'card_declined', decline_code: 'insufficient_funds' }
          return signed('payment_intent.payment_failed', intent({ last_payment_error: error }), now)
        }
        case 'canceled':
          return signed('payment_intent.canceled', intent(), now)
        case 'returned':
          return signed(
            'charge.dispute.closed',
            {
              ...dispute,
              payment_intent: reference,
              status: 'lost',
              reason: 'insufficient_funds',
              amount: totalCents,
            },
            now,
          )
        case 'unknown':
          return signed('customer.created', { object: 'customer', id: 'cus_1' }, now)
      }
    },
    validated: (id, outcome) =>
      signed(
        outcome === 'valid' ? 'setup_intent.succeeded' : 'setup_intent.setup_failed',
        { id, object: 'setup_intent' },
        now,
      ),
    stop: fake.stop,
  }
}

paymentProcessorContract('stripe', startStripe)

describe('the Stripe adapter', () => {
  let fake: StripeFake
  let processor: PaymentProcessor
  const clock = () => new Date()
  beforeAll(async () => {
    fake = await startStripeFake()
  })
  beforeEach(() => {
    processor = processorOf(fake, clock)
  })
  afterAll(() => fake.stop())

  const card = (depositId = randomUUID(), more = {}) =>
    processor.createCardPayment({
      depositId,
      isNew: true,
      total: usd(10_320),
      description: undefined,
      testCardNumber: undefined,
      ...more,
    })
  const details = () => ({
    memberId: randomUUID(),
    routingNumber: '110000000',
    accountNumber: '000123456789',
    holderName: 'Ada Lovelace',
    accountType: 'savings' as const,
    fingerprint: randomUUID(),
  })

  it('orders a card payment with the deposit as idempotency key and metadata', async () => {
    const depositId = randomUUID()
    const { reference, state } = await card(depositId, { description: 'Holiday fund' })
    expect(state).toBe('requires_payment')
    expect(fake.requests.at(-1)).toEqual({
      method: 'POST',
      path: '/v1/payment_intents',
      idempotencyKey: `deposit-${depositId}`,
      params: {
        amount: '10320',
        currency: 'usd',
        'allowed_payment_method_types[0]': 'card',
        'metadata[deposit_id]': depositId,
        description: 'Holiday fund',
      },
    })
    expect(await processor.clientSecretOf(reference)).toBe(`${reference}_secret_x`)
    const afterRestart = processorOf(fake, clock)
    expect(await afterRestart.clientSecretOf(reference)).toBe(`${reference}_secret_x`)
    expect(fake.requests.at(-1)).toMatchObject({ method: 'GET', path: `/v1/payment_intents/${reference}` })
  })

  it('takes no card number of any kind', async () => {
    const sent = fake.requests.length
    await expect(card(randomUUID(), { testCardNumber: '4242424242424242' })).rejects.toThrow(PaymentRefused)
    expect(fake.requests).toHaveLength(sent)
  })

  const asked = async (account: Pick<SavedBankAccount, 'token' | 'customer'>) => {
    const begun = await processor.validateBankAccount({
      key: randomUUID(),
      account,
      consent: { ip: '203.0.113.7', userAgent: 'Firefox' },
    })
    if (begun.state !== 'asked') throw new Error('The account was valid at once')
    return begun
  }
  const validated = async (account: Pick<SavedBankAccount, 'token' | 'customer'>) =>
    processor.proveBankAccount((await asked(account)).reference, { amounts: [32, 45] })

  it('sets an account up with a mandate, and ends that after three wrong answers', async () => {
    const { reference } = await asked(await processor.saveBankAccount(details()))
    expect(fake.requests.slice(-2)).toMatchObject([
      {
        path: '/v1/setup_intents',
        params: { 'payment_method_options[us_bank_account][verification_method]': 'microdeposits' },
      },
      {
        path: `/v1/setup_intents/${reference}/confirm`,
        params: { 'mandate_data[customer_acceptance][online][ip_address]': '203.0.113.7' },
      },
    ])
    const wrong = () => processor.proveBankAccount(reference, { amounts: [1, 2] })
    expect([await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([
      'wrong',
      'wrong',
      'refused',
      'refused',
    ])
  })

  it('sends an answer once, and takes a failure for no answer', async () => {
    const { reference } = await asked(await processor.saveBankAccount(details()))
    const sent = fake.requests.length
    fake.failNext(500, { message: 'Something went wrong' })
    const answer = () => processor.proveBankAccount(reference, { amounts: [32, 45] })
    await expect(answer()).rejects.toThrow(ProcessorUnavailable)
    expect(fake.requests).toHaveLength(sent + 1)
    expect(await answer()).toBe('valid')
  })

  it('keeps a bank account under a customer and debits it with proof of the mandate', async () => {
    const bank = details()
    const saved = await processor.saveBankAccount(bank)
    expect(saved).toMatchObject({ customer: expect.stringMatching(/^cus_/), bankName: 'STRIPE TEST BANK' })
    const [customer, method, attach] = fake.requests.slice(-3)
    expect(customer).toMatchObject({ params: { 'metadata[member_id]': bank.memberId } })
    expect(method?.params).toEqual({
      type: 'us_bank_account',
      'us_bank_account[account_holder_type]': 'individual',
      'us_bank_account[account_type]': 'savings',
      'us_bank_account[routing_number]': '110000000',
      'us_bank_account[account_number]': '000123456789',
      'billing_details[name]': 'Ada Lovelace',
    })
    expect(attach).toMatchObject({ params: { customer: saved.customer } })
    await validated(saved)

    const depositId = randomUUID()
    const order = { depositId, isNew: true, total: usd(5_000), description: undefined, account: saved }
    const debit = (ip: string) =>
      processor.createBankDebit({ ...order, consent: { ip, userAgent: 'Firefox' } })
    const payment = await debit('203.0.113.7')
    expect(fake.requests.slice(-2)).toMatchObject([
      {
        idempotencyKey: `deposit-${depositId}`,
        params: {
          amount: '5000',
          'allowed_payment_method_types[0]': 'us_bank_account',
          payment_method: saved.token,
          customer: saved.customer,
        },
      },
      {
        path: `/v1/payment_intents/${payment.reference}/confirm`,
        idempotencyKey: `confirm-${depositId}`,
        params: {
          'mandate_data[customer_acceptance][type]': 'online',
          'mandate_data[customer_acceptance][online][ip_address]': '203.0.113.7',
          'mandate_data[customer_acceptance][online][user_agent]': 'Firefox',
        },
      },
    ])
    expect(await debit('198.51.100.1')).toEqual(payment)
    expect(fake.requests.every(({ params }) => !('payment_method_types[0]' in params))).toBe(true)
  })

  it('confirms a debit whose confirmation was lost, a day later, once', async () => {
    const saved = await processor.saveBankAccount(details())
    await validated(saved)
    const consent = { ip: '203.0.113.7', userAgent: 'Firefox' }
    const order = {
      depositId: randomUUID(),
      total: usd(5_000),
      description: undefined,
      account: saved,
      consent,
    }
    const before = fake.intents.size
    fake.failConfirmations(3)
    await expect(processor.createBankDebit({ ...order, isNew: true })).rejects.toThrow(ProcessorUnavailable)
    expect(fake.intents.size).toBe(before + 1)
    fake.afterHours(25)
    const payment = await processor.createBankDebit({ ...order, isNew: false })
    expect(payment.state).toBe('processing')
    fake.afterHours(25)
    expect(await processor.createBankDebit({ ...order, isNew: false })).toEqual(payment)
    expect(fake.intents.size).toBe(before + 1)
  })

  it('repeats an order whose answer was lost, under the same key: one payment', async () => {
    const before = fake.intents.size
    fake.loseNextAnswer()
    const depositId = randomUUID()
    const { reference } = await card(depositId)
    expect(fake.intents.size).toBe(before + 1)
    expect(fake.intents.get(reference)?.metadata).toEqual({ deposit_id: depositId })
  })

  it('tells what is refused for good from what may work later, and quotes nothing', async () => {
    fake.failNext(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'fraudulent',
      message: 'x',
    })
    await expect(card()).rejects.toMatchObject({ name: 'PaymentRefused', code: 'fraudulent' })
    fake.failNext(500, { type: 'api_error', message: 'number 000123456789' }, 3)
    const failure = await card().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProcessorUnavailable)
    fake.failNext(401, { type: 'invalid_request_error', message: 'Invalid API Key' })
    await expect(card()).rejects.toThrow(ProcessorUnavailable)
    const refused = await processor
      .saveBankAccount({ ...details(), accountNumber: '000666666661' })
      .catch((error: unknown) => error)
    for (const error of [failure, refused])
      expect(
        `${String(error)} ${JSON.stringify(error)} ${String(Reflect.get(Object(error), 'cause'))}`,
      ).not.toMatch(/0006666|0001234/)
  })

  it('cancels an abandoned payment; one that was paid meanwhile stays paid', async () => {
    const { reference } = await card()
    await processor.cancelPayment(reference)
    expect(fake.intents.get(reference)?.status).toBe('canceled')
    const paid = await card()
    const intent = fake.intents.get(paid.reference)
    if (intent) intent.status = 'succeeded'
    await processor.cancelPayment(paid.reference)
    expect(intent?.status).toBe('succeeded')
  })

  it.each([
    ['payment_intent.succeeded', { id: 'pi_x', currency: 'usd', amount_received: 5, metadata: {} }],
    ['charge.refunded', { payment_intent: 'pi_x', metadata: {}, amount_refunded: 0, currency: 'usd' }],
    ['charge.dispute.closed', { payment_intent: 'pi_x', ...dispute, status: 'warning_needs_response' }],
    ['payment_intent.some_new_state', { id: 'pi_x' }],
    // Objects of another application in the same Stripe account that also uses the key `deposit_id`.
    ['payment_intent.succeeded', { id: 'pi_x', currency: 'usd', metadata: { deposit_id: 'order_17' } }],
    ['payment_intent.processing', { id: 'pi_x', metadata: { deposit_id: 17 } }],
    ['payment_intent.canceled', { id: 'pi_x', metadata: null }],
    ['payment_intent.payment_failed', { id: 'pi_x' }],
    [
      'charge.refunded',
      { payment_intent: null, metadata: { deposit_id: 'order_17' }, amount_refunded: 700, currency: 'usd' },
    ],
    [
      'charge.refunded',
      { payment_intent: 'pi_of_no_one', metadata: {}, amount_refunded: 700, currency: 'usd' },
    ],
    ['charge.dispute.closed', { payment_intent: 'pi_of_no_one', ...dispute, status: 'lost' }],
    ['charge.dispute.closed', { payment_intent: null, ...dispute, status: 'lost' }],
  ])('makes nothing of %s that is none of ours or changes nothing', async (type, object) => {
    const { body, headers } = signed(type, object, Date.now())
    expect(await processor.readWebhook(body, headers)).toMatchObject({ deposit: null })
  })

  it('makes nothing of a thin event of the second version, which names its object instead of containing it', async () => {
    const thin = {
      id: 'evt_test_65R9Ijk8dKEYZcXeRWn16R9A7j1FSQ3w3TGDPLLGSM4CW0',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      livemode: false,
      created: '2026-11-18T12:00:00.000Z',
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    }
    const { body, headers } = signedText(JSON.stringify(thin), Date.now())
    expect(await processor.readWebhook(body, headers)).toEqual({
      id: thin.id,
      type: thin.type,
      deposit: null,
    })
    const forged = {
      'stripe-signature': headers['stripe-signature'].replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }
    await expect(processor.readWebhook(body, forged)).rejects.toMatchObject({ reason: 'signature' })
  })

  it.each(['{}', '[]', 'null', '"x"', '{', '{"id":"evt_1","type":"payment_intent.succeeded"}'])(
    'cannot read %s, although it is signed',
    async (payload) => {
      const { body, headers } = signedText(payload, Date.now())
      await expect(processor.readWebhook(body, headers)).rejects.toMatchObject({ reason: 'malformed' })
    },
  )

  it.each([{}, { deposit_id: 'order_17' }])(
    'makes nothing of a refund or a lost dispute whose payment is another application’s: %o',
    async (metadata) => {
      const reference = fake.foreign(metadata)
      for (const [type, object] of [
        ['charge.refunded', { payment_intent: reference, metadata, amount_refunded: 700, currency: 'usd' }],
        ['charge.dispute.closed', { payment_intent: reference, ...dispute, status: 'lost' }],
      ] as const) {
        const { body, headers } = signed(type, object, Date.now())
        expect(await processor.readWebhook(body, headers)).toMatchObject({ deposit: null })
      }
    },
  )

  it('names the card that was charged', async () => {
    const depositId = randomUUID()
    const { reference } = await card(depositId)
    const intent = fake.intents.get(reference)
    if (intent) intent.status = 'succeeded'
    const object = { id: reference, currency: 'usd', amount_received: 5, metadata: { deposit_id: depositId } }
    const { body, headers } = signed('payment_intent.succeeded', object, Date.now())
    expect(await processor.readWebhook(body, headers)).toMatchObject({
      deposit: { change: { to: 'succeeded', card: `print_${reference}` } },
    })
  })

  it('credits no foreign currency, and takes what was refunded of a charge', async () => {
    const depositId = randomUUID()
    const metadata = { deposit_id: depositId }
    const euro = signed(
      'payment_intent.succeeded',
      { id: 'pi_x', currency: 'eur', amount_received: 10_320, metadata },
      Date.now(),
    )
    expect(await processor.readWebhook(euro.body, euro.headers)).toMatchObject({
      deposit: { change: { to: 'succeeded', charged: usd(0) } },
    })
    const refund = signed(
      'charge.refunded',
      { payment_intent: 'pi_x', metadata, amount_refunded: 700, currency: 'usd' },
      Date.now(),
    )
    expect(await processor.readWebhook(refund.body, refund.headers)).toMatchObject({
      deposit: { depositId, change: { to: 'claimed', claim: 'refunds', taken: usd(700), disputed: false } },
    })
  })

  it.each([
    ['charge.dispute.created', 'needs_response', { to: 'claimed', taken: usd(60), disputed: true }],
    ['charge.dispute.updated', 'under_review', { to: 'claimed', taken: usd(60), disputed: true }],
    ['charge.dispute.closed', 'lost', { to: 'claimed', taken: usd(60), disputed: false }],
    ['charge.dispute.closed', 'won', { to: 'released' }],
  ])('reads %s, %s, as what it says of the amount', async (type, status, expected) => {
    const depositId = randomUUID()
    const { reference } = await card(depositId)
    const object = { ...dispute, amount: 60, payment_intent: reference, status }
    const { body, headers } = signed(type, object, Date.now())
    expect(await processor.readWebhook(body, headers)).toMatchObject({
      deposit: { depositId, change: { claim: 'du_1', reference, ...expected } },
    })
  })
})

describe('Stripe’s published specification', () => {
  const intents = '/v1/payment_intents'
  const order = 'amount=500&currency=usd&allowed_payment_method_types[0]=card&metadata[deposit_id]=d'
  const online = 'mandate_data[customer_acceptance][online][ip_address]=203.0.113.7'
  const against = (
    method: string,
    url: string,
    body = '',
    version: string | undefined = Stripe.API_VERSION,
  ) => againstSpecification({ method, url, body, version })

  it('allows what we send', () => {
    expect(against('POST', intents, order)).toBeNull()
    expect(against('GET', `${intents}/pi_1`)).toBeNull()
  })

  it.each([
    ['an unknown parameter', 'POST', intents, `${order}&colour=red`, /colour/],
    [
      'the former name of one',
      'POST',
      intents,
      `${order}&payment_method_types[0]=card`,
      /payment_method_types/,
    ],
    ['an unknown one further in', 'POST', `${intents}/pi_1/confirm`, `${online}&mandate_data[x]=1`, /"x"/],
    ['a missing one', 'POST', intents, 'currency=usd', /amount/],
    ['a missing one further in', 'POST', `${intents}/pi_1/confirm`, online, /customer_acceptance\.type/],
    ['text for a number', 'POST', intents, order.replace('500', '5.00'), /amount: Not an integer/],
    ['one for a list', 'POST', intents, order.replace('[0]', ''), /allowed_payment_method_types/],
    ['a list for one', 'POST', intents, order.replace('amount', 'amount[0]'), /amount/],
    ['one twice', 'POST', intents, `${order}&amount=600`, /amount/],
    ['too long a text', 'POST', intents, `${order}&description=${'x'.repeat(1_001)}`, /description/],
    ['a word outside of the list', 'POST', `${intents}/pi_1/cancel`, 'cancellation_reason=bored', /reason/],
    ['a parameter in the query', 'GET', `${intents}/pi_1?colour=red`, '', /colour/],
    ['another method', 'PUT', intents, order, /no operation/],
    ['another path', 'POST', '/v1/payment_intent', order, /no operation/],
    ['a path of a longer name', 'POST', `${intents}/pi_1/cancelled`, '', /no operation/],
  ])('refuses %s', (_what, method, url, body, expected) => {
    expect(against(method, url, body)).toMatch(expected)
  })

  it('is read again when the package speaks another major version', () => {
    expect(against('POST', intents, order, '2027-03-31.fennel')).toMatch(/fennel/)
  })

  it('fails a test that sent something else, even when the adapter took the refusal for an answer', async () => {
    const fake = await startStripeFake()
    const wrong = new Stripe(SECRET_KEY, {
      host: '127.0.0.1',
      port: new URL(fake.url).port,
      protocol: 'http',
    })
    await expect(wrong.refunds.create({ payment_intent: 'pi_1' })).rejects.toThrow(/no operation/)
    await expect(fake.stop()).rejects.toThrow(/POST \/v1\/refunds/)
  })
})
