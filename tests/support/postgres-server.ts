import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../api/sandbox/postgres/launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database whose user may create others; see `freshDatabase`. */
    postgresUrl: string
  }
}

/**
 * One Postgres for a whole test run, with durable settings as in real life: `TEST_DATABASE_URL` when it
 * is set, else a server in a temporary folder that is deleted afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return async () => {}
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-test-'))
  const server = await startPostgres({ dataDir, database: 'test' })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
