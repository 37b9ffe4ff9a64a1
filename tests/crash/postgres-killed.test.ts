import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type RunningPostgres } from '../../api/sandbox/postgres/launcher.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/read-models.ts'
import { createRandom, seedOf } from './random.ts'
import { reckon } from './reckoning.ts'
import { scratchFolder } from './scratch.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { signInAll, startClients } from './transfer-clients.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ gate: 6, long: 15 })
const CLIENTS = 32
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

it(`loses and doubles nothing when Postgres is killed ${KILLS} times under ${CLIENTS} clients`, async () => {
  const random = createRandom(seedOf('postgres-killed'))
  const { url } = postgres
  const [first, ...others] = await signInAll(server.url)
  if (!first) throw new Error('Nobody signed in')
  const members = [first, ...others] as const
  const clients = startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) })

  for (let kill = 0; kill < KILLS; kill += 1) {
    // That transfers are acknowledged again is the recovery: nobody tells the server to reconnect.
    const target = clients.settled.length + 1 + random.integer(100)
    await eventually(() => clients.settled.length >= target, 'transfers go through', RECOVERY_MS_MAX)
    await sleep(random.integer(30))
    await killPostgres()
  }
  await server.ready()
  await clients.finish()

  const store = createPostgresEventStore({ url })
  try {
    await reckon({ store, url, members, settled: clients.settled, answersMayBeLost: true })
  } finally {
    await store.close()
  }
  const retried = clients.settled.filter(({ tries }) => tries > 1).length
  console.log(`postgres-killed: ${clients.settled.length} settled, ${retried} retried`)
  expect(retried).toBeGreaterThan(0)
  expect(await server.terminate()).toBe(0)
})
