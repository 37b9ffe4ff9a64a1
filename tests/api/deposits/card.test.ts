import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PaymentOptions } from '../../../api/contract/deposits.ts'
import { TEST_CARDS } from '../../../api/contract/test-instruments.ts'
import { eventually } from '../../support/read-models.ts'
import { depositBecomes, depositOf, payByCard } from '../../support/deposit-calls.ts'
import { SECOND_MS, standingClock } from '../../support/moving-clock.ts'
import { startTestServer, testServer } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'

// The sandbox sends webhooks half a second after a payment: with this clock, not before a test has checked the payment.
const clock = standingClock(new Date().toISOString())
const server = testServer({ clock, env: { SANDBOX_DAY_SECONDS: '1' } })

/** Moves the clock past everything that the sandbox reports about a payment, and waits for the expected state. */
const becomes = (...deposit: Parameters<typeof depositBecomes>) => {
  clock.forward(2 * SECOND_MS)
  return depositBecomes(...deposit)
}

const nothingUnsent = () =>
  eventually(async () => {
    const { rows } = await server.pool.query<{ open: bigint }>(
      'select count(*) as open from app.sandbox_sending where sent_at is null',
    )
    return Number(rows[0]?.open) === 0
  }, 'every webhook of the sandbox was sent')

describe('a card payment', () => {
  it('is credited once its webhook has come: the amount to the wallet, the fee to the house', async () => {
    const ada = await server.signIn('ada')
    const before = await walletOf(ada)
    const intent = await payByCard(ada, 10_000)
    expect(intent).toMatchObject({
      amount: 10_000,
      fee: 320,
      total: 10_320,
      sandbox: true,
      client_secret: null,
    })
    const pending = await depositOf(ada, intent.deposit_id, intent.position)
    expect(pending).toMatchObject({
      status: 'pending',
      amount: '100.00',
      fee_cents: 320,
      total_cents: 10_320,
    })
    const seen = await walletOf(ada, intent.position)
    expect(seen.usd).toBe(before.usd)
    expect(seen.overview.deposits[0]).toMatchObject({ method: 'stripe', amount: '100.00', status: 'pending' })

    const startedAt = clock().getTime()
    const done = await becomes(ada, intent, { status: 'completed' })
    expect(clock().getTime() - startedAt).toBeLessThan(5_000)
    expect(done).toMatchObject({ method: 'stripe', stage: 'succeeded', failure: null, sandbox: true })
    await nothingUnsent()

    const after = await walletOf(ada)
    expect(Number(after.usd) - Number(before.usd)).toBe(100)
    expect(after.overview.deposits[0]).toMatchObject({ id: intent.deposit_id, status: 'completed' })
    const { book } = await server.check()
    expect(book.balanceOf('revenue:card-fees', 'USD')).toBe(-320n)
    expect(book.balanceOf('asset:card-clearing', 'USD')).toBe(10_320n)
  })

  it('opens the treasury account of a member who has none', async () => {
    const fresh = await startTestServer({ env: { SANDBOX_DAY_SECONDS: '1', SEED: 'none' } })
    try {
      const alan = await fresh.signIn('alan')
      expect((await walletOf(alan)).overview.treasury_account).toBeNull()
      const intent = await payByCard(alan, 100)
      expect((await walletOf(alan, intent.position)).overview.treasury_account).toMatchObject({
        status: 'open',
      })
      await depositBecomes(alan, intent, { status: 'completed' })
      expect((await walletOf(alan)).usd).toBe('1.00')
    } finally {
      await fresh.stop()
    }
  })

  it.each([
    ['4000000000000002', 'generic_decline', /declined/],
    ['4000000000009995', 'insufficient_funds', /insufficient funds/],
    ['4000000000000069', 'expired_card', /expired/],
    ['4000000000000127', 'incorrect_cvc', /security code/],
    ['4000000000000119', 'processing_error', /error occurred/],
    ['4000000000000341', 'card_declined', /declined/],
  ])('with %s fails: %s', async (number, code, sentence) => {
    const grace = await server.signIn('grace')
    const before = await walletOf(grace)
    const intent = await payByCard(grace, 5_000, { test_card_number: number })
    const failed = await becomes(grace, intent, { status: 'failed' })
    expect(failed.failure).toEqual({ code, message: expect.stringMatching(sentence) })
    const after = await walletOf(grace)
    expect(after.usd).toBe(before.usd)
    expect(after.overview.deposits[0]).toMatchObject({
      status: 'failed',
      failure_message: expect.stringMatching(sentence),
    })
  })

  it.each([
    ['approve', 'completed'],
    ['decline', 'failed'],
  ] as const)('that asks for confirmation waits for it: %s', async (outcome, status) => {
    const alan = await server.signIn('alan')
    const intent = await payByCard(alan, 2_500, { test_card_number: '4000 0027 6000 3184' })
    await becomes(alan, intent, { status: 'pending', stage: 'requires_action' })
    const grace = await server.signIn('grace')
    const path = `/api/payments/deposits/${intent.deposit_id}/authenticate`
    expect(await refusal(await grace.post(path, { outcome }))).toMatchObject({ status: 404 })
    const key = keyed(randomUUID())
    expect((await alan.post(path, { outcome }, key)).status).toBe(200)
    expect((await alan.post(path, { outcome }, key)).status).toBe(200)
    const otherwise = outcome === 'approve' ? 'decline' : 'approve'
    expect(await refusal(await alan.post(path, { outcome: otherwise }))).toMatchObject({
      status: 409,
      code: 'already_answered',
    })
    await becomes(alan, intent, { status })
  })

  it('knows what becomes of every published test card', async () => {
    const ada = await server.signIn('ada')
    const options = PaymentOptions.parse(await (await ada.fetch('/api/payments/options')).json())
    expect(options).toMatchObject({ provider: 'sandbox', sandbox: true })
    expect(options.test_cards).toEqual([...TEST_CARDS])
  })

  it('is one payment for one key, however often it is sent, and another body is refused', async () => {
    const ada = await server.signIn('ada')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => payByCard(ada, 700, {}, keyed(key))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const [first] = answers
    if (!first) throw new Error('no answer')
    await becomes(ada, first, { status: 'completed' })
    expect(await payByCard(ada, 700, {}, keyed(key))).toEqual(first)
    const other = await ada.post(
      '/api/payments/stripe/create-intent',
      { amount: 701, currency: 'usd', payment_method_type: 'card', description: 'Add funds' },
      keyed(key),
    )
    expect(await refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    await nothingUnsent()
    await server.check()
  })

  it("is nobody else's to see", async () => {
    const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    const intent = await payByCard(ada, 100)
    await becomes(ada, intent, { status: 'completed' })
    for (const id of [intent.deposit_id, randomUUID()])
      expect(await refusal(await grace.fetch(`/api/payments/deposits/${id}`))).toMatchObject({
        status: 404,
        code: 'deposit_not_found',
        error: 'You have no such deposit.',
      })
    const stranger = await fetch(`${server.url}/api/payments/deposits/${intent.deposit_id}`)
    expect(stranger.status).toBe(401)
  })
})
