import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkConsistency } from '../crash/consistency.ts'
import { createRandom, seedOf } from '../crash/random.ts'
import { startClients } from '../crash/transfer-clients.ts'
import { sized } from '../support/size.ts'
import { FAILED_STARTS, startChaos } from './faults.ts'
import { signInAllAt } from './members.ts'
import { startWatch } from './watch.ts'
import { createWorld, type World } from './world.ts'

/** How long everything fails: `npm run chaos -- --minutes N`, else what the run's size says. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? sized({ gate: 30, long: 300 }))
const CLIENTS = sized({ gate: 4, long: 8 })
const PAUSE_MS = sized({ gate: 200, long: 100 })
/** Another worker keeps the read models by then. A machine that is shared with other tests stalls for seconds. */
const TAKEOVER_MS_MAX = process.env['CHAOS_SECONDS'] ? 10_000 : sized({ gate: 25_000, long: 10_000 })
/** After the last fault all is well by then, ms. */
const WELL_MS_MAX = 60_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.stop()
})

it(
  `loses and doubles nothing, and no light is wrongly green, while everything fails for ${SECONDS} s`,
  { timeout: SECONDS * 1_000 + 600_000 },
  async () => {
    const random = createRandom(seedOf('chaos'))
    const lanes = createRandom(random.integer(2 ** 31))
    const watch = startWatch(world, TAKEOVER_MS_MAX)
    const members = await signInAllAt(world.apis, createRandom(random.integer(2 ** 31)), watch.heard)
    const clients = startClients(members, {
      count: CLIENTS,
      random: createRandom(random.integer(2 ** 31)),
      pauseMs: PAUSE_MS,
    })
    const chaos = startChaos(world, lanes, watch.reportWrong)
    await sleep(SECONDS * 1_000)
    await chaos.stop()
    for (const { server } of [...world.workers, ...world.apis]) await server.ready(WELL_MS_MAX)
    await clients.finish()
    await watch.stop()

    const { finalResponses } = clients
    const faults = [...chaos.counts].toSorted(([one], [other]) => one.localeCompare(other))
    const total = faults.reduce((sum, [name, count]) => sum + (name === FAILED_STARTS ? 0 : count), 0)
    const acknowledged = finalResponses.filter(({ receipt }) => receipt).length
    console.log(
      [
        `chaos: ${total} faults in ${SECONDS} s`,
        ...faults.map(([name, count]) => `  ${name.padEnd(18)} ${String(count).padStart(5)}`),
        ...(world.disk.limited ? [] : ['  the disk was not filled: this user may not mount one']),
        `${finalResponses.length} commands answered for good, ${acknowledged} acknowledged, ${finalResponses.filter(({ tries }) => tries > 1).length} repeated`,
        `${watch.takeovers()} takeovers; read models stood still for ${(watch.stoodStillMs() / 1_000).toFixed(1)} s at most and went back ${watch.wentBack()} times`,
        ...watch.wrong.map((what) => `wrong: ${what}`),
      ].join('\n'),
    )
    const { ledger, url } = world
    await checkConsistency({ ledger, url, members, finalResponses, answersMayBeLost: true })
    expect(watch.wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  },
)
