import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventStore } from '../../events/store/event-store.ts'
import { createRandom, seedOf } from '../crash/random.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { eventually } from '../support/read-models.ts'
import { sized } from '../support/size.ts'
import { bank, verdictInWords, type Balances } from './bank.ts'
import { startChaos } from './faults.ts'
import { brokenKeys, operationsFor } from './intents.ts'
import { checkLinearizable } from './linearizability.ts'
import { signInEverywhere, type MemberEverywhere } from './members.ts'
import { createMisuse } from './misuse.ts'
import { otherMoney } from './other-money.ts'
import { createRequests } from './requests.ts'
import { NO_LIMITS } from './no-limits.ts'
import { spoilt } from './spoilt.ts'
import { createWorld, type World } from './world.ts'

/** `npm run chaos -- --rounds N`, with faults; else what the run's size says. */
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? sized({ gate: 1, long: 5 }))
const HAS_FAULTS = process.env['CHAOS_ROUNDS'] !== undefined || sized({ gate: false, long: true })
const APIS = HAS_FAULTS ? 3 : 2
const KEYS = HAS_FAULTS ? 60 : 40
const CLIENTS = HAS_FAULTS ? 5 : 3
/** Places at which each kind of mistake is put into a right history. */
const SPOILT_PLACES = 2
/** After the last fault all is well by then, ms. */
const WELL_MS_MAX = 60_000

let world: World
let store: EventStore
beforeAll(async () => {
  world = await createWorld({ apis: APIS, workers: 1, env: NO_LIMITS })
  store = world.ledger.open(world.url)
})
afterAll(async () => {
  await store?.close()
  await world?.stop()
})

const signInEveryone = async (random: ReturnType<typeof createRandom>) => {
  const signIn = (handle: string): Promise<MemberEverywhere> => signInEverywhere(handle, world.apis, random)
  return [
    await signIn('ada'),
    await signIn('grace'),
    await signIn('katherine'),
    await signIn('alan'),
  ] as const
}
type Everyone = Awaited<ReturnType<typeof signInEveryone>>

/** What everyone has, while nothing moves. */
const balancesNow = async (members: Everyone): Promise<Balances> => {
  const requests = createRequests(world.apis, new Map())
  for (const member of members)
    await eventually(() => requests.read(member, 0), 'the balances are answered', WELL_MS_MAX)
  return new Map(requests.reads.flatMap(({ step }) => (step.kind === 'read' ? [...step.balances] : [])))
}

it(
  `${APIS} processes that are sent each other's keys answer as one bank would, ${ROUNDS} times`,
  { timeout: ROUNDS * 240_000 + 60_000 },
  async () => {
    const random = createRandom(seedOf('histories'))
    const members = await signInEveryone(random)
    const byId = new Map(members.map((member) => [member.user.id, member]))
    const wrong: string[] = []
    const report = (what: string): void => {
      wrong.push(what)
      // Seen also where the test does not come to its end.
      console.warn(what)
    }
    let [operations, answered, spoiltCount, checkMs] = [0, 0, 0, 0]

    for (let round = 0; round < ROUNDS; round += 1) {
      const initial = await balancesNow(members)
      const from = await store.head()
      const requests = createRequests(world.apis, byId)
      const misuse = createMisuse(members, APIS, requests, createRandom(random.integer(2 ** 31)))
      misuse.begin(initial)
      const chaos = HAS_FAULTS ? startChaos(world, createRandom(random.integer(2 ** 31)), report) : null
      await misuse.run(KEYS, CLIENTS)
      await chaos?.stop()
      // A history says more of what is wrong than a process that is not ready for it.
      if (chaos)
        for (const { server } of [...world.workers, ...world.apis])
          await server.ready(WELL_MS_MAX).catch((error: unknown) => report(String(error)))
      await misuse.probe()

      const history = [
        ...misuse.intents.flatMap(operationsFor),
        ...requests.reads,
        ...(await otherMoney(
          store,
          from,
          members.map(({ user }) => user),
        )),
      ]
      const startedAt = performance.now()
      const verdict = checkLinearizable(history, bank(initial))
      if (!verdict.legal) report(`round ${round}: ${verdictInWords(verdict)}`)
      else
        for (const { what, history: spoiltHistory } of spoilt(history, random, SPOILT_PLACES)) {
          spoiltCount += 1
          if (checkLinearizable(spoiltHistory, bank(initial)).legal)
            report(`round ${round}: the checker does not find that ${what}`)
        }
      checkMs += performance.now() - startedAt
      brokenKeys(misuse.intents, HAS_FAULTS || !world.ledger.keepsAnswers).forEach(report)
      operations += history.length
      answered += misuse.intents.reduce((sum, { answers }) => sum + answers.length, 0)
    }
    // What a process has of the stakes is in the rewards that it pays.
    for (const { browsers } of members)
      for (const browser of browsers) await (await browser.post('/api/yut/claim-rewards')).text()
    await checkLedger(store.readAll()).catch((error: unknown) => report(String(error)))
    console.log(
      `histories: ${operations} operations of ${answered} requests in ${ROUNDS} rounds at ${APIS} processes; ${spoiltCount} spoilt ones; checked in ${(checkMs / 1_000).toFixed(1)} s`,
    )
    expect(wrong).toEqual([])
    expect(spoiltCount).toBeGreaterThanOrEqual(ROUNDS * SPOILT_PLACES * 5)
  },
)
