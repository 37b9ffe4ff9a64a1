import { parseArgs } from 'node:util'
import { sizeOf, type Size } from './http/size.ts'
import type { Population } from './ours/target.ts'
import { describeMachine } from './report/machine.ts'
import { sizeReport } from './report/size.ts'
import { startBenchServer } from './server.ts'

/**
 * `npm run bench:size`: what it costs to pay, to look and to start with few and with many members and events before. One
 * table to stdout, progress to stderr.
 */
const NIGHT = '10000x1000000,1000000x10000000'
const SMALL = '1000x10000,10000x100000'
const USAGE = `npm run bench:size -- [options]
  --sizes NxM[,NxM…]  members and events before the measurement, default ${NIGHT}: a night and 30 GB of disk
  --small             ${SMALL}, in some five minutes
  --seconds N         length of one load, default 5
Environment: BENCH_DATABASE_URL names a Postgres server to use instead of the embedded one.`

const progress = (line: string) => process.stderr.write(`${line}\n`)

const whole = (text: string | undefined): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value <= 0) throw new Error(USAGE)
  return value
}

const populationOf = (text: string): Population => {
  const [members, events] = text.split('x', 2)
  return { members: whole(members), events: whole(events) }
}

const run = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string' },
      small: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const sizes = (values.sizes ?? (values.small ? SMALL : NIGHT)).split(',').map(populationOf)
  const seconds = whole(values.seconds)
  const server = await startBenchServer()
  try {
    const machine = describeMachine(server.dataDir)
    const measured: Size[] = []
    for (const size of sizes) measured.push(await sizeOf(server, { ...size, seconds }, progress))
    process.stdout.write(`${sizeReport(machine, measured)}\n`)
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
