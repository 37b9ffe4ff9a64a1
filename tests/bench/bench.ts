import { runAppends, type AppendsResult } from './appends/run.ts'
import { passes } from './appends/gate.ts'
import { runHttp, type HttpResult } from './http/run.ts'
import { readOptions, type BenchOptions } from './options.ts'
import { ensurePeers } from './peers-install.ts'
import { appendsReport } from './report/appends.ts'
import { httpReport } from './report/http.ts'
import { describeMachine, peerVersions, type Machine } from './report/machine.ts'
import { machineReport } from './report/machine-report.ts'
import { startBenchServer } from './server.ts'

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

const asText = (result: BenchResult): string =>
  [
    machineReport(result),
    ...(result.appends ? [appendsReport(result.appends)] : []),
    ...(result.http ? [httpReport(result.http)] : []),
  ].join('\n\n')

const run = async (options: BenchOptions): Promise<BenchResult> => {
  if (options.appends) await ensurePeers(progress)
  const server = await startBenchServer()
  try {
    const machine = describeMachine(server.dataDir)
    const appends = options.appends ? await runAppends(server, options, progress) : undefined
    const http = options.http ? await runHttp(server, options, progress) : undefined
    return {
      machine,
      postgres: server.settings,
      peers: peerVersions(),
      options,
      ...(appends && { appends }),
      ...(http && { http }),
    }
  } finally {
    await server.stop()
  }
}

try {
  const options = readOptions(process.argv.slice(2))
  const result = await run(options)
  process.stdout.write(`${options.json ? asJson(result) : asText(result)}\n`)
  if (result.appends && !passes(result.appends.gates.ours)) process.exitCode = 1
} catch (error) {
  progress(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
