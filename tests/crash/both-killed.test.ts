import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCrashLedger, type CrashLedger } from '../support/crash-ledger.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/read-models.ts'
import { createRandom, seedOf } from './random.ts'
import { checkConsistency } from './consistency.ts'
import { scratchFolder } from './scratch.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { signInAll, startClients } from './transfer-clients.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ gate: 1, long: 6 })
const CLIENTS = 16

const scratch = scratchFolder()
let ledger: CrashLedger
let server: ServerProcess
beforeAll(async () => {
  ledger = await startCrashLedger()
  server = serverProcess({ port: await freePort(), dataDir: scratch.dir, env: ledger.env })
  server.start()
  await server.ready()
})
afterAll(async () => {
  // Not SIGKILL, so that the server also stops its Postgres.
  await server?.terminate()
  await ledger?.stop()
  scratch.remove()
})

/** Process id and URL of the embedded Postgres, read from its files. */
const embeddedPostgres = (): { readonly pid: number; readonly url: string } => {
  const folder = path.join(scratch.dir, 'postgres')
  const [pid, , , port] = readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  return { pid: Number(pid), url: `postgres://postgres:${password}@127.0.0.1:${port}/youtility` }
}

it(`goes on where it was when the server and its embedded Postgres are killed, ${KILLS} times`, async () => {
  const random = createRandom(seedOf('both-killed'))
  const members = await signInAll(server.url)
  const clients = startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) })

  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.ready()
    const target = clients.finalResponses.length + 1 + random.integer(100)
    await eventually(() => clients.finalResponses.length >= target, 'transfers go through', 60_000)
    await sleep(random.integer(30))
    // Every third time only the server is killed, and its Postgres keeps running.
    if (kill % 3 < 2) process.kill(embeddedPostgres().pid, 'SIGKILL')
    await server.kill()
    server.start()
  }
  await server.ready()
  await clients.finish()

  const { finalResponses } = clients
  const { url } = embeddedPostgres()
  await checkConsistency({ ledger, url, members, finalResponses, answersMayBeLost: true })
  expect(await server.terminate()).toBe(0)
})
