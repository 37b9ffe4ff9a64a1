/**
 * `npm run bench:commits -- OLD NEW [--rounds N]`: transfers of two or more commits of this repository in turns, with
 * all their servers running beside each other on one Postgres. What slows the machine for a while slows each of them,
 * so a ratio of a tenth is seen within minutes.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startGenerator, type Generator } from './http/generator-process.ts'
import { measured, settled, type Measured } from './http/run.ts'
import { isSound, type StartTarget, type TransferTarget } from './http/target.ts'
import { table, whole } from './report/table.ts'
import { startBenchServer, type BenchDatabase, type BenchServer } from './server.ts'
import { median } from './statistics.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CONNECTIONS = [1, 8, 32] as const
const WARM_UP_TRANSFERS = 12_000

const { values, positionals: commits } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (commits.length < 2 || !(rounds >= 1) || !(seconds > 0)) {
  console.error('npm run bench:commits -- OLD NEW [MORE] [--rounds N] [--seconds N]')
  process.exit(2)
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** A folder with this commit and its packages; those of this folder when they are the same. */
const checkedOut = (commit: string, folder: string): string => {
  const tree = path.join(folder, git('rev-parse', '--short', commit))
  git('worktree', 'add', '--detach', tree, commit)
  const lock = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(ROOT)) symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' })
  return tree
}

interface Contender {
  readonly commit: string
  readonly target: TransferTarget
  readonly database: BenchDatabase
  readonly acknowledged: string[]
  /** By number of connections. */
  readonly cells: ReadonlyMap<number, Measured[]>
}

const start = async (server: BenchServer, commit: string, tree: string): Promise<Contender> => {
  const database = await server.freshDatabase('commit')
  const own: { readonly startOurs: StartTarget } = await import(
    pathToFileURL(path.join(tree, 'tests/bench/ours/target.ts')).href
  )
  return {
    commit,
    database,
    target: await own.startOurs(database.url, []),
    acknowledged: [],
    cells: new Map(CONNECTIONS.map((connections) => [connections, []])),
  }
}

const runCell = async (
  server: BenchServer,
  generator: Generator,
  { target, database, acknowledged, cells }: Contender,
  connections: number,
): Promise<void> => {
  const { port, accounts } = target
  const cell = await measured(
    { target, postmaster: server.postmaster, databaseUrl: database.url },
    async () => {
      const until = { seconds }
      const report = await generator.run({ port, connections, until, workload: 'spread', accounts })
      acknowledged.push(...report.acknowledged)
      return report
    },
  )
  await settled(target)
  cells.get(connections)?.push(cell)
}

const FIGURES: Readonly<Record<string, (cell: Measured) => number>> = {
  'transfers/s': ({ sample }) => sample.perSecond,
  'p50 us': ({ sample }) => sample.p50Ms * 1000,
  'server us': ({ costs }) => costs.serverUs,
  'Postgres us': ({ costs }) => costs.postgresUs,
  'CPU us': ({ costs }) => costs.serverUs + costs.postgresUs,
  'log bytes': ({ costs }) => costs.walBytes,
}

/** The median of the rounds' own ratios, each from two cells that ran right after one another, and half of them around it. */
const ratioText = (values: readonly number[], first: readonly number[]): string => {
  const ratios = values.map((value, round) => value / (first[round] ?? Number.NaN)).sort((a, b) => a - b)
  const quarter = (share: number) => ratios[Math.round((ratios.length - 1) * share)]?.toFixed(2)
  return `${median(ratios).toFixed(3)} (${quarter(0.25)} to ${quarter(0.75)})`
}

const report = (contenders: readonly Contender[]): string => {
  const [first, ...others] = contenders
  const header = [
    'connections',
    'figure',
    ...contenders.map(({ commit }) => commit),
    ...others.map(({ commit }) => `${commit} / ${first?.commit}`),
  ]
  const rows = CONNECTIONS.flatMap((connections) =>
    Object.entries(FIGURES).map(([name, figure]) => {
      const all = contenders.map(({ cells }) => (cells.get(connections) ?? []).map(figure))
      return [
        `${connections}`,
        name,
        ...all.map((values) => whole(median(values))),
        ...all.slice(1).map((values) => ratioText(values, all[0] ?? [])),
      ]
    }),
  )
  return table(header, rows, 2)
}

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-commits-'))
const server = await startBenchServer()
const generator = startGenerator()
const contenders: Contender[] = []
try {
  for (const commit of commits) contenders.push(await start(server, commit, checkedOut(commit, folder)))
  for (const { target, acknowledged } of contenders) {
    const { port, accounts } = target
    const until = { requests: WARM_UP_TRANSFERS }
    const warm = await generator.run({ port, connections: 16, until, workload: 'spread', accounts })
    acknowledged.push(...warm.acknowledged)
    await settled(target)
  }
  for (let round = 0; round < rounds; round += 1) {
    console.error(`round ${round + 1} of ${rounds}`)
    // The first of one round is the last of the next.
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const connections of CONNECTIONS)
      for (const contender of order) await runCell(server, generator, contender, connections)
  }
  for (const { commit, target, acknowledged } of contenders)
    if (!isSound(await target.verify(acknowledged)))
      throw new Error(`The books of ${commit} are wrong after the load.`)
  console.log(report(contenders))
} finally {
  generator.stop()
  for (const { target, database } of contenders) {
    await target.stop()
    await database.drop()
  }
  await server.stop()
  for (const commit of commits) {
    const tree = path.join(folder, git('rev-parse', '--short', commit))
    if (existsSync(tree)) git('worktree', 'remove', '--force', tree)
  }
  rmSync(folder, { recursive: true, force: true })
}
