import { parseArgs } from 'node:util'
import { measureSizes } from './http/size.ts'
import type { Population } from './ours/population.ts'
import { preparedOn, type Prepared } from './ours/prepared.ts'
import { describeMachine } from './report/machine.ts'
import { sizeReport } from './report/size.ts'
import { startBenchServer } from './server.ts'

/**
 * `npm run bench:size`: what transfers, reads and starts cost with few and with many members and earlier events. One
 * table to stdout, progress to stderr. The databases stay for another run.
 */
const NIGHT = '10000x1000000,1000000x10000000'
const SMALL = '4000x40000,40000x400000'
const FOLDER = 'bench-size'
const USAGE = `npm run bench:size -- [options]
  --sizes NxM[,NxM…]  members and events before the measurement, default ${NIGHT}: an hour and 20 GB of disk
  --small             ${SMALL}, in some ten minutes
  --prepare           only makes the databases
  --rounds N          how often each size is measured, default 5
  --idle N            for how many seconds each is watched while nobody asks anything, default 20
The databases are kept in .data/${FOLDER} for the rest of the day (UTC): what is there is measured, what is not is made first.
Remove the folder afterwards.
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
      prepare: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      idle: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const sizes = (values.sizes ?? (values.small ? SMALL : NIGHT)).split(',').map(populationOf)
  const options = { rounds: whole(values.rounds), idleSeconds: whole(values.idle) }
  const server = await startBenchServer(FOLDER)
  try {
    const prepared: Prepared[] = []
    for (const size of sizes) prepared.push(await preparedOn(server.url, size, progress))
    if (values.prepare) return
    const machine = describeMachine(server.dataDir)
    process.stdout.write(`${sizeReport(machine, await measureSizes(server, prepared, options, progress))}\n`)
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
