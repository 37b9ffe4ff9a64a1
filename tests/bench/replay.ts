import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { loadFacts } from '../support/generated-year/load.ts'
import { FACTS_PER_MEMBER, generatedYear } from '../support/generated-year/year.ts'
import { describeMachine } from './report/machine.ts'
import { table } from './report/table.ts'
import { startBenchServer, type BenchServer } from './server.ts'

/**
 * `npm run bench:replay`: how fast the auditor's replay reads and checks a log in Postgres, as `npm run ledger --
 * replay --no-read-models` in a process of its own. Logs are generated: every kind of event, in the proportions of
 * tests/support/generated-year. Tables go to stdout, progress to stderr.
 */
const USAGE = `npm run bench:replay -- [options]
  --events N[,N…]   sizes of the logs, default 10000,100000,1000000
  --large           5000000 as well: takes some minutes and 6 GB of disk
  --repeats N       replays of each log, default 3; the fastest is shown beside the median
  --json            print one JSON document instead of a table
Environment: BENCH_DATABASE_URL names a Postgres server to use instead of the embedded one.`

/** The replay's own report, and the resources that it used. */
interface Replayed {
  readonly events: number
  readonly seconds: number
  readonly eventsPerSecond: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

interface Size {
  readonly events: number
  readonly members: number
  readonly runs: readonly Replayed[]
}

const progress = (text: string) =>
  process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(78)}` : `${text}\n`)

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The arguments with which package.json runs the auditor's tools; they limit memory. */
const ledgerArguments = (): readonly string[] => {
  const { scripts }: { scripts: { ledger: string } } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  )
  return scripts.ledger.split(' ').slice(1)
}

const replayOf = async (url: string): Promise<Replayed> => {
  const args = [...ledgerArguments(), 'replay', '--no-read-models', '--json']
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url, EVENTSTORE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error = text
    progress(text.trim())
  })
  const [code] = await new Promise<[number | null]>((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve([status]))
  })
  if (code !== 0) throw new Error(`The replay failed: ${error}`)
  const replayed: Replayed = JSON.parse(out)
  return replayed
}

const measure = async (server: BenchServer, events: number, repeats: number): Promise<Size> => {
  const database = await server.freshDatabase(`replay_${events}`)
  const members = Math.ceil(events / FACTS_PER_MEMBER)
  try {
    await migrateEventStore(database.url)
    await loadFacts(database.url, generatedYear({ members, facts: events }), (facts) => {
      if (facts % 10_000 < 200)
        progress(`${events} events: generated ${Math.floor((facts / events) * 100)} %`)
    })
    const runs: Replayed[] = []
    for (let run = 1; run <= repeats; run += 1) {
      progress(`${events} events: replay ${run} of ${repeats}`)
      runs.push(await replayOf(database.url))
    }
    return { events: runs[0]?.events ?? 0, members, runs: runs.toSorted((a, b) => a.seconds - b.seconds) }
  } finally {
    await database.drop()
  }
}

const row = ({ events, members, runs }: Size): string[] => {
  const [best] = runs
  const median = runs[Math.floor(runs.length / 2)]
  if (!best || !median) return []
  const rate = (run: Replayed) => run.eventsPerSecond.toLocaleString('en-US')
  const perEvent = (seconds: number) => ((seconds * 1e6) / events).toFixed(2)
  return [
    events.toLocaleString('en-US'),
    members.toLocaleString('en-US'),
    rate(best),
    rate(median),
    perEvent(best.seconds),
    perEvent(Math.min(...runs.map(({ cpuSeconds }) => cpuSeconds))),
    String(Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes))),
  ]
}

const HEAD = ['events', 'members', 'events/s, best', 'median', 'µs an event', 'µs of CPU', 'peak MB']

const run = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '10000,100000,1000000' },
      large: { type: 'boolean', default: false },
      repeats: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const sizes = values.events.split(',').map(Number)
  const repeats = Number(values.repeats)
  if (![...sizes, repeats].every((number) => Number.isInteger(number) && number > 0)) throw new Error(USAGE)
  if (values.large) sizes.push(5_000_000)
  const server = await startBenchServer()
  try {
    const measured: Size[] = []
    for (const events of sizes) measured.push(await measure(server, events, repeats))
    if (process.stderr.isTTY) progress('')
    const machine = describeMachine(server.dataDir)
    if (values.json) process.stdout.write(`${JSON.stringify({ machine, sizes: measured }, null, 2)}\n`)
    else process.stdout.write(`${table(HEAD, measured.map(row), 0)}\n`)
  } finally {
    await server.stop()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  progress(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
