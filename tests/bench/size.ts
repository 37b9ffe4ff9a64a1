import { parseArgs } from 'node:util'
import { sizeOf, type Size } from './http/size.ts'
import { describeMachine } from './report/machine.ts'
import { sizeReport } from './report/size.ts'
import { startBenchServer } from './server.ts'

/**
 * `npm run bench:size`: what a transfer and the wallet page cost with few and with many members and events before them.
 * A table to stdout, progress to stderr.
 */
const USAGE = `npm run bench:size -- [options]
  --members N[,N…]   members of each installation, default 10000; 1000000 for a night
  --events N         events of each member before the measurement, default 10
  --seconds N        length of one load, default 5
Environment: BENCH_DATABASE_URL names a Postgres server to use instead of the embedded one.
A million members with ten events each take some 25 GB of disk.`

const progress = (line: string) => process.stderr.write(`${line}\n`)

const whole = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value <= 0) throw new Error(USAGE)
  return value
}

const run = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      members: { type: 'string', default: '10000' },
      events: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const [sizes, events, seconds] = [
    values.members.split(',').map(whole),
    whole(values.events),
    whole(values.seconds),
  ]
  const server = await startBenchServer()
  try {
    const machine = describeMachine(server.dataDir)
    const measured: Size[] = []
    for (const members of sizes)
      measured.push(await sizeOf(server, { members, events: members * events, seconds }, progress))
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
