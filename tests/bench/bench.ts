import { runAppends, type AppendsResult } from './appends/run.ts'
import { isExact } from './appends/gate.ts'
import { runHttp, type HttpResult } from './http/run.ts'
import { readOptions, type BenchOptions } from './options.ts'
import { loadavg } from 'node:os'
import { aimsReport } from './report/aims.ts'
import { appendsReport } from './report/appends.ts'
import { httpReport } from './report/http.ts'
import { describeMachine, peerVersions, type Machine } from './report/machine.ts'
import { machineReport } from './report/machine-report.ts'
import { startBenchServer } from './server.ts'
import { ensurePackagesOf } from '../support/separate-packages.ts'

/**
 * `npm run bench`: our event store beside two others, and our API beside a hand-written one, in one run on
 * one machine and one Postgres. Tables go to stdout, progress to stderr. Exits with 1 when our store fails
 * the correctness gate or anybody's books are wrong.
 */
interface BenchResult {
  readonly machine: Machine
  readonly postgres: Readonly<Record<string, string>>
  readonly peers: Readonly<Record<string, string>>
  readonly options: BenchOptions
  readonly appends?: AppendsResult
  readonly http?: HttpResult
}

const progress = (line: string) => process.stderr.write(`${line}\n`)

const asJson = (result: BenchResult): string =>
  JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)

/** Prints each table as soon as it is complete, so that a failure in one half does not lose the other. */
const run = async (options: BenchOptions): Promise<BenchResult> => {
  const print = (report: string) => {
    if (!options.json) process.stdout.write(`${report}\n\n`)
  }
  if (options.appends) await ensurePackagesOf('tests/bench/peers', 'the event stores to compare with')
  const loadBefore = loadavg()[0] ?? Number.NaN
  const server = await startBenchServer()
  try {
    const facts = {
      machine: describeMachine(server.dataDir),
      postgres: server.settings,
      peers: peerVersions(),
      options,
    }
    print(machineReport(facts))
    const appends = options.appends ? await runAppends(server, options, progress) : undefined
    if (appends) print(appendsReport(appends))
    const http = options.http ? await runHttp(server, options, progress) : undefined
    if (http) {
      print(httpReport(http))
      print(aimsReport(http, options, [loadBefore, loadavg()[0] ?? Number.NaN]))
    }
    return { ...facts, ...(appends && { appends }), ...(http && { http }) }
  } finally {
    await server.stop()
  }
}

try {
  const options = readOptions(process.argv.slice(2))
  const result = await run(options)
  if (options.json) process.stdout.write(`${asJson(result)}\n`)
  if (result.appends && !isExact(result.appends.gates.ours)) {
    progress('Our own store failed the correctness gate')
    process.exitCode = 1
  }
} catch (error) {
  progress(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
