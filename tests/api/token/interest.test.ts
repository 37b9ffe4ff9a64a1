import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../../../api/logging/logger.ts'
import { startServer, type RunningServer } from '../../../api/server.ts'
import { DEMO_MEMBERS } from '../../../api/sandbox/identity-provider/demo-members.ts'
import { interestDue } from '../../../projections/wallet/interest-due.ts'
import { freePort } from '../../support/free-port.ts'
import { DAY_MS, MINUTE_MS, standingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { sized } from '../../support/size.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { pageOf, sends, walletOf } from '../../support/wallet-calls.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_DOWN })
const DAILY = new Exact('1.045').pow(new Exact(1).div(365)).minus(1)

const SAVERS = DEMO_MEMBERS.length
/** Days on which nothing ran, and days after a wallet was emptied. */
const MISSED = sized({ gate: 60, long: 400 })
const LATER = sized({ gate: 60, long: 3 * 365 })

const clock = standingClock('2026-01-10T12:00:00.000Z')
let server: TestServer
let second: RunningServer
beforeAll(async () => {
  server = await startTestServer({ clock })
  second = await startServer(
    { ...server.config, port: await freePort(), role: 'worker' },
    {
      log: createLogger('silent'),
      clock,
      onFatal: (error) => {
        throw error
      },
    },
  )
})
afterAll(async () => {
  await second.close()
  await server.stop()
})

const paidDays = async (): Promise<number> => {
  let days = 0
  for await (const { type } of server.ledger.store.readAll()) if (type === 'InterestPaid') days += 1
  return days
}

/** Waits until no interest is due, by a read model that is up to date. */
const nobodyDue = (today: string) =>
  eventually(
    async () => {
      const due = await interestDue(server.pool, today, 10)
      const { rows } = await server.pool.query<{ behind: boolean }>(
        `select position < $1 as behind from ${READ_SCHEMA}.checkpoint where name = 'wallet'`,
        [(await server.ledger.store.head()).toString()],
      )
      return due.length === 0 && rows[0]?.behind === false
    },
    'nobody is due',
    60_000,
  )

/** Moves the clock forward, waits until interest is paid, and counts the days paid for since the start. */
const passing = async (ms: number): Promise<number> => {
  clock.forward(ms)
  await nobodyDue(clock().toISOString().slice(0, 10))
  return paidDays()
}

const cents = async (handle: string): Promise<bigint> => {
  const { usd } = await walletOf(await server.signIn(handle), String(await server.ledger.store.head()))
  return BigInt((usd ?? '').replace('.', ''))
}

it(
  'is paid after each UTC day, for missed days too, to the cent of the closed formula, once by two workers',
  { timeout: 120_000 },
  async () => {
    clock.forward(12 * 60 * MINUTE_MS)
    expect(await paidDays()).toBe(0)
    // A minute after midnight the day is paid for: 2,500.00 × (1.045^(1/365) − 1) is 30.15 cents.
    expect(await passing(MINUTE_MS)).toBe(SAVERS)
    expect(await cents('ada')).toBe(250_030n)

    // As if nothing had run for this many days.
    expect(await passing(MISSED * DAY_MS)).toBe(SAVERS * (1 + MISSED))
    const first = new Exact(250_000).times(DAILY)
    const total = first.minus(first.floor()).plus(new Exact(250_030).times(DAILY).times(MISSED))
    const earned = BigInt(total.floor().toFixed())
    expect(await cents('ada')).toBe(250_030n + earned)

    const ada = await server.signIn('ada')
    const sum = 30n + earned
    expect((await walletOf(ada)).overview.total_earnings_usd).toBe(
      `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`,
    )
    const { transactions } = await pageOf(ada, '?kind=interest&limit=2')
    expect(transactions).toMatchObject([
      { kind: 'interest', currency: 'USD', status: 'completed' },
      { kind: 'interest' },
    ])

    // One wallet is emptied and earns nothing more; the others earn for more days.
    await sends(ada, {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: `${(250_030n + earned) / 100n}.${String((250_030n + earned) % 100n).padStart(2, '0')}`,
    })
    expect(await cents('ada')).toBe(0n)
    expect(await passing(LATER * DAY_MS)).toBe(SAVERS * (1 + MISSED) + (SAVERS - 1) * LATER)
    expect(await cents('ada')).toBe(0n)
    const before = await paidDays()
    await server.restart()
    await nobodyDue(clock().toISOString().slice(0, 10))
    expect(await paidDays()).toBe(before)
    // Pools are valued and bills paid for the same days, which may still go on.
    await server.check({ idle: false })
  },
)
