import { parseArgs } from 'node:util'

/** What to measure and for how long. */
export interface BenchOptions {
  readonly appends: boolean
  readonly http: boolean
  /** Print the figures as one JSON document instead of tables. */
  readonly json: boolean
  /** Length of one measured cell, and of the warm-up of a store before it. */
  readonly cellSeconds: number
  readonly warmUpSeconds: number
  /** Before a server's first cell. */
  readonly warmUpTransfers: number
  /** Each contender is measured this often, in turns with the others. */
  readonly repeats: number
  /** How long our server is measured without requests. */
  readonly idleSeconds: number
  /** How long the writers of the correctness gate write. */
  readonly gateSeconds: number
}

export const USAGE = `npm run bench -- [options]
  --only appends|http   only one half
  --quick               one short round of everything: does it run? (the figures mean little)
  --seconds N           length of one cell, default 3
  --repeats N           rounds, default 3
  --json                print one JSON document instead of tables
Environment: BENCH_DATABASE_URL names a Postgres server to use instead of the embedded one; its user must
be allowed to create databases, and for message-db roles and extensions.`

const positive = (name: string, text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} is a positive number, not "${text}"\n\n${USAGE}`)
  return value
}

/** @throws with the usage when it is asked for, or an option is unknown or makes no sense */
export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      repeats: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new Error(USAGE)
  if (values.only !== undefined && !['appends', 'http'].includes(values.only)) {
    throw new Error(`--only takes appends or http, not "${values.only}"\n\n${USAGE}`)
  }
  return {
    appends: values.only !== 'http',
    http: values.only !== 'appends',
    json: values.json,
    cellSeconds: positive('seconds', values.seconds ?? (values.quick ? '0.7' : '3')),
    warmUpSeconds: values.quick ? 0.3 : 1,
    warmUpTransfers: values.quick ? 300 : 12_000,
    repeats: Math.ceil(positive('repeats', values.repeats ?? (values.quick ? '1' : '3'))),
    idleSeconds: values.quick ? 2 : 20,
    gateSeconds: values.quick ? 1 : 6,
  }
}
