import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../../../api/database.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { walletOf } from '../../support/wallet-calls.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  server = await startTestServer({
    env: { DATABASE_URL: database.writerUrl, MIGRATION_DATABASE_URL: database.url },
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await database?.drop()
})

it('a release builds read models of its own, though the server itself may make no tables, and drops those of a former one', async () => {
  const ada = await server.signIn('ada')
  const before = await walletOf(ada)
  const owner = createPool(database.url, { max: 1, name: 'test' })
  const schemas = async () =>
    (await owner.query(`select nspname as name from pg_namespace where nspname like 'read%' order by 1`)).rows
  await owner.query(`alter schema ${READ_SCHEMA} rename to read`)
  await server.restart()
  await eventually(async () => (await fetch(`${server.url}/api/health/ready`)).ok, 'it is ready')
  expect(await schemas()).toEqual([{ name: READ_SCHEMA }])
  expect(await walletOf(ada)).toEqual(before)
  await owner.end()
}, 60_000)
