import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { openPool } from './open-pool.ts'
import { readerOf, writerOf } from './postgres-server.ts'

export interface TestDatabase {
  readonly name: string
  /** As the owner of its tables. */
  readonly url: string
  /** As the user of our servers, who has no rights in an {@link emptyDatabase} yet. */
  readonly writerUrl: string
  /** As the user of the auditor's tools. */
  readonly readerUrl: string
  /** Closes all open connections and drops the database. */
  readonly drop: () => Promise<void>
}

let administrator: Pool | undefined

/** Runs SQL on the run's server as a user who may create and drop databases, over the worker's one connection for it. */
export const administer = async (sql: string): Promise<void> => {
  administrator ??= openPool({
    connectionString: inject('postgresUrl'),
    application_name: 'administer',
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  await administrator.query(sql)
}

const createDatabase = async (from: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} ${from}`)
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
  return {
    name,
    url,
    writerUrl: writerOf(url),
    readerUrl: readerOf(url),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

/** A new database, copied from the one of this name. */
export const databaseFrom = (template: string): Promise<TestDatabase> =>
  createDatabase(`template ${template} strategy file_copy`)

/** A new database on the server of this test run, with every table and no row. */
export const freshDatabase = (): Promise<TestDatabase> => databaseFrom(inject('postgresTemplate'))

/** A new database without tables, for code that creates its own. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('')
