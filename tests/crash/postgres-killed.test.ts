import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/read-models.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { checkConsistency } from './consistency.ts'
import { signInAll, startClients, type SignedIn } from './transfer-clients.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ gate: 2, long: 15 })
/** Every third time Postgres is killed twice within a second, to hit connections that were just re-established. */
const AGAIN_EVERY = 3
const AGAIN_AFTER_MS_MAX = 800
const CLIENTS = 32
const RECOVERY_MS_MAX = 60_000

const { postgres, ledger, server } = crashServer()

/** Saves the same contact again and again, so that some connection is always in a transaction. */
const keepWriting = async ({ browser }: SignedIn, signal: AbortSignal): Promise<void> => {
  const contact = { id: randomUUID(), contact_name: 'Grace Hopper' }
  while (!signal.aborted) {
    const answer = await browser.post('/api/contacts', contact).catch(() => null)
    await answer?.text().catch(() => undefined) // the response may be cut off
    if (answer?.status !== 201) await sleep(5)
  }
}

it(`loses and doubles nothing when Postgres is killed ${KILLS} times, some of them twice in a second, under ${CLIENTS} clients`, async () => {
  const random = createRandom(seedOf('postgres-killed'))
  const members = await signInAll(server.url)
  const clients = startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) })

  const writing = new AbortController()
  const writers = [members[0], ...members].map((member) => keepWriting(member, writing.signal))
  onTestFinished(() => writing.abort())

  for (let kill = 0; kill < KILLS; kill += 1) {
    // Recovery means that transfers are acknowledged again; nothing tells the server to reconnect.
    const target = clients.finalResponses.length + 1 + random.integer(100)
    await eventually(() => clients.finalResponses.length >= target, 'transfers go through', RECOVERY_MS_MAX)
    await sleep(random.integer(30))
    await postgres.kill()
    if (kill % AGAIN_EVERY > 0) continue
    await sleep(random.integer(AGAIN_AFTER_MS_MAX))
    await postgres.kill()
    await server.ready() // throws if the process has exited
  }
  await server.ready()
  writing.abort()
  await Promise.all(writers)
  await clients.finish()

  const { finalResponses } = clients
  await checkConsistency({ ledger, url: postgres.url, members, finalResponses, answersMayBeLost: true })
  const retried = finalResponses.filter(({ tries }) => tries > 1).length
  console.log(`postgres-killed: ${finalResponses.length} settled, ${retried} retried`)
  expect(retried).toBeGreaterThan(0)
  expect(await server.terminate()).toBe(0)
})
