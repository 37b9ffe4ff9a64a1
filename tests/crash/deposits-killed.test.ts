import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkLedger } from '../support/ledger-invariants.ts'
import { bankDetails } from '../support/deposit-calls.ts'
import { eventually } from '../support/read-models.ts'
import { keyed } from '../support/wallet-calls.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { signInAll } from './transfer-clients.ts'
import { sized } from '../support/size.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'

const KILLS = sized({ gate: 1, long: 12 })
const DEPOSITS_A_LIFE = 8
/** Keeps the total of bank transfers below the limit for reversible deposits, $10,000. */
const CENTS_MAX = Math.floor((2 * 1_000_000) / (DEPOSITS_A_LIFE * KILLS))

const { postgres, ledger, server } = crashServer({ SANDBOX_DAY_SECONDS: '1' })

it(`credits every deposit once and reverses what came back once, over ${KILLS} kills`, async () => {
  const random = createRandom(seedOf('deposits-killed'))
  const [{ browser }] = await signInAll(server.url)
  const save = async (number: string): Promise<string> => {
    const response = await browser.post('/api/payments/ach/save-account', bankDetails(number))
    expect(response.status).toBe(200)
    const { payment_method_id: id } = Object(await response.json())
    return String(id)
  }
  const [arrives, comesBack, bounces] = [
    await save('000123456789'),
    await save('000555555559'),
    await save('000222222227'),
  ]

  /** Creates a deposit request with its own key; repeated after each kill until acknowledged. */
  const order = (index: number) => {
    const amount = 100 + random.integer(CENTS_MAX - 100)
    const path = index % 2 === 0 ? '/api/payments/stripe/create-intent' : '/api/payments/ach/deposit'
    const origin = [arrives, comesBack, bounces][index % 3]
    const body =
      index % 2 === 0
        ? { amount, currency: 'usd', payment_method_type: 'card' }
        : { amount, origin_payment_method: origin }
    return { path, body, headers: keyed(randomUUID()) }
  }
  const ask = async ({ path: to, body, headers }: ReturnType<typeof order>): Promise<boolean> => {
    try {
      return (await browser.post(to, body, headers)).status === 200
    } catch {
      return false
    }
  }

  let open: ReturnType<typeof order>[] = []
  let ordered = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.ready()
    open.push(...Array.from({ length: DEPOSITS_A_LIFE }, () => order(ordered++)))
    const asking = Promise.all(open.map(async (one) => ((await ask(one)) ? [] : [one])))
    await sleep(random.integer(1_500))
    await server.kill()
    open = (await asking).flat()
    server.start()
  }
  await server.ready()
  await eventually(async () => {
    open = (await Promise.all(open.map(async (one) => ((await ask(one)) ? [] : [one])))).flat()
    return open.length === 0
  }, 'every order is acknowledged')

  await eventually(
    async () => {
      const rows = await postgres.query<{ open: boolean }>(
        `select exists (select from app.sandbox_sending where sent_at is null)
           or exists (select from app.webhook_event where handled_at is null)
           or exists (select from ${READ_SCHEMA}.deposit where status = 'pending'
             or succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))) as open`,
      )
      return rows[0]?.open === false
    },
    'every deposit has come to its end',
    120_000,
  )

  const counts = await postgres.query<{ status: string; count: string }>(
    `select status, count(*) from ${READ_SCHEMA}.deposit where method <> 'bank' group by status order by status`,
  )
  console.log(`deposits-killed: ${JSON.stringify(counts)}`)
  expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(KILLS * DEPOSITS_A_LIFE)
  expect(counts.map(({ status }) => status)).toEqual(['completed', 'failed', 'returned'])
  const store = ledger.open(postgres.url)
  try {
    await checkLedger(store.readAll())
  } finally {
    await store.close()
  }
})
