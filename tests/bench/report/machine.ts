import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os'
import path from 'node:path'
import { median } from '../statistics.ts'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  /** Time of a durable write of 8 kB: median and 99th percentile; NaN when the disk is not ours. */
  readonly fsyncMs: { readonly p50: number; readonly p99: number }
  /** Load average over the minute before: other work of the machine. */
  readonly loadBefore: number
}

const PROBES = 200

/** How long the disk that holds the databases takes to make 8 kB durable. */
const probeFsync = (folder: string | undefined): Machine['fsyncMs'] => {
  if (folder === undefined) return { p50: Number.NaN, p99: Number.NaN }
  const file = path.join(folder, 'fsync-probe')
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(8192, 1)
  try {
    const took = Array.from({ length: PROBES }, (_, index) => {
      const start = performance.now()
      writeSync(descriptor, block, 0, block.length, index * block.length)
      fdatasyncSync(descriptor)
      return performance.now() - start
    }).sort((a, b) => a - b)
    return { p50: median(took), p99: took[Math.floor(PROBES * 0.99)] ?? Number.NaN }
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
}

/** @param dataDir folder of the Postgres under measurement, if it is ours */
export const describeMachine = (dataDir: string | undefined): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${process.arch}`,
  node: process.version,
  fsyncMs: probeFsync(dataDir),
  loadBefore: loadavg()[0] ?? Number.NaN,
})

/** Exact versions of the peers, as their lock file installs them. */
export const peerVersions = (): Readonly<Record<string, string>> => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../peers/package.json'), 'utf8'),
  )
  if (!manifest || typeof manifest !== 'object' || !('dependencies' in manifest)) return {}
  return Object.fromEntries(
    Object.entries(manifest.dependencies ?? {}).map(([name, version]) => [name, String(version)]),
  )
}
