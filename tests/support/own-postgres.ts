import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { postgresBinaries } from '../../api/sandbox/postgres/binaries.ts'
import { startPostgres, type RunningPostgres } from '../../api/sandbox/postgres/launcher.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules', '.cache')

/** What a cluster is made of: the programs, and how we call `initdb`. */
const versionOf = (initdb: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'api/sandbox/postgres/cluster.ts')))
    .update(`${initdb} ${statSync(initdb).mtimeMs}`)
    .digest('hex')
    .slice(0, 16)

/** The folder of a cluster with a database of this name that nobody uses; made by the first who asks. */
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
    // Somebody else was quicker.
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/**
 * Starts a Postgres of a test's own on a new folder. `initdb` costs as much as a start of our server, so it is called
 * once: every cluster is a copy of that one. The password is the same for all of them.
 */
export const startOwnPostgres = async (
  options: Parameters<typeof startPostgres>[0],
): Promise<RunningPostgres> => {
  // Node's own copy would give the files to whoever runs the tests, and Postgres may be somebody else.
  execFileSync('cp', ['-a', await template(options.database), options.dataDir])
  return startPostgres(options)
}
