import type { BenchOptions } from '../options.ts'
import type { Machine } from './machine.ts'
import { ms } from './table.ts'

/** The conditions that the figures depend on. */
export const machineReport = (facts: {
  readonly machine: Machine
  readonly postgres: Readonly<Record<string, string>>
  readonly peers: Readonly<Record<string, string>>
  readonly options: BenchOptions
}): string => {
  const { machine, postgres, peers, options } = facts
  const settings = Object.entries(postgres)
    .filter(([name]) => name !== 'server_version')
    .map(([name, value]) => `${name}=${value}`)
  return [
    '## Machine',
    '',
    `- ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}`,
    `- 8 kB made durable in ${ms(machine.fsyncMs.p50)} ms (median), ${ms(machine.fsyncMs.p99)} ms (p99)`,
    `- load average before the run ${machine.loadBefore.toFixed(2)}; the load generator runs on the same cores`,
    `- PostgreSQL ${postgres.server_version}: ${settings.join(', ')}`,
    `- peers: ${Object.entries(peers)
      .filter(([name]) => name !== 'pg')
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    `- ${options.cellSeconds} s per cell and round, contenders taking turns, median of ${options.repeats}; spread is lowest to highest`,
  ].join('\n')
}
