import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { sandboxWebhookSecret } from '../../../api/external-services.ts'
import { systemClock } from '../../../events/ids.ts'
import { createDeposits } from '../../../api/deposits/deposits.ts'
import { sign, SIGNATURE_HEADER } from '../../../api/sandbox/processor/signature.ts'
import { usd } from '../../../events/money.ts'
import { depositBecomes, depositOf, payByCard } from '../../support/deposit-calls.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'
import { refusal, walletOf } from '../../support/wallet-calls.ts'

const clock = movingClock(new Date().toISOString())
const server = testServer({ clock, env: { SANDBOX_DAY_SECONDS: '1' } })

/** A payment about which the sandbox reports nothing more until its payer acts. */
const waiting = async (handle: string, cents: number) => {
  const member = await server.signIn(handle)
  const intent = await payByCard(member, cents, { test_card_number: '4000002760003184' })
  await depositBecomes(member, intent, { stage: 'requires_action' })
  return { member, intent }
}

const webhook = (
  type: string,
  intent: { payment_intent_id: string; deposit_id: string; total: number },
  more: { id?: string; code?: string; total_cents?: number; deposit_id?: string } = {},
) => {
  const { id = randomUUID(), ...data } = more
  const { payment_intent_id: reference, deposit_id, total: total_cents } = intent
  return { id, type, data: { reference, deposit_id, total_cents, ...data } }
}

const send = async (
  body: unknown,
  {
    at = new Date(),
    secret,
    provider = 'sandbox',
    tamper = (text: string) => text,
    headers = {},
  }: {
    at?: Date
    secret?: string
    provider?: string
    tamper?: (text: string) => string
    headers?: Record<string, string>
  } = {},
) => {
  const platformKeys = createPlatformKeys({ ...server.config, pool: server.pool, clock: systemClock })
  const signing = secret ?? (await sandboxWebhookSecret(platformKeys))
  const text = JSON.stringify(body)
  return fetch(`${server.url}/api/webhooks/${provider}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [SIGNATURE_HEADER]: sign(signing, Buffer.from(text), at),
      ...headers,
    },
    body: tamper(text),
  })
}

const eventsOf = async (depositId: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of server.ledger.store.readStream(`deposit-${depositId}`)) types.push(type)
  return types
}

describe('a webhook', () => {
  it('is refused with a bad signature, and nothing happens', async () => {
    const { member, intent } = await waiting('ada', 1_000)
    const success = webhook('payment.succeeded', intent)
    const head = await server.ledger.store.head()
    for (const response of await Promise.all([
      send(success, { secret: 'guessed' }),
      send(success, { tamper: (text) => text.replace(String(intent.total), '99999999') }),
      send(success, { tamper: (text) => `${text} ` }),
      send(success, { headers: { [SIGNATURE_HEADER]: '' } }),
      send(success, { headers: { [SIGNATURE_HEADER]: 't=1,v1=00' } }),
    ]))
      expect(await refusal(response)).toMatchObject({ status: 400, code: 'invalid_signature' })
    expect(await server.ledger.store.head()).toBe(head)
    expect(await depositOf(member, intent.deposit_id)).toMatchObject({ status: 'pending' })
  })

  it('is refused when it was signed more than 300 seconds ago, or ahead', async () => {
    const { intent } = await waiting('ada', 1_000)
    const success = webhook('payment.succeeded', intent)
    for (const seconds of [-302, 302])
      expect(
        await refusal(await send(success, { at: new Date(Date.now() + seconds * 1_000) })),
      ).toMatchObject({
        status: 400,
        code: 'webhook_too_old',
      })
    expect(await eventsOf(intent.deposit_id)).not.toContain('DepositSucceeded')
    expect((await send(success, { at: new Date(Date.now() - 290_000) })).status).toBe(200)
  })

  it('counts once, however often it is replayed, also all at once and under other ids', async () => {
    const { member, intent } = await waiting('ada', 4_200)
    const before = Number((await walletOf(member)).usd)
    const success = webhook('payment.succeeded', intent)
    const many = [...Array.from({ length: 20 }, () => success), webhook('payment.succeeded', intent)]
    for (const response of await Promise.all(many.map((body) => send(body))))
      expect(response.status).toBe(200)
    expect((await send(success)).status).toBe(200)
    await depositBecomes(member, intent, { status: 'completed' })
    expect(Number((await walletOf(member)).usd) - before).toBeCloseTo(42, 6)
    expect((await eventsOf(intent.deposit_id)).filter((type) => type === 'DepositSucceeded')).toHaveLength(1)
    await server.check()
  })

  it('of a kind that is not known here is acknowledged and ignored', async () => {
    const { intent } = await waiting('ada', 1_000)
    const head = await server.ledger.store.head()
    const response = await send(webhook('payment.celebrated', intent))
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { received: true },
    })
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('of another provider, of nobody here, or without sense is refused', async () => {
    const { intent } = await waiting('ada', 1_000)
    const body = webhook('payment.succeeded', intent)
    for (const provider of ['stripe', 'paypal', '__proto__'])
      expect(await refusal(await send(body, { provider }))).toMatchObject({ status: 404 })
    expect(await refusal(await send({ no: 'sense' }))).toMatchObject({ status: 400, code: 'invalid_webhook' })
  })

  it('about a deposit that is not in this ledger is acknowledged; nothing is credited', async () => {
    const { intent } = await waiting('ada', 1_000)
    const head = await server.ledger.store.head()
    const response = await send(webhook('payment.succeeded', intent, { deposit_id: randomUUID() }))
    expect(response.status).toBe(200)
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('with another amount than was due is kept for people to look at; nothing is credited', async () => {
    const { member, intent } = await waiting('grace', 1_000)
    const odd = webhook('payment.succeeded', intent, { total_cents: intent.total - 1 })
    expect((await send(odd)).status).toBe(200)
    expect(await eventsOf(intent.deposit_id)).not.toContain('DepositSucceeded')
    const { rows } = await server.pool.query('select handled_at from app.webhook_event where id = $1', [
      odd.id,
    ])
    expect(rows).toEqual([{ handled_at: null }])
    expect(server.logged()).toContain('A webhook is kept and will be tried again')
    expect(await depositOf(member, intent.deposit_id)).toMatchObject({ status: 'pending' })
  })

  it('moves a deposit forward only, in whatever order it comes', async () => {
    const { member, intent } = await waiting('katherine', 3_000)
    const clearing = async () => (await server.check()).book.balanceOf('asset:card-clearing', 'USD')
    const [before, clearingBefore] = [(await walletOf(member)).usd, await clearing()]
    await send(webhook('payment.failed', intent, { code: 'generic_decline' }))
    await send(webhook('payment.processing', intent))
    expect(await depositBecomes(member, intent, { status: 'failed' })).toMatchObject({ stage: 'failed' })
    // Another card on the same payment.
    await send(webhook('payment.succeeded', intent))
    await depositBecomes(member, intent, { status: 'completed' })
    await send(webhook('payment.failed', intent, { code: 'generic_decline' }))
    await send(webhook('payment.requires_action', intent))
    expect(await depositOf(member, intent.deposit_id)).toMatchObject({ status: 'completed' })
    await send(webhook('payment.returned', intent, { code: 'fraudulent' }))
    await depositBecomes(member, intent, { status: 'returned' })
    await send(webhook('payment.succeeded', intent))
    await eventually(async () => (await walletOf(member)).usd === before, 'the money is taken back')
    expect(await clearing()).toBe(clearingBefore)
  })

  it('that tells of a return before the success credits nothing', async () => {
    const { member, intent } = await waiting('katherine', 3_000)
    const before = (await walletOf(member)).usd
    await send(webhook('payment.returned', intent, { code: 'fraudulent' }))
    await send(webhook('payment.succeeded', intent))
    await depositBecomes(member, intent, { status: 'returned' })
    expect((await walletOf(member)).usd).toBe(before)
    await server.check()
  })
})

describe('a deposit whose webhook was taken by a process that died', () => {
  it('before its success was in the ledger is carried out from the inbox', async () => {
    const { member, intent } = await waiting('alan', 1_500)
    const { payment_intent_id: reference, deposit_id, total } = intent
    await server.pool.query(
      `insert into app.webhook_event (provider, id, type, deposit_id, change, received_at, next_at)
       values ('sandbox', 'evt_left', 'payment.succeeded', $1, $2, now(), now())`,
      [deposit_id, JSON.stringify({ to: 'succeeded', reference, charged_cents: String(total) })],
    )
    await depositBecomes(member, intent, { status: 'completed' })
  })

  it('before the wallet was credited is credited by the settlement process, and reversed by it', async () => {
    const { member, intent } = await waiting('alan', 1_500)
    const before = Number((await walletOf(member)).usd)
    const { payment_intent_id: reference, deposit_id: depositId, total } = intent
    const deposits = createDeposits(server.ledger.store)
    // Dated a minute ahead: the process waits until two seconds after that, so that the test need not be quick.
    const context = () => ({
      actor: 'system',
      correlationId: depositId,
      causationId: depositId,
      at: new Date(clock().getTime() + MINUTE_MS).toISOString(),
    })
    const charged = usd(total)
    await deposits.execute(
      depositId,
      { type: 'advanceDeposit', provider: 'sandbox', change: { to: 'succeeded', reference, charged } },
      context(),
    )
    expect(await depositOf(member, depositId)).toMatchObject({ status: 'pending' })
    clock.forward(2 * MINUTE_MS)
    await depositBecomes(member, intent, { status: 'completed' })
    await eventually(async () => Number((await walletOf(member)).usd) - before === 15, 'credited')
    await deposits.execute(
      depositId,
      { type: 'advanceDeposit', provider: 'sandbox', change: { to: 'returned', reference, code: 'R10' } },
      context(),
    )
    clock.forward(2 * MINUTE_MS)
    await eventually(async () => Number((await walletOf(member)).usd) === before, 'reversed')
    await server.check()
  })
})
