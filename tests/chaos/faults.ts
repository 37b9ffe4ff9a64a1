import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { createRandom, type Random } from '../crash/random.ts'
import type { Way } from './proxy.ts'
import type { Actor, Patient, World } from './world.ts'

/** What may be done to one thing, how often compared to others, and for how long at most. */
interface FaultKind {
  readonly name: string
  readonly weight: number
  readonly ms: readonly [min: number, max: number]
  /** Does it; the fault lasts until the function it returns has undone it. */
  readonly inflict: (random: Random) => Promise<() => Promise<void>> | (() => Promise<void>)
}

export interface Chaos {
  /** How often each kind was done, in all. */
  readonly counts: ReadonlyMap<string, number>
  /** Ends what is under way and resolves when everything is undone. */
  readonly stop: () => Promise<void>
}

/** A process that starts works when it says so, or when this time is over, ms. */
const START_MS_MAX = 60_000
/** Counted beside the faults, of which it is a consequence: a process ended at its start, when the database went away. */
export const FAILED_STARTS = 'failed starts'
const STARTS_MAX = 5
const APPLICATIONS = 'youtility%'

const pickBy = (kinds: readonly FaultKind[], random: Random): FaultKind => {
  let at = random.integer(kinds.reduce((sum, { weight }) => sum + weight, 0))
  for (const kind of kinds) {
    at -= kind.weight
    if (at < 0) return kind
  }
  throw new Error('There is no kind of fault')
}

const nothing = async (): Promise<void> => {}

const onTheWay = ({ proxies }: Actor, way: (random: Random) => Way): FaultKind['inflict'] => {
  const [first, ...others] = proxies
  return (random) => {
    if (!first) return nothing
    const proxy = random.pick([first, ...others])
    const next = way(random)
    if (next.kind === 'closed') proxy.cut()
    proxy.set(next)
    return async () => proxy.set({ kind: 'open' })
  }
}

const kindsOfProcess = (actor: Actor): readonly FaultKind[] => [
  {
    name: 'connections cut',
    weight: 5,
    ms: [0, 0],
    inflict: () => {
      for (const proxy of actor.proxies) proxy.cut()
      return nothing
    },
  },
  {
    name: 'no connections',
    weight: 3,
    ms: [200, 3_000],
    inflict: onTheWay(actor, () => ({ kind: 'closed' })),
  },
  {
    name: 'packets delayed',
    weight: 4,
    ms: [500, 3_000],
    inflict: onTheWay(actor, (random) => ({ kind: 'slow', ms: 20 + random.integer(300) })),
  },
  { name: 'half-open', weight: 3, ms: [500, 8_000], inflict: onTheWay(actor, () => ({ kind: 'half-open' })) },
  {
    name: `${actor.role} stopped`,
    weight: 3,
    ms: [200, 9_000],
    inflict: () => {
      actor.server.freeze()
      return async () => actor.server.thaw()
    },
  },
  {
    name: `${actor.role} killed`,
    weight: 2,
    ms: [0, 500],
    inflict: async () => {
      await actor.server.kill()
      return async () => actor.server.start()
    },
  },
]

const kindsOfDatabase = ({ database, disk, url }: World): readonly FaultKind[] => [
  {
    name: 'sessions ended',
    weight: 3,
    ms: [0, 0],
    inflict: async () => {
      await withClient(url, 'chaos', (client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name like $1 and pid <> pg_backend_pid() and random() < 0.5`,
          [APPLICATIONS],
        ),
      )
      return nothing
    },
  },
  {
    name: 'database killed',
    weight: 2,
    ms: [0, 1_500],
    inflict: async () => {
      await database.kill()
      return database.revive
    },
  },
  ...(disk.limited
    ? [
        {
          name: 'disk full',
          weight: 2,
          ms: [1_000, 14_000] as const,
          inflict: () => {
            disk.fill()
            return async () => {
              disk.free()
              // It may have ended, as Postgres does when it cannot write ahead.
              await sleep(500)
              await database.revive()
            }
          },
        },
      ]
    : []),
]

const kindsOfLedger = ({ ledger }: World): readonly FaultKind[] => {
  const { kill, hold } = ledger
  return [
    ...(kill
      ? [
          {
            name: 'ledger killed',
            weight: 2,
            ms: [0, 0] as const,
            inflict: async () => (await kill(), nothing),
          },
        ]
      : []),
    ...(hold
      ? [{ name: 'answers held', weight: 2, ms: [200, 3_000] as const, inflict: () => hold('') }]
      : []),
  ]
}

/**
 * Does one fault after the other to everything in the world, to each thing in a lane of its own. The seed decides what is
 * done in each lane, in which order, for how long and after which pause; how lanes meet is up to the machine.
 */
export const startChaos = (world: World, random: Random, onTrouble: (what: string) => void): Chaos => {
  const counts = new Map<string, number>()
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  const lane = async (
    name: string,
    patient: Patient,
    kinds: readonly FaultKind[],
    pauseMs: readonly [min: number, max: number],
    untilWell: () => Promise<void>,
  ): Promise<void> => {
    const own = createRandom(random.integer(2 ** 31))
    const between = ([min, max]: readonly [number, number]) => min + own.integer(max - min + 1)
    for (;;) {
      await pause(between(pauseMs))
      if (signal.aborted || kinds.length === 0) return
      const kind = pickBy(kinds, own)
      const ms = between(kind.ms)
      patient.wellSince = null
      patient.troubles.add(kind.name)
      try {
        const undo = await kind.inflict(own)
        counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1)
        await pause(ms)
        await undo()
        await untilWell()
      } catch (error) {
        onTrouble(`${name}, ${kind.name}: ${String(error)}`)
      } finally {
        patient.troubles.delete(kind.name)
        patient.wellSince = performance.now()
      }
    }
  }

  /** A process that was killed counts again when it is ready; one that ends at its start is started again, as services are. */
  const untilStarted = (actor: Actor) => async () => {
    if (!actor.troubles.has(`${actor.role} killed`)) return
    for (let starts = 1; ; starts += 1)
      try {
        return await actor.server.ready(START_MS_MAX)
      } catch (error) {
        if (!actor.server.hasEnded() || starts === STARTS_MAX) throw error
        counts.set(FAILED_STARTS, (counts.get(FAILED_STARTS) ?? 0) + 1)
        console.warn(`${actor.name} ended at its start: ${actor.server.said().slice(-1_000)}`)
        await sleep(1_000)
        actor.server.start()
      }
  }
  const untilAnswering = async () => {
    await world.database.revive()
    await withClient(world.url, 'chaos', (client) => client.query('select 1'))
  }
  const lanes = [...world.apis, ...world.workers].map((actor) =>
    lane(actor.name, actor, kindsOfProcess(actor), [300, 2_000], untilStarted(actor)),
  )
  lanes.push(lane('database', world.database, kindsOfDatabase(world), [5_000, 14_000], untilAnswering))
  if (world.ledger.kill)
    lanes.push(lane('ledger', world.ledger, kindsOfLedger(world), [5_000, 12_000], nothing))

  return {
    counts,
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}
