import path from 'node:path'
import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { transferIdOf } from '../../api/wallet/transfers.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { createLossyTcpProxy } from '../support/lossy-tcp-proxy.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { beforeTests } from '../support/before-tests.ts'
import { eventually } from '../support/read-models.ts'
import { crashPostgres, readyServer } from './crash-server.ts'
import { ask, dollarTo, outcomeOf, signInAll, type Intent } from './transfer-clients.ts'
import { openClient } from '../support/open-client.ts'

/**
 * Kills Postgres at chosen moments of a transfer's single commit. Always on the Postgres log, even if CRASH_LEDGER
 * names another: EventStoreDB has no such commit, and two-steps.test.ts kills between its steps instead.
 */
const RECOVERY_MS_MAX = 60_000

const { folder, postgres } = crashPostgres()
const proxy = beforeTests(
  () => createLossyTcpProxy(postgres.port),
  ({ close }) => close(),
)
const server = readyServer(() => ({
  dataDir: path.join(folder, 'data'),
  env: { DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`) },
}))
const members = beforeTests(() => signInAll(server.url))
const newIntent = () => dollarTo(members[0], members[1])

/** Repeats the request until the response is no server error. */
const askUntilAnswered = async (intent: Intent) => {
  let answer = await ask(intent)
  await eventually(
    async () => {
      if (answer.status >= 500) answer = await ask(intent)
      return answer.status < 500
    },
    'an answer',
    RECOVERY_MS_MAX,
  )
  return answer
}

/** Runs `work` with a direct connection to the database. */
const withAdmin = async <T>(work: (admin: Client) => Promise<T>): Promise<T> => {
  const admin = await openClient(postgres.url)
  try {
    return await work(admin)
  } finally {
    await admin.end().catch(() => undefined)
  }
}

const keptOf = (admin: Client, { key }: Intent) =>
  admin.query<{ status: number; response: unknown }>(
    'select status, response from app.idempotency_key where key = $1',
    [key],
  )

/** Expects both halves of the transfer in the ledger exactly once, and the same response on every repetition. */
const expectOnce = async (intent: Intent, answer: Awaited<ReturnType<typeof ask>>): Promise<void> => {
  expect(answer.status).toBe(201)
  expect(await ask(intent)).toEqual(answer)
  expect(await outcomeOf(members[0], intent.key)).toBe('done')
  await withAdmin(async (admin) => {
    const { rows } = await keptOf(admin, intent)
    expect(rows).toEqual([{ status: 201, response: answer.body }])
  })
  const store = createPostgresEventStore({ url: postgres.url })
  try {
    const { sent, received } = await checkLedger(store.readAll())
    const id = transferIdOf(members[0].user.id, intent.key)
    expect([sent, received].map((ids) => ids.filter((one) => one === id))).toEqual([[id], [id]])
  } finally {
    await store.close()
  }
}

it('before it: nothing is stored, and the same key sends once', async () => {
  const intent = newIntent()
  const { asked } = await withAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(7310593858)')
    const asking = askUntilAnswered(intent)
    await eventually(
      async () => (await outcomeOf(members[0], intent.key)) === 'unfinished',
      'it is under way',
    )
    expect((await keptOf(admin, intent)).rowCount).toBe(0)
    await postgres.kill()
    return { asked: asking }
  })
  await expectOnce(intent, await asked)
})

it('within it: neither the events nor the key are kept, and the same key sends once', async () => {
  const intent = newIntent()
  const { asked } = await withAdmin(async (admin) => {
    await admin.query(`
      create function app.dawdle() returns trigger language plpgsql as $$
        begin perform pg_sleep(3); return null; end $$;
      create trigger dawdle after insert on app.idempotency_key execute function app.dawdle()`)
    const asking = askUntilAnswered(intent)
    await eventually(async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%append_units%'`,
      )
      return rowCount === 1
    }, 'its statement has written and not committed')
    await postgres.kill()
    return { asked: asking }
  })
  await withAdmin((admin) => admin.query('drop function if exists app.dawdle() cascade'))
  await expectOnce(intent, await asked)
})

it.each(['silent', 'broken'] as const)(
  'after it, the answer lost (%s): the same key is answered as it was kept',
  async (how) => {
    const intent = newIntent()
    const { asked, kept } = await withAdmin(async (admin) => {
      await admin.query('select pg_advisory_lock(7310593858)')
      const asking = askUntilAnswered(intent)
      await eventually(async () => {
        const { rowCount } = await admin.query(
          `select from pg_stat_activity where wait_event = 'advisory' and query like '%append_units%'`,
        )
        return rowCount === 1
      }, 'its statement waits')
      proxy.lose(how)
      await admin.query('select pg_advisory_unlock(7310593858)')
      await eventually(async () => (await keptOf(admin, intent)).rowCount === 1, 'it is stored')
      return { asked: asking, kept: (await keptOf(admin, intent)).rows[0] }
    })
    await postgres.kill()
    proxy.restore()
    const answer = await asked
    expect(answer.body).toEqual(kept?.response)
    await expectOnce(intent, answer)
  },
)
