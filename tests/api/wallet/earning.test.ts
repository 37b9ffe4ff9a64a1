import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WalletInsights } from '../../../api/contract/reports.ts'
import { parseLedgerEvent } from '../../../events/ledger-event.ts'
import { usd } from '../../../events/money.ts'
import { ACCOUNT_ID, API_KEY } from '../../support/increase/constants.ts'
import { startIncreaseFake, type IncreaseFake } from '../../support/increase/fake.ts'
import { DAY_MS, movingClock } from '../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type Member, type TestServer } from '../../support/test-server.ts'
import { pageOf, walletOf } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-01-10T12:00:00.000Z')
let fake: IncreaseFake
let server: TestServer
beforeAll(async () => {
  fake = await startIncreaseFake(clock)
  server = await startTestServer({
    clock,
    env: {
      SEED: 'none',
      TREASURY_BANK: 'increase',
      INCREASE_API_KEY: API_KEY,
      INCREASE_ACCOUNT_ID: ACCOUNT_ID,
      INCREASE_API_URL: fake.url,
      SANDBOX_MINUTE_SECONDS: '1',
      IDENTITY_VALID_DAYS: '60',
    },
  })
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
  await fake?.stop()
})

const gives = async (memberId: string, cents: number) => {
  const depositId = randomUUID()
  await server.ledger.wallets.execute(
    memberId,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
    { actor: 'test', correlationId: depositId, causationId: depositId, at: clock().toISOString() },
  )
}

/** Days of the member's wallet that were decided on, with the cents paid. */
const decidedDays = async (
  member: Member,
): Promise<readonly (readonly [string, string, string | undefined])[]> => {
  const events = (await Array.fromAsync(server.ledger.store.readAll())).map(parseLedgerEvent)
  return events.flatMap(({ type, data }) =>
    type === 'InterestPaid' && data.memberId === member.id
      ? [[data.day, data.amount.minor, data.forgone] as const]
      : [],
  )
}

/** Moves the clock forward, and waits until the member's days are decided on. Sessions end meanwhile. */
const passing = async (member: Member, days: number, decided: number) => {
  clock.forward(days * DAY_MS)
  await eventually(
    async () => (await decidedDays(member)).length === decided,
    `${decided} days are decided on`,
    20_000,
  )
  return (await decidedDays(member)).slice(-days)
}

const insightsOf = async (member: Member) =>
  WalletInsights.parse(await (await member.fetch('/api/wallet/insights')).json())

it('dollars at a real bank earn from the day their owner is verified, until that lapses, and nothing for the days before', async () => {
  let ada = await server.signIn('ada')
  await gives(ada.id, 2_500_00)
  expect(await passing(ada, 2, 2)).toEqual([
    ['2026-01-10', '0', 'unverified'],
    ['2026-01-11', '0', 'unverified'],
  ])
  ada = await server.signIn('ada')
  const head = String(await server.ledger.store.head())
  const { overview, usd: balance } = await walletOf(ada, head)
  expect(balance).toBe('2500.00')
  expect(overview.treasury_bank).toEqual({ simulated: false, closed: null, interest_needs_identity: true })
  expect(await insightsOf(ada)).toMatchObject({ blended_apy_percent: '0.00', usd_apy_percent: '0' })
  // A day that was forgone is no movement of money.
  expect((await pageOf(ada, '?kind=interest')).transactions).toEqual([])

  await begins(ada)
  await answersAs(ada, 'valid')
  await identityBecomes(ada, { state: 'verified' })
  expect((await walletOf(ada)).overview.treasury_bank.interest_needs_identity).toBe(false)
  expect(await insightsOf(ada)).toMatchObject({ blended_apy_percent: '4.48', usd_apy_percent: '4.5' })
  expect(await passing(ada, 1, 3)).toEqual([['2026-01-12', '30', undefined]])

  // Nothing ran meanwhile, and the verification lapsed: of the days in between each is decided on by its own end.
  const late = await passing(ada, 70, 73)
  const earned = late.filter(([, , forgone]) => forgone === undefined).map(([day]) => day)
  expect(earned).toEqual(
    Array.from({ length: 59 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 13 + index)).toISOString().slice(0, 10),
    ),
  )
  ada = await server.signIn('ada')
  expect((await walletOf(ada)).overview.treasury_bank.interest_needs_identity).toBe(true)
})
