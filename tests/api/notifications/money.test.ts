import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notification } from '../../../api/contract/notifications.ts'
import { operations } from '../../../api/contract/operations.ts'
import { poolOperations } from '../../../api/contract/pool-operations.ts'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import { depositBecomes, payByBank, payByCard } from '../../support/deposit-calls.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed } from '../../support/wallet-calls.ts'

/** A day of the sandbox's bank. */
const BANK_DAY_MS = 120_000
const DAY_MS = 86_400_000

const clock = movingClock('2026-09-10T09:00:00Z')
let server: TestServer
let ada: Member
let grace: Member
beforeAll(async () => {
  server = await startTestServer({ clock, env: { SANDBOX_DAY_SECONDS: '120' } })
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
}, 60_000)
afterAll(() => server?.stop())

const listOf = async (member: Member, headers: Record<string, string> = {}) =>
  operations.listNotifications.response.parse(
    await (await member.fetch('/api/notifications', { headers })).json(),
  ).notifications

/** The newest notification that matches; waits until there is one. */
const told = async (
  member: Member,
  isMeant: (notification: Notification) => boolean,
): Promise<Notification> => {
  let found: Notification | undefined
  await eventually(async () => (found = (await listOf(member)).find(isMeant)) !== undefined, 'is told')
  if (!found) throw new Error('not told')
  return found
}

it('tells of a card that was declined, and of how much', async () => {
  const { deposit_id: id } = await payByCard(ada, 60_00, { test_card_number: '4000000000000002' })
  expect(await told(ada, (one) => one.kind === 'deposit' && one.deposit_id === id)).toMatchObject({
    state: 'failed',
    amount: '60.00',
    label: 'Deposit failed: Your deposit of $60.00 did not go through: nothing was added to your wallet.',
  })
  const [german] = await listOf(ada, { 'Accept-Language': 'de-AT,de;q=0.9' })
  expect(german?.label).toMatch(/^Einzahlung fehlgeschlagen: /)
})

it('tells of a bank transfer that was taken back after it had arrived', async () => {
  const deposit = await payByBank(grace, 60_00, '000555555559')
  clock.forward(3 * BANK_DAY_MS)
  await depositBecomes(grace, deposit, { status: 'completed' })
  clock.forward(3 * BANK_DAY_MS)
  await depositBecomes(grace, deposit, { status: 'returned' })
  const notification = await told(
    grace,
    (one) => one.kind === 'deposit' && one.deposit_id === deposit.deposit_id,
  )
  expect(notification).toMatchObject({ state: 'returned', amount: '60.00' })
  expect((await listOf(ada)).map((one) => one.kind === 'deposit' && one.state)).not.toContain('returned')
})

it('tells of a bill that was paid, and from what', async () => {
  const billId = billIdOf('tellepathy', ada.id, '2026-01')
  const lines = [{ item: 'plan:standard', reference: randomUUID(), cents: 35_00n }]
  await createBillStreams({ store: server.ledger.store, clock }).execute(
    billId,
    {
      type: 'issue',
      billId,
      memberId: ada.id,
      biller: 'tellepathy',
      period: '2026-01',
      lines,
      dueOn: '2026-12-31',
    },
    { actor: 'system', causationId: billId },
  )
  const paid = await ada.post(`/api/bills/${billId}/pay`, undefined, keyed(randomUUID()))
  expect(paid.status).toBe(200)
  expect(await told(ada, (one) => one.kind === 'bill_paid')).toMatchObject({
    bill_id: billId,
    amount: '35.00',
    by: 'wallet',
  })
})

it('tells of a pool that closed, and of the money that it paid out', async () => {
  const { pools } = poolOperations.listPools.response.parse(
    await (await grace.fetch('/api/investments/pools')).json(),
  )
  const id = pools[0]?.id ?? ''
  const closed = await grace.post(`/api/investments/pools/${id}/close`, undefined, keyed(randomUUID()))
  expect(closed.status).toBe(200)
  expect(await told(grace, (one) => one.kind === 'pool')).toMatchObject({ pool_id: id, state: 'closed' })
  await told(grace, (one) => one.kind === 'money_in' && one.how === 'pool')
})

it('tells of interest once a month, however often it is paid', async () => {
  const interest = async () => (await listOf(ada)).filter(({ kind }) => kind === 'interest')
  expect(await interest()).toEqual([])
  clock.forward(DAY_MS)
  ada = await server.signIn('ada')
  await eventually(
    async () =>
      operations.listTransactions.response.parse(
        await (await ada.fetch('/api/wallet/transactions?kind=interest')).json(),
      ).transactions.length > 0,
    'interest is paid',
  )
  expect(await interest()).toEqual([])
  clock.forward(Date.parse('2026-10-01T00:20:00Z') - clock().getTime())
  ada = await server.signIn('ada')
  const notification = await told(ada, ({ kind }) => kind === 'interest')
  expect(notification).toMatchObject({ month: '2026-09', amount: expect.stringMatching(/^\d+\.\d\d$/) })
  clock.forward(3 * DAY_MS)
  ada = await server.signIn('ada')
  await eventually(
    async () =>
      operations.listTransactions.response
        .parse(await (await ada.fetch('/api/wallet/transactions?kind=interest')).json())
        .transactions.some(({ occurred_at: at }) => at > '2026-10-03'),
    'more is paid',
  )
  expect(await interest()).toHaveLength(1)
})
