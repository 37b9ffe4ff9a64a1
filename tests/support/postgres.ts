import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { readerOf, writerOf } from './postgres-server.ts'

export interface TestDatabase {
  /** As the owner of its tables. */
  readonly url: string
  /** As the user that servers work as; knows no table of an {@link emptyDatabase}. */
  readonly writerUrl: string
  /** As the user of the auditor's tools. */
  readonly readerUrl: string
  /** Cuts whoever is still connected and deletes the database. */
  readonly drop: () => Promise<void>
}

const createDatabase = async (from: string): Promise<TestDatabase> => {
  const server = inject('postgresUrl')
  const administer = async (sql: string) => {
    const client = new Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} ${from}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    url,
    writerUrl: writerOf(url),
    readerUrl: readerOf(url),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

/** A new database on the server of this test run, with every table and no row. */
export const freshDatabase = (): Promise<TestDatabase> =>
  createDatabase(`template ${inject('postgresTemplate')} strategy file_copy`)

/** A new database without a table, for what makes its own. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('')
