import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AchDeposit } from '../../../api/contract/deposits.ts'
import { returnRates } from '../../../api/deposits/return-rates.ts'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { operatorOn } from '../../support/operator-run.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import {
  bankDetails,
  depositBecomes,
  depositOf,
  payByBank,
  payByCard,
  saveBank,
} from '../../support/deposit-calls.ts'
import { testServer } from '../../support/test-server.ts'
import { keyed, pageOf, refusal, sends, walletOf } from '../../support/wallet-calls.ts'

/** A day of the sandbox: no test waits for it, and it is long enough to see a transfer under way on any machine. */
const DAY_MS = 2 * MINUTE_MS
/** Noon, or the hours of a test would run into the next day, and pay its interest. */
const clock = movingClock(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`)
const passDays = (days: number) => clock.forward(days * DAY_MS)

const server = testServer({ clock, env: { SANDBOX_DAY_SECONDS: String(DAY_MS / 1_000) } })

const BANK = '/api/payments/ach/save-account'
const DEPOSIT = '/api/payments/ach/deposit'

describe('a bank account', () => {
  it('is saved as a token with its last four digits; the same account is the same token', async () => {
    const ada = await server.signIn('ada')
    const saved = await saveBank(ada, '000123456789')
    expect(saved).toMatchObject({ last4: '6789', bank_name: 'Sandbox Test Bank', account_type: 'checking' })
    const again = await Promise.all([saveBank(ada, '000123456789'), saveBank(ada, '000123456789')])
    expect(again).toEqual([saved, saved])
    expect((await saveBank(ada, '000222222227')).payment_method_id).not.toBe(saved.payment_method_id)
    const grace = await server.signIn('grace')
    expect((await saveBank(grace, '000123456789')).payment_method_id).not.toBe(saved.payment_method_id)
  })

  it('is recognised also after the key of its hash was rotated', async () => {
    const alan = await server.signIn('alan')
    const saved = await saveBank(alan, '000123456789')
    const { keyEncryptionKeys } = server.config
    const keys = createPlatformKeys({ pool: server.pool, keyEncryptionKeys, clock: () => new Date() })
    await keys.rotate('bank account fingerprints')
    await server.restart()
    expect(await saveBank(alan, '000123456789')).toEqual(saved)
  })

  it('that cannot be verified is not saved', async () => {
    const ada = await server.signIn('ada')
    expect(await refusal(await ada.post(BANK, bankDetails('000666666661')))).toMatchObject({
      status: 422,
      code: 'bank_account_refused',
      fields: { account_number: expect.stringContaining('could not be verified') },
    })
  })

  it("of another member cannot be paid from, nor one that isn't known", async () => {
    const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    const { payment_method_id } = await saveBank(grace, '000123456789')
    const head = await server.ledger.store.head()
    for (const origin of [payment_method_id, randomUUID(), 'anything', "'; drop table x"])
      expect(
        await refusal(await ada.post(DEPOSIT, { amount: 100, origin_payment_method: origin })),
      ).toMatchObject({ status: 404, code: 'bank_account_not_found' })
    expect(await server.ledger.store.head()).toBe(head)
  })
})

describe('a bank transfer', () => {
  it('is free, processing for one to three days, and then credited', async () => {
    const ada = await server.signIn('ada')
    const before = await walletOf(ada)
    const deposit = await payByBank(ada, 123_456, '000123456789')
    expect(deposit).toMatchObject({ amount: 123_456, fee: 0, total: 123_456, sandbox: true })
    expect(Date.parse(deposit.expected_by) - Date.parse(deposit.expected_from)).toBe(2 * DAY_MS)
    const pending = await depositBecomes(ada, deposit, { stage: 'processing' })
    expect(pending).toMatchObject({ method: 'ach', status: 'pending', fee_cents: 0 })
    passDays(0.9)
    // Paid later and reported by the same webhooks: what was due earlier has arrived by then.
    await depositBecomes(ada, await payByCard(ada, 10_000), { status: 'completed' })
    expect(await depositOf(ada, deposit.deposit_id)).toMatchObject({ status: 'pending', stage: 'processing' })
    passDays(2.1)
    await depositBecomes(ada, deposit, { status: 'completed' })
    expect(Number((await walletOf(ada)).usd) - Number(before.usd)).toBeCloseTo(1_334.56, 6)
    await server.check()
  })

  it.each([
    ['000111111113', 'R02', /account is closed/],
    ['000111111116', 'R03', /no such account/],
    ['000222222227', 'R01', /insufficient funds/],
    ['000333333335', 'R29', /not authorise/],
    ['000777777771', 'debit_limit_exceeded', /over the limit/],
  ])('from %s fails with %s', async (number, code, sentence) => {
    const grace = await server.signIn('grace')
    const before = await walletOf(grace)
    const deposit = await payByBank(grace, 10_000, number)
    passDays(3)
    const failed = await depositBecomes(grace, deposit, { status: 'failed' })
    expect(failed.failure).toEqual({ code, message: expect.stringMatching(sentence) })
    const after = await walletOf(grace)
    expect(after.usd).toBe(before.usd)
    const [shown] = after.overview.deposits
    expect(typeof shown?.again_until).toBe(code === 'R01' ? 'string' : 'object')
  })

  it('that is returned takes the money back, blocks spending while that leaves a debt, and says so', async () => {
    const alan = await server.signIn('alan')
    const before = await walletOf(alan)
    const deposit = await payByBank(alan, 50_000, '000555555559')
    passDays(3)
    await depositBecomes(alan, deposit, { status: 'completed' })
    const held = await walletOf(alan)
    expect(held.overview.overdrawn).toBeNull()
    await sends(alan, {
      to_user_identifier: '@katherine',
      currency: 'USD',
      amount: (Number(held.usd) - 1).toFixed(2),
    })

    passDays(3)
    const returned = await depositBecomes(alan, deposit, { status: 'returned' })
    expect(returned.failure).toEqual({ code: 'R10', message: expect.stringMatching(/R10/) })
    await eventually(async () => (await walletOf(alan)).overview.overdrawn !== null, 'the reversal shows')
    const after = await walletOf(alan)
    expect(after.usd).toBe('-499.00')
    expect(after.overview.overdrawn).toEqual({
      amount_usd: '499.00',
      reason: 'deposit_returned',
      message: expect.stringMatching(/returned by the bank.*\$499\.00 below zero/),
    })
    expect(after.overview.deposits[0]).toMatchObject({
      status: 'returned',
      failure_message: expect.stringMatching(/R10/),
    })
    const { transactions } = await pageOf(alan, '?limit=5')
    expect(transactions.find(({ kind }) => kind === 'deposit_reversed')).toMatchObject({ amount: '-500.00' })
    expect(transactions.find(({ kind }) => kind === 'deposit')).toMatchObject({ status: 'returned' })

    const send = { to_user_identifier: '@ada', currency: 'USD', amount: '0.50' }
    expect(await refusal(await alan.post('/api/wallet/transfer', send))).toMatchObject({
      status: 422,
      code: 'wallet_overdrawn',
    })
    await server.check()

    await depositBecomes(alan, await payByCard(alan, 50_000), { status: 'completed' })
    const wellAgain = await walletOf(alan)
    expect(wellAgain).toMatchObject({ usd: '1.00', overview: { overdrawn: null } })
    await sends(alan, send)
    expect(Number(before.usd)).toBeGreaterThan(0)
  })

  it('is one transfer for one key', async () => {
    const ada = await server.signIn('ada')
    const { payment_method_id: origin_payment_method } = await saveBank(ada, '000123456789')
    const key = keyed(randomUUID())
    const post = async (amount: number) => {
      const response = await ada.post(DEPOSIT, { amount, origin_payment_method }, key)
      return { status: response.status, body: await response.text() }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(2_000)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect((await post(2_001)).status).toBe(422)
    passDays(3)
    await depositBecomes(ada, AchDeposit.parse(JSON.parse(answers[0]?.body ?? '')), { status: 'completed' })
  })
})

describe('transfers that came back', () => {
  it('are counted by kind for sixty days, beside those that went out', async () => {
    const katherine = await server.signIn('katherine')
    const rates = () => returnRates(server.pool, clock())
    const before = await rates()
    for (const [number, ended] of [
      ['000123456789', 'completed'],
      ['000111111113', 'failed'],
      ['000333333335', 'failed'],
      ['000222222227', 'failed'],
      // Never reached the network.
      ['000777777771', 'failed'],
    ] as const) {
      const deposit = await payByBank(katherine, 1_000, number)
      passDays(3)
      await depositBecomes(katherine, deposit, { status: ended })
    }
    const late = await payByBank(katherine, 1_000, '000555555559')
    passDays(3)
    await depositBecomes(katherine, late, { status: 'completed' })
    expect((await rates()).returns.all - before.returns.all).toBe(3)
    passDays(3)
    await depositBecomes(katherine, late, { status: 'returned' })
    const after = await rates()
    expect(after.debits - before.debits).toBe(5)
    expect(after.returns.all - before.returns.all).toBe(4)
    expect(after.returns.administrative - before.returns.administrative).toBe(1)
    expect(after.returns.unauthorized - before.returns.unauthorized).toBe(2)
    expect(await returnRates(server.pool, new Date(clock().getTime() + 61 * 86_400_000))).toEqual({
      debits: 0,
      returns: { unauthorized: 0, administrative: 0, all: 0 },
    })

    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain(`deposit_debits ${after.debits}`)
    expect(metrics).toContain(
      `deposit_debit_return_rate{kind="administrative"} ${after.returns.administrative / after.debits}`,
    )
    const { out, exit } = await operatorOn(server.ownerUrl, 'debits')
    expect(exit).toBe(0)
    expect(out).toContain(`${after.debits} bank debits in the last 60 days`)
    expect(out).toMatch(/unauthorized +\d+ +\d+\.\d\d % +ABOVE 0\.50 %/)
    expect((await operatorOn(server.ownerUrl, 'debits', 'all')).exit).toBe(2)
  })
})

describe('account numbers', () => {
  it('are in no table, no log line and no answer', async () => {
    const planted = '918273645546372'
    const katherine = await server.signIn('katherine')
    const answers: string[] = []
    const keep = async (response: Response) => void answers.push(await response.text())
    const details = bankDetails(planted, { account_holder_name: 'Planted Holder Name' })
    await keep(await katherine.post(BANK, details, keyed(randomUUID())))
    await keep(await katherine.post(BANK, { ...details, routing_number: '110000001' }))
    await keep(await katherine.post(BANK, { ...details, account_number: [planted] }))
    await keep(await katherine.post(BANK, { ...details, extra: planted }))
    const deposit = await payByBank(katherine, 2_000, planted)
    passDays(3)
    await depositBecomes(katherine, deposit, { status: 'completed' })
    const card = '4111222233334444'
    const intent = { amount: 2_000, currency: 'usd', payment_method_type: 'card', test_card_number: card }
    await keep(await katherine.post('/api/payments/stripe/create-intent', intent, keyed(randomUUID())))
    answers.push(JSON.stringify(await depositOf(katherine, deposit.deposit_id)))

    const { rows: tables } = await server.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const number of [planted, card, 'Planted Holder Name']) {
      const found: string[] = []
      for (const { name } of tables) {
        const { rows } = await server.pool.query(
          `select 1 from ${name} as t where t::text like $1 or encode(convert_to(t::text, 'UTF8'), 'base64') like $1`,
          [`%${number}%`],
        )
        if (rows.length > 0) found.push(name)
      }
      expect(found).toEqual([])
      expect(server.logged()).not.toContain(number)
      for (const answer of answers) expect(answer).not.toContain(number)
    }
  })
})
