import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { parseConnectionString } from '../../events/store/eventstoredb/connection-string.ts'
import { versionOf } from '../support/eventstoredb/version.ts'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { benchEvent } from './appends/payload.ts'
import { cpuSecondsOf } from './http/cpu.ts'
import { startGenerator } from './http/generator-process.ts'
import { isSound } from './http/target.ts'
import { startOursOn } from './ours/target.ts'
import { startBenchServer, type BenchServer } from './server.ts'
import { median } from './statistics.ts'

/**
 * `EVENTSTORE_URL=… npm run bench:eventstoredb`: our EventStoreDB adapter beside our Postgres store, in turns, in one run
 * on one machine. Only the ratios count. The EventStoreDB must contain nothing that is needed.
 */
const connectionString = process.env['EVENTSTORE_URL']
if (!connectionString) throw new Error('Set EVENTSTORE_URL to an EventStoreDB with nothing in it')
if (parseConnectionString(connectionString).insecure)
  throw new Error(
    'EVENTSTORE_URL says tls=false, which the server refuses in production, as it is measured here: name a server with ' +
      'TLS, such as esdb://admin:…@localhost:2113?tlsCAFile=ca.crt',
  )

const ROUNDS = 3
const SECONDS = 2
const WARM_UP_SECONDS = 4
const IN_FLIGHT = [1, 8, 32, 128] as const
const CONNECTIONS = [8, 32] as const
const SCANNED = 40_000
const PER_APPEND = 200

type Name = 'postgres' | 'eventstoredb'
interface Figure {
  readonly perSecond: number
  /** CPU time of the process that uses the store, µs per event or transfer. */
  readonly cpuUs: number
}

const figures = new Map<string, Record<Name, Figure[]>>()
const note = (what: string, name: Name, figure: Figure) => {
  const known = figures.get(what) ?? { postgres: [], eventstoredb: [] }
  figures.set(what, known)
  known[name].push(figure)
}

const measured = async (work: () => Promise<number>): Promise<Figure> => {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const done = await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (done / ms) * 1_000, cpuUs: (user + system) / done }
}

/** Every writer has a stream of its own and appends one event after the other. */
const appending = (store: EventStore, writers: number) =>
  measured(async () => {
    const until = performance.now() + SECONDS * 1_000
    const counts = Array.from({ length: writers }, async () => {
      const stream = `bench-${randomUUID()}`
      let count = 0n
      for (; performance.now() < until; count += 1n)
        await store.append(stream, count === 0n ? 'no_stream' : count - 1n, [benchEvent()])
      return Number(count)
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })

const scanning = (store: EventStore, after: bigint) =>
  measured(async () => {
    let events = 0
    for await (const batch of store.scan({ after })) for (const _ of batch) events += 1
    return events
  })

const benchStores = async (server: BenchServer): Promise<void> => {
  const database = await server.freshDatabase('stores')
  await migrateEventStore(database.url)
  const stores: Record<Name, EventStore> = {
    postgres: createPostgresEventStore({ url: database.url }),
    eventstoredb: createEventStoreDbStore({ connectionString }),
  }
  const each = async (what: string, measure: (name: Name) => Promise<Figure>) => {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['postgres', 'eventstoredb'] as const) {
        const figure = await measure(name)
        // The first round is a warm-up.
        if (round > 0) note(what, name, figure)
      }
    }
  }
  for (const writers of IN_FLIGHT)
    await each(`appends, ${writers} on their way`, (name) => appending(stores[name], writers))
  const from: Record<Name, bigint> = { postgres: 0n, eventstoredb: 0n }
  for (const name of ['postgres', 'eventstoredb'] as const) {
    from[name] = await stores[name].head()
    for (let count = 0; count < SCANNED; count += PER_APPEND) {
      const events = Array.from({ length: PER_APPEND }, () => benchEvent())
      await stores[name].append(`bench-${randomUUID()}`, 'no_stream', events)
    }
  }
  await each('events scanned', (name) => scanning(stores[name], from[name]))
  for (const store of Object.values(stores)) await store.close()
  await database.drop()
}

/** Transfers over HTTP to the whole server, between random ones of a thousand members. */
const benchTransfers = async (server: BenchServer): Promise<void> => {
  const generator = startGenerator()
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of ['postgres', 'eventstoredb'] as const) {
      process.stderr.write(`transfers, round ${round} of ${ROUNDS}: ${name}\n`)
      const database = await server.freshDatabase(`transfers-${name}`)
      const target = await startOursOn(name === 'postgres' ? null : connectionString)(database.url, [])
      const acknowledged: string[] = []
      const { port, accounts } = target
      const load = async (connections: number, seconds: number) => {
        const report = await generator.run({
          port,
          connections,
          until: { seconds },
          workload: 'spread',
          accounts,
        })
        for (const id of report.acknowledged) acknowledged.push(id)
        // The work that is left after the answers is part of the load's cost.
        while ((await target.backlog()) > 0) await sleep(50)
        return report
      }
      await load(16, WARM_UP_SECONDS)
      for (const connections of CONNECTIONS) {
        const before = cpuSecondsOf(target.pid)
        const report = await load(connections, SECONDS * 2)
        const cpuSeconds = cpuSecondsOf(target.pid) - before
        note(`transfers, ${connections} connections`, name, {
          perSecond: report.acknowledged.length / report.seconds,
          cpuUs: (cpuSeconds / report.acknowledged.length) * 1e6,
        })
      }
      const books = await target.verify(acknowledged)
      if (!isSound(books)) throw new Error(`The books are wrong after the load on ${name}`)
      await target.stop()
      await database.drop()
    }
  }
  generator.stop()
}

const report = (): string => {
  const rows = [...figures].map(([what, of]) => {
    const middle = (name: Name, figure: keyof Figure) => median(of[name].map((one) => one[figure]))
    const ratio = (figure: keyof Figure) =>
      (middle('eventstoredb', figure) / middle('postgres', figure)).toFixed(2)
    const cells = (['postgres', 'eventstoredb'] as const).map(
      (name) => `${middle(name, 'perSecond').toFixed(0)} at ${middle(name, 'cpuUs').toFixed(1)} µs`,
    )
    return `| ${[what, ...cells, ratio('perSecond'), ratio('cpuUs')].join(' | ')} |`
  })
  return [
    '| medians a second, and our CPU for each | Postgres store | EventStoreDB | speed, times | CPU, times |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const server = await startBenchServer()
try {
  process.stdout.write(`EventStoreDB ${await versionOf(connectionString)}\n\n`)
  await benchTransfers(server)
  await benchStores(server)
  process.stdout.write(`${report()}\n`)
} finally {
  await server.stop()
}
process.exit()
