import { expect, it } from 'vitest'
import { eventually } from '../support/read-models.ts'
import { checkConsistency } from './consistency.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { sized } from '../support/size.ts'
import { signInAll, startClients } from './transfer-clients.ts'

const ROUNDS = sized({ gate: 2, long: 10 })
const CLIENTS = 16
const RECOVERY_MS_MAX = 60_000

/** Connections that every server keeps, by the names that they have in `pg_stat_activity`. */
const LASTING = [
  'event store: append',
  'event store: read',
  'event store: subscriptions',
  'youtility announcements',
  'youtility-api',
]

interface Backend {
  readonly pid: number
  readonly name: string
}

const { postgres, ledger, server } = crashServer()

const backends = (): Promise<Backend[]> =>
  postgres.query<Backend>(`
    select pid, application_name as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    order by pid`)

it(`survives that each of its connections to Postgres is terminated, ${ROUNDS} times, under ${CLIENTS} clients`, async () => {
  const random = createRandom(seedOf('backends-terminated'))
  const members = await signInAll(server.url)
  const clients = startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) })
  const terminated = new Set<string>()

  for (let round = 0; round < ROUNDS; round += 1)
    for (const { pid, name } of await backends()) {
      const settled = clients.finalResponses.length
      const [answer] = await postgres.query<{ done: boolean }>(
        `select pg_terminate_backend(pid) as done from pg_stat_activity where pid = ${pid}`,
      )
      // It may have ended by itself meanwhile.
      if (answer?.done !== true) continue
      terminated.add(name)
      await eventually(
        async () => {
          expect(server.hasEnded(), `ended when "${name}" was terminated:\n${server.said()}`).toBe(false)
          return clients.finalResponses.length > settled
        },
        `a transfer is settled after "${name}" was terminated`,
        RECOVERY_MS_MAX,
      )
    }
  await clients.finish()
  await server.ready()

  console.log(`backends-terminated: ${[...terminated].toSorted().join(', ')}`)
  if (ledger.keepsAnswers) expect([...terminated]).toEqual(expect.arrayContaining(LASTING))
  const { finalResponses } = clients
  await checkConsistency({ ledger, url: postgres.url, members, finalResponses, answersMayBeLost: true })
  expect(await server.terminate()).toBe(0)
})
