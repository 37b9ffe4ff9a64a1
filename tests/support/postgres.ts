import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { readerOf, writerOf } from './postgres-server.ts'

export interface TestDatabase {
  readonly name: string
  /** As the owner of its tables. */
  readonly url: string
  /** As the user that servers work as; knows no table of an {@link emptyDatabase}. */
  readonly writerUrl: string
  /** As the user of the auditor's tools. */
  readonly readerUrl: string
  /** Cuts whoever is still connected and deletes the database. */
  readonly drop: () => Promise<void>
}

/** Says this to the server of the run as one who may make and delete databases. */
export const administer = (sql: string): Promise<void> =>
  withClient(inject('postgresUrl'), 'administer', async (client) => {
    await client.query(sql)
  })

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

/** A new database that has what the one of this name has. */
export const databaseFrom = (template: string): Promise<TestDatabase> =>
  createDatabase(`template ${template} strategy file_copy`)

/** A new database on the server of this test run, with every table and no row. */
export const freshDatabase = (): Promise<TestDatabase> => databaseFrom(inject('postgresTemplate'))

/** A new database without a table, for what makes its own. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('')
