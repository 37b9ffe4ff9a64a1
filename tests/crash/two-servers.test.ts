import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beforeTests } from '../support/before-tests.ts'
import { startEventStoreDbLedger } from '../support/crash-ledger.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/read-models.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { sized } from '../support/size.ts'
import { createRandom, seedOf } from './random.ts'
import { checkConsistency } from './consistency.ts'
import { crashPostgres } from './crash-server.ts'
import { signInAll, startClients } from './transfer-clients.ts'

const KILLS = sized({ gate: 1, long: 10 })
const CLIENTS = 16
/** Work that waits for the ledger must resume as soon as it responds, without waiting for a grown backoff to end. */
const WELL_AGAIN_MS_MAX = 15_000

const SECRETS = { KEY_ENCRYPTION_KEY: 'k'.repeat(43) + '=', SESSION_KEYS: 's'.repeat(43) + '=' }

const { folder, postgres } = crashPostgres()
const ledger = beforeTests(startEventStoreDbLedger, ({ stop }) => stop())
let servers: readonly [ServerProcess, ServerProcess]
beforeAll(async () => {
  const server = async (name: string) =>
    serverProcess({
      port: await freePort(),
      dataDir: path.join(folder, name),
      env: {
        ...SECRETS,
        ...ledger.env,
        DATABASE_URL: postgres.url,
        // One for all workers: a worker that finds none beside sealed events signs nothing.
        CHECKPOINT_DIR: path.join(folder, 'checkpoints'),
      },
    })
  servers = [await server('one'), await server('other')]
  // One after the other, because the first creates the tables.
  for (const one of servers) {
    one.start()
    await one.ready()
  }
})
afterAll(async () => {
  for (const one of servers ?? []) await one.kill()
})

it(`two servers and four hot wallets: all is well soon after ${KILLS} kills of everything`, async () => {
  const random = createRandom(seedOf('two-servers'))
  const signedIn = await Promise.all(servers.map(({ url }) => signInAll(url)))
  const sides = signedIn.map((members) => ({
    members,
    clients: startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) }),
  }))
  const finalResponses = () => sides.flatMap(({ clients }) => clients.finalResponses)

  for (let kill = 0; kill < KILLS; kill += 1) {
    const target = finalResponses().length + 20 + random.integer(60)
    await eventually(() => finalResponses().length >= target, 'transfers go through', 60_000)
    await sleep(random.integer(30))
    await Promise.all([...servers.map((one) => one.kill()), ledger.kill?.()])
    for (const one of servers) one.start()
    await Promise.all(servers.map((one) => one.ready()))
    // Then only the ledger is killed: the servers have to reconnect by themselves.
    await ledger.kill?.()
  }
  for (const { url } of servers) {
    const isReady = async () => (await fetch(`${url}/api/health/ready`)).ok
    await eventually(isReady, 'it is ready', WELL_AGAIN_MS_MAX)
  }
  await Promise.all(sides.map(({ clients }) => clients.finish()))

  const [members] = signedIn
  if (!members) throw new Error('Nobody signed in')
  await checkConsistency({
    ledger,
    url: postgres.url,
    members,
    finalResponses: finalResponses(),
    answersMayBeLost: !ledger.keepsAnswers,
  })
  console.log(`two-servers: ${finalResponses().length} settled`)
  expect(finalResponses().length).toBeGreaterThan(KILLS * 20)
})
