import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { YutBalance } from '../../../api/contract/token.ts'
import { DAY_MS, movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, testServer } from '../../support/test-server.ts'

const GRANT = 100_000_000n
const clock = movingClock('2026-11-20T12:00:00Z')
const server = testServer({ clock, env: { SEED: 'none', YUT_WELCOME_PER_DAY: '250' } })

const yutOf = async (memberId: string): Promise<bigint> => {
  const wallet = await server.ledger.wallets.stateOf(memberId)
  return wallet.status === 'absent' ? 0n : wallet.balances.YUT
}
const granted = async (members: readonly string[]): Promise<number> => {
  const amounts = await Promise.all(members.map(yutOf))
  expect(amounts.every((amount) => amount === 0n || amount === GRANT)).toBe(true)
  return amounts.filter((amount) => amount === GRANT).length
}
const asked = (memberId: string, day: string | null) =>
  server.pool.query('insert into app.welcome_grant (member_id, asked_at, day) values ($1, $2, $3)', [
    memberId,
    clock(),
    day,
  ])

it('a day gives its budget, whoever is first; the others get theirs in their order on the days after, once', async () => {
  const first = Array.from({ length: 5 }, () => randomUUID())
  // Each several times at once, as after a sign-in in several tabs.
  await Promise.all([...first, ...first].map((id) => server.ledger.ensureWallet(id)))
  expect(await granted(first)).toBe(2)
  const ada = await server.signIn('ada')
  const balance = async () => {
    // Her session does not outlive the days of this test.
    const browser = await server.signIn('ada')
    const answer: unknown = await (await browser.fetch('/api/yut/balance')).json()
    return YutBalance.parse(Reflect.get(Object(answer), 'yut_balance'))
  }
  expect(await balance()).toMatchObject({ balance: '0.000000', welcome_due: '2026-11-21' })
  clock.forward(DAY_MS)
  await eventually(async () => (await granted(first)) === 4, 'two more have theirs')
  // A new identity does not overtake those who wait.
  const late = randomUUID()
  await server.ledger.ensureWallet(late)
  expect(await granted([late, ada.id])).toBe(0)
  clock.forward(DAY_MS)
  await eventually(async () => (await granted([...first, ada.id])) === 6, 'the last of them and Ada')
  expect(await granted([late])).toBe(0)
  await eventually(async () => (await balance()).welcome_due === null, 'she waits no longer')
  clock.forward(DAY_MS)
  await eventually(async () => (await granted([late])) === 1, 'nobody is forgotten')
  await eventually(
    async () => (await server.pool.query('select 1 from app.welcome_grant')).rowCount === 0,
    'nothing is left to do',
  )
  await server.check()
}, 60_000)

it('is finished once, wherever it was interrupted', async () => {
  clock.forward(DAY_MS)
  const day = clock().toISOString().slice(0, 10)
  const [unopened, paidFor, given] = [randomUUID(), randomUUID(), randomUUID()]
  await server.ledger.ensureWallet(given)
  expect(await granted([given])).toBe(1)
  await asked(unopened, null)
  await asked(paidFor, day)
  await asked(given, day)
  clock.forward(5_000)
  await eventually(
    async () => (await server.pool.query('select 1 from app.welcome_grant')).rowCount === 0,
    'all are finished',
  )
  expect(await granted([unopened, paidFor, given])).toBe(3)
  await server.check()
})

it('demo members have their tokens from the seed, whatever the budget is', async () => {
  const demo = await startTestServer({ env: { YUT_WELCOME_PER_DAY: '100' } })
  try {
    const ada = await demo.signIn('ada')
    const wallet = await demo.ledger.wallets.stateOf(ada.id)
    expect(wallet.status !== 'absent' && wallet.balances.YUT).toBe(5n * GRANT)
    const { rowCount } = await demo.pool.query('select 1 from app.welcome_grant')
    expect(rowCount).toBe(0)
  } finally {
    await demo.stop()
  }
})
