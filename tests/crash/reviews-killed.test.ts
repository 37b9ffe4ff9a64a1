import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Withdrawal } from '../../api/contract/withdrawals.ts'
import { operatorOn } from '../support/operator-run.ts'
import { eventually } from '../support/read-models.ts'
import { sized } from '../support/size.ts'
import { passDays, savesAccount, withdrawalOf, withdrawing } from '../support/withdrawal-calls.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { signInAll } from './transfer-clients.ts'

const KILLS = sized({ gate: 2, long: 8 })
const EACH_TIME = 3

const { postgres, server } = crashServer({ WITHDRAWAL_CANCEL_SECONDS: '1' })

/** A withdrawal that waits, and what the operator says of it. */
interface Order {
  readonly key: string
  readonly verdict: 'release' | 'stop'
  id: string | null
  isDecided: boolean
}

it(`carries out what the operator decides about a withdrawal, each once, over ${KILLS} kills`, async () => {
  const random = createRandom(seedOf('reviews-killed'))
  const [one, other] = await signInAll(server.url)
  if (!one || !other) throw new Error('Nobody has signed in')
  await savesAccount(other.browser, '7001')
  const account = await savesAccount(one.browser, '7001')
  await passDays(one.browser, 1)
  const orders: Order[] = []

  const ask = async (order: Order): Promise<void> => {
    try {
      const response = await withdrawing(one.browser, account.id, '1.00', 'ach', { key: order.key })
      if (response.status === 201) order.id = Withdrawal.parse(await response.json()).withdrawal_id
    } catch {
      // Repeated after the restart.
    }
  }
  const decide = async (order: Order): Promise<void> => {
    if (order.id === null || order.isDecided) return
    const [found] = await postgres.query<{ number: number }>(
      `select number::int from app.support_case where kind = 'withdrawal' and subject = '${order.id}'`,
    )
    if (!found) return
    const because = order.verdict === 'stop' ? ['--because', 'origin_unclear'] : []
    const { exit } = await operatorOn(postgres.url, 'cases', order.verdict, String(found.number), ...because)
    order.isDecided = exit === 0
  }
  const work = async (order: Order): Promise<void> => {
    if (order.id === null) await ask(order)
    await decide(order)
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.ready()
    for (let n = 0; n < EACH_TIME; n += 1)
      orders.push({
        key: randomUUID(),
        verdict: n % 2 === 0 ? 'release' : 'stop',
        id: null,
        isDecided: false,
      })
    const working = Promise.all(orders.map(work))
    await sleep(random.integer(1_500))
    await server.kill()
    await working
    server.start()
  }
  await server.ready()
  await eventually(
    async () => {
      await Promise.all(orders.map(work))
      return orders.every(({ isDecided }) => isDecided)
    },
    'every withdrawal is decided',
    120_000,
  )
  for (const { id, verdict } of orders)
    await eventually(
      async () =>
        (await withdrawalOf(one.browser, id ?? '')).state === (verdict === 'stop' ? 'failed' : 'sent'),
      `withdrawal ${id} has become what was decided`,
      120_000,
    )
  await eventually(
    async () => (await postgres.query('select from app.support_case where settled_at is null')).length === 0,
    'every case is settled',
    60_000,
  )
  const paid = await postgres.query<{ key: string }>('select key from app.sandbox_payout order by key')
  const released = orders.flatMap(({ id, verdict }) => (verdict === 'release' && id !== null ? [id] : []))
  expect(paid.map(({ key }) => key)).toEqual(released.toSorted())
  // Why it waits, and what became of it.
  const said = await postgres.query<{ entries: number }>(
    `select count(*)::int as entries from app.case_entry group by number`,
  )
  expect(said).toEqual(orders.map(() => ({ entries: 2 })))
})
