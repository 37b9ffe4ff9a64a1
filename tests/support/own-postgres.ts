import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { escapeLiteral } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { postgresBinaries } from '../../api/database/embedded/binaries.ts'
import { startPostgres, type RunningPostgres } from '../../api/database/embedded/launcher.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules', '.cache')

/** Identifies what a cluster depends on: the Postgres programs, how we call `initdb`, and what this file changes. */
const versionOf = (initdb: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'api/database/embedded/cluster.ts')))
    .update(readFileSync(import.meta.filename))
    .update(`${initdb} ${statSync(initdb).mtimeMs}`)
    .digest('hex')
    .slice(0, 16)

/** Stores the superuser's password hashed once instead of 4,096 times: tests open thousands of connections. */
const hashPasswordOnce = (url: string): Promise<void> =>
  withClient(url, 'template', async (client) => {
    await client.query('set scram_iterations = 1')
    await client.query(`alter role postgres password ${escapeLiteral(new URL(url).password)}`)
  })

/** Folder of an unused cluster with a database of this name; the first caller creates it. */
const template = async (database: string): Promise<string> => {
  const { initdb } = await postgresBinaries()
  const folder = path.join(CACHE, `postgres-${database}-${versionOf(initdb)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const draft = `${folder}.${randomBytes(4).toString('hex')}`
  const server = await startPostgres({ dataDir: draft, database })
  await hashPasswordOnce(server.url)
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
