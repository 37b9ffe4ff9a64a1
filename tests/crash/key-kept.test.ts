import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type RunningPostgres } from '../../api/sandbox/postgres/launcher.ts'
import { transferIdOf } from '../../api/wallet/transfers.ts'
import { usd } from '../../events/money.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { freePort } from '../support/free-port.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { eventually } from '../support/read-models.ts'
import { scratchFolder } from './scratch.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { ask, signInAll, type Intent } from './transfer-clients.ts'

const RECOVERY_MS_MAX = 60_000

const scratch = scratchFolder()
const dataDir = path.join(scratch.dir, 'postgres')
let postgres: RunningPostgres
let server: ServerProcess
beforeAll(async () => {
  postgres = await startPostgres({ dataDir, database: 'youtility' })
  server = serverProcess({
    port: await freePort(),
    dataDir: path.join(scratch.dir, 'data'),
    env: { DATABASE_URL: postgres.url },
  })
  server.start()
  await server.ready()
})
/** Killed and at once started again, on the same port: the server has to find it by itself. */
const killPostgres = async (): Promise<void> => {
  const { port } = postgres
  postgres.kill()
  await postgres.exited
  postgres = await startPostgres({ dataDir, database: 'youtility', port })
}
afterAll(async () => {
  await server?.kill()
  await postgres?.stop()
  scratch.remove()
})

/** Asks again and again until the answer is no failure of the server's. */
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

it('a key that is written down stays so, even if Postgres dies before the first event is stored', async () => {
  const [ada, grace] = await signInAll(server.url)
  if (!ada || !grace) throw new Error('Nobody signed in')
  const key = randomUUID()
  const body = { to_user_identifier: '@grace', amount: 100 }
  const intent: Intent = {
    key,
    from: ada,
    to: grace,
    amount: usd(100),
    path: '/api/wallet/send-transfer',
    body,
  }
  const holder = new Client({ connectionString: postgres.url })
  holder.on('error', () => {}) // its server is killed
  await holder.connect()
  // Nothing but a commit's own flush brings anything to the disk meanwhile.
  await holder.query(`alter system set wal_writer_delay = '10s'`)
  await holder.query('select pg_reload_conf()')
  await holder.query('select pg_advisory_lock(7310593858)')
  const answering = askUntilAnswered(intent)
  await eventually(async () => {
    const { rowCount } = await holder.query('select from app.idempotency_key where key = $1', [key])
    return rowCount === 1
  }, 'the key is written down')
  await killPostgres()

  const answer = await answering
  expect(answer.status).toBe(201)
  expect(await ask(intent)).toEqual(answer)
  const store = createPostgresEventStore({ url: postgres.url })
  try {
    const { sent } = await checkLedger(store.readAll())
    expect(sent).toEqual([transferIdOf(ada.user.id, key)])
  } finally {
    await store.close()
  }
})
