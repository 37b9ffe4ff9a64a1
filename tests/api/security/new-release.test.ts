import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../../../api/database.ts'
import { staleReadModels } from '../../../api/renewed-read-models.ts'
import { PROJECTIONS } from '../../../projections/projections.ts'
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

it('read models of another release are built anew, though the server itself may make no tables', async () => {
  const ada = await server.signIn('ada')
  const before = await walletOf(ada)
  const owner = createPool(database.url, { max: 1, name: 'test' })
  await owner.query(`update read.projection set version = version - 1 where name in ('activity', 'wallet')`)
  expect(await staleReadModels(database.writerUrl)).toEqual(['wallet', 'activity'])
  await owner.query(`comment on schema read is 'shape of then'`)
  await owner.end()
  expect(await staleReadModels(database.writerUrl)).toHaveLength(PROJECTIONS.length)
  await server.restart()
  await eventually(async () => (await fetch(`${server.url}/api/health/ready`)).ok, 'it is ready')
  expect(await staleReadModels(database.writerUrl)).toEqual([])
  expect(await walletOf(ada)).toEqual(before)
}, 60_000)
