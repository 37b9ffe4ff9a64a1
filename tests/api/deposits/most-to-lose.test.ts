import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPOSIT_CENTS, REVERSIBLE_CENTS_MAX, REVERSIBLE_DAYS } from '../../../api/contract/limits.ts'
import { createPool } from '../../../api/database/database.ts'
import { addBusinessDays } from '../../../events/business-days.ts'
import { reserveReversible } from '../../../api/deposits/reversible.ts'
import { Refusal } from '../../../events/refusal.ts'
import { BankAccount } from '../../../api/contract/funding-accounts.ts'
import { bankDetails, depositBecomes, payByBank, payByCard } from '../../support/deposit-calls.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, testServer, type TestServer } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'

const DAY_MS = 86_400_000
/** Debits of this account are credited and then returned as unauthorised (R10). */
const DISPUTED = '000555555559'

describe('what a bank can take back of one member', () => {
  let database: TestDatabase
  let pool: Pool
  beforeAll(async () => {
    database = await freshDatabase()
    pool = createPool(database.url, { max: 4 })
  })
  afterAll(async () => {
    await pool?.end()
    await database?.drop()
  })

  const begun = fc.record({
    /** Hours since the last one. */
    after: fc.oneof(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 40 * 24, max: 75 * 24 })),
    cents: fc.integer({ min: 100, max: DEPOSIT_CENTS.max }),
    /** Hours until the payer has answered, and the business days until it is credited after that. */
    answered: fc.integer({ min: 0, max: 24 }),
    days: fc.integer({ min: 1, max: 3 }),
  })

  it('never comes to more than the limit, however transfers are spread over the days', () =>
    fc.assert(
      fc.asyncProperty(fc.array(begun, { minLength: 2, maxLength: 14 }), async (transfers) => {
        const memberId = randomUUID()
        let now = Date.parse('2026-11-20T12:00:00Z')
        const taken: { cents: number; final: number }[] = []
        for (const { after, cents, answered, days } of transfers) {
          now += after * 3_600_000
          const order = {
            depositId: randomUUID(),
            memberId,
            method: 'ach',
            cents,
            now: new Date(now),
            source: null,
          } as const
          try {
            await reserveReversible(pool, order)
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
            continue
          }
          const credited = addBusinessDays(new Date(now + answered * 3_600_000), days).getTime()
          taken.push({ cents, final: credited + REVERSIBLE_DAYS.ach * DAY_MS })
          const open = taken.filter(({ final }) => final > now).reduce((sum, one) => sum + one.cents, 0)
          expect(open).toBeLessThanOrEqual(REVERSIBLE_CENTS_MAX)
        }
      }),
      { numRuns: 60 },
    ))
})

describe('what can be taken back of one bank account', () => {
  const ACCOUNT = '000987654321'
  let server: TestServer
  let other: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { SEED: 'none', SANDBOX_DAY_SECONDS: '86400' } })
    // A second process over the same database.
    other = await startTestServer({
      env: {
        SEED: 'none',
        SANDBOX_DAY_SECONDS: '86400',
        ROLE: 'api',
        DATA_DIR: server.config.dataDir,
        DATABASE_URL: server.config.databaseUrl ?? '',
      },
    })
  })
  afterAll(async () => {
    await other?.stop()
    await server?.stop()
  })

  it('never comes to more than the limit, however many members save it and whichever process they ask', async () => {
    const members = await Promise.all([
      server.signIn('ada'),
      server.signIn('grace'),
      other.signIn('alan'),
      other.signIn('katherine'),
    ])
    const answers = await Promise.all(
      members.flatMap((member, index) =>
        [0, 1].map(async () => {
          // As a savings account it is the same account.
          const saved = await member.post(
            '/api/payments/ach/save-account',
            bankDetails(ACCOUNT, { account_type: index % 2 === 0 ? 'checking' : 'savings' }),
          )
          const origin = BankAccount.parse(await saved.json()).payment_method_id
          return member.post('/api/payments/ach/deposit', {
            amount: DEPOSIT_CENTS.max,
            origin_payment_method: origin,
          })
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      const told = await refusal(refused)
      // What a bank's own limit says: nothing of other members, no amount that is left.
      if (told.code !== 'reversible_limit')
        expect(told).toMatchObject({
          status: 422,
          code: 'payment_refused',
          error: 'This transfer is over the limit of the bank account.',
        })
    }
    await server.check()
  }, 60_000)
})

describe('what can be taken back of cards', () => {
  const SHARED_CARD = { test_card_number: '4000000000004210' }
  const clock = standingClock(new Date().toISOString())
  const server = testServer({ clock, env: { SEED: 'none' } })
  const usdOf = async (memberId: string) => {
    const wallet = await server.ledger.wallets.stateOf(memberId)
    return wallet.status === 'absent' ? 0n : wallet.balances.USD
  }

  it('twenty cards of one member at once: no more than the limit is charged', async () => {
    const ada = await server.signIn('ada')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ada.post('/api/payments/stripe/create-intent', {
          amount: DEPOSIT_CENTS.max,
          currency: 'usd',
          payment_method_type: 'card',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(refused && (await refusal(refused))).toMatchObject({
      status: 422,
      code: 'reversible_limit',
      fields: { amount: expect.stringContaining('$0.00 is left') },
    })
  })

  it('one card of several members: the credit above the limit is held, until the card has room again', async () => {
    const [grace, alan] = [await server.signIn('grace'), await server.signIn('alan')]
    const first = [await payByCard(grace, 400_000, SHARED_CARD), await payByCard(grace, 400_000, SHARED_CARD)]
    clock.forward(2_000)
    for (const one of first) await depositBecomes(grace, one, { status: 'completed' })
    const held = await payByCard(alan, 400_000, SHARED_CARD)
    clock.forward(2_000)
    const isHeld = async () =>
      (await server.pool.query('select 1 from app.reversible_deposit where held_at is not null')).rowCount ===
      1
    await eventually(isHeld, 'the credit is held')
    const seen = await depositBecomes(alan, held, { status: 'pending', stage: 'processing' })
    expect(seen.held_until).toMatch(/^20/)
    // Another card of the same member is credited meanwhile.
    const another = await payByCard(alan, 100_000)
    clock.forward(2_000)
    await depositBecomes(alan, another, { status: 'completed' })
    expect(await usdOf(alan.id)).toBe(100_000n)
    await server.check()
    clock.forward(131 * DAY_MS)
    const later = await server.signIn('alan')
    await depositBecomes(later, held, { status: 'completed', stage: 'succeeded' })
    // And the interest of that time.
    await eventually(async () => (await usdOf(alan.id)) >= 500_000n, 'what was held is credited, once')
    await server.check()
  }, 60_000)
})

describe('a member who spends what the bank then takes back', () => {
  const server = testServer({ env: { SEED: 'none', SANDBOX_DAY_SECONDS: '86400' } })

  it('owes the limit at most, spends nothing before that is paid, and cannot go on by paying in again', async () => {
    const ada = await server.signIn('ada')
    await server.signIn('grace')
    const owed = async (): Promise<bigint> => {
      const wallet = await server.ledger.wallets.stateOf(ada.id)
      return wallet.status === 'absent' ? 0n : wallet.balances.USD
    }
    const nextDay = () => ada.post('/api/sandbox/clock/advance', { days: 1 })
    const limit = BigInt(REVERSIBLE_CENTS_MAX)
    const each = Array.from({ length: REVERSIBLE_CENTS_MAX / DEPOSIT_CENTS.max })
    const paid = await Promise.all(each.map(() => payByBank(ada, DEPOSIT_CENTS.max, DISPUTED)))
    for (let days = 0; days < 3; days += 1) await nextDay()
    for (const one of paid) await depositBecomes(ada, one, { status: 'completed' })
    await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '5000.00' })
    await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '5000.00' })
    for (let days = 0; days < 3; days += 1) await nextDay()
    // While the money was there it bore some interest.
    const isBack = async () => (await owed()) >= -limit && (await owed()) < -limit + 10_00n
    await eventually(isBack, 'everything has come back')
    // There is room for another deposit, but it pays the debt: nothing of it can be spent.
    const again = await payByBank(ada, DEPOSIT_CENTS.max, DISPUTED)
    for (let days = 0; days < 3; days += 1) await nextDay()
    await depositBecomes(ada, again, { status: 'completed' })
    const sent = await ada.post('/api/wallet/transfer', {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: '1.00',
    })
    expect(await refusal(sent)).toMatchObject({ status: 422, code: 'wallet_overdrawn' })
    for (let days = 0; days < 3; days += 1) await nextDay()
    await eventually(isBack, 'that has come back too')
  }, 60_000)
})
