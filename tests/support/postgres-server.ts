import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../api/database/roles.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { startOwnPostgres } from './own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database whose user may create others; see `freshDatabase`. */
    postgresUrl: string
    /** Name of a database on the same server with every table and no row, to be copied. */
    postgresTemplate: string
    /** A database with the demo members and its data folder, once a test has made them; see `installation.ts`. */
    seeded: { readonly name: string; readonly folder: string }
  }
}

/** The same database, connected to as the user of our servers. */
export const writerOf = (url: string): string =>
  Object.assign(new URL(url), { username: 'test_writer', password: 'writes' }).href

/** The same database, connected to as the user of the auditor's tools. */
export const readerOf = (url: string): string =>
  Object.assign(new URL(url), { username: 'test_reader', password: 'reads' }).href

/** A server for the run: `TEST_DATABASE_URL`, else one in a temporary folder that is deleted afterwards. */
const serverForTheRun = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  const scratch = mkdtempSync(path.join(tmpdir(), 'youtility-test-'))
  chmodSync(scratch, 0o755) // Postgres may run as another user
  // Crashes are tested on separate, durable servers, see `postgres-event-stores.ts` and tests/crash.
  const server = await startOwnPostgres({
    dataDir: path.join(scratch, 'server'),
    database: 'test',
    durability: 'volatile',
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/**
 * Removes what the migrations left behind in the catalog, of which every copy and every connection to it reads less
 * then. The second connection stores the catalog's summary anew, which is copied too.
 */
export const tidied = async (url: string): Promise<void> => {
  await withClient(url, 'tidying', (client) => client.query('vacuum (full, freeze, analyze)'))
  await withClient(url, 'tidying', (client) => client.query('select 1'))
}

/** Starts one Postgres for a whole test run, with a migrated database that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await serverForTheRun()
  const template = `template_${randomBytes(4).toString('hex')}`
  const administer = (sql: string) => withClient(url, 'administer', (client) => client.query(sql))
  const name = `seeded_${template}`
  const folder = path.join(tmpdir(), `youtility-${name}`)
  await administer(`create database ${template}`)
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).href
  await prepareDatabase({
    ownerUrl: templateUrl,
    writerUrl: writerOf(templateUrl),
    readerUrl: readerOf(templateUrl),
  })
  await tidied(templateUrl)
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', template)
  project.provide('seeded', { name, folder })
  return async () => {
    await administer(`drop database ${template}`)
    await administer(`drop database if exists ${name}`)
    rmSync(folder, { recursive: true, force: true })
    await stop()
  }
}
