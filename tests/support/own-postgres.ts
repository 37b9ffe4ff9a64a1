import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { postgresBinaries } from '../../api/sandbox/postgres/binaries.ts'
import { startPostgres, type RunningPostgres } from '../../api/sandbox/postgres/launcher.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules', '.cache')

/** Identifies what a cluster depends on: the Postgres programs, and how we call `initdb`. */
const versionOf = (initdb: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'api/sandbox/postgres/cluster.ts')))
    .update(`${initdb} ${statSync(initdb).mtimeMs}`)
    .digest('hex')
    .slice(0, 16)

/** Folder of an unused cluster with a database of this name; the first caller creates it. */
const template = async (database: string): Promise<string> => {
  const { initdb } = await postgresBinaries()
  const folder = path.join(CACHE, `postgres-${database}-${versionOf(initdb)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const draft = `${folder}.${randomBytes(4).toString('hex')}`
  const server = await startPostgres({ dataDir: draft, database })
  await server.stop()
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/**
 * Starts a separate Postgres for one test in a new folder. `initdb` costs as much as a start of our server, so it runs
 * once and every cluster is a copy, with the same password.
 */
export const startOwnPostgres = async (
  options: Parameters<typeof startPostgres>[0],
): Promise<RunningPostgres> => {
  // Node's own copy does not preserve the files' owner, and Postgres may run as another user than the tests.
  execFileSync('cp', ['-a', await template(options.database), options.dataDir])
  return startPostgres(options)
}
