import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import './postgres-server.ts'

export interface TestDatabase {
  readonly url: string
  /** Cuts whoever is still connected and deletes the database. */
  readonly drop: () => Promise<void>
}

/** A new, empty database on the server of this test run. */
export const freshDatabase = async (): Promise<TestDatabase> => {
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
  await administer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) }
}
