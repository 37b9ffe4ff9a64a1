import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../support/read-models.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { checkConsistency } from './consistency.ts'
import { signInAll, startClients } from './transfer-clients.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ gate: 1, long: 50 })
const CLIENTS = 32

const { postgres, ledger, server } = crashServer()

it(`loses and doubles nothing when the server is killed ${KILLS} times under ${CLIENTS} clients`, async () => {
  const random = createRandom(seedOf('server-killed'))
  const members = await signInAll(server.url)
  const clients = startClients(members, { count: CLIENTS, random: createRandom(random.integer(2 ** 31)) })

  for (let kill = 0; kill < KILLS; kill += 1) {
    // Every tenth time the server is killed while it starts, otherwise while it serves requests.
    if (kill % 10 === 9) await sleep(random.integer(1_000))
    else {
      await server.ready()
      const target = clients.sent() + 1 + random.integer(150)
      await eventually(() => clients.sent() >= target, 'clients send')
      await sleep(random.integer(30))
    }
    await server.kill()
    server.start()
  }
  await server.ready()
  await clients.finish()

  const { finalResponses } = clients
  const answersMayBeLost = !ledger.keepsAnswers
  await checkConsistency({ ledger, url: postgres.url, members, finalResponses, answersMayBeLost })
  const retried = finalResponses.filter(({ tries }) => tries > 1).length
  const acknowledged = finalResponses.filter(({ receipt }) => receipt).length
  console.log(`server-killed: ${acknowledged} of ${finalResponses.length} acknowledged, ${retried} retried`)
  expect(acknowledged).toBeGreaterThan(KILLS)
  expect(await server.terminate()).toBe(0)
})
