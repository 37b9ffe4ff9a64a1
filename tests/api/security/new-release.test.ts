import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../../api/database/database.ts'
import { migrateAll, migrationState } from '../../../api/database/migrations.ts'
import { LEVEL } from '../../../events/level.ts'
import { migrate } from '../../../events/store/postgres/migrate.ts'
import { withClient } from '../../../events/store/postgres/with-client.ts'
import { LEASE, leaseKey } from '../../../projections/lease.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { hasLastRelease, unpackLastRelease } from '../../support/last-release.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/postgres.ts'
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
  const owner = createPool(database.url, { max: 1, name: 'test', statementTimeoutMs: 60_000 })
  const schemas = async () =>
    (await owner.query(`select nspname as name from pg_namespace where nspname like 'read%' order by 1`)).rows
  await owner.query(`alter schema ${READ_SCHEMA} rename to read`)
  await server.restart()
  await eventually(async () => (await fetch(`${server.url}/api/health/ready`)).ok, 'it is ready')
  expect(await schemas()).toEqual([{ name: READ_SCHEMA }])
  expect(await walletOf(ada)).toEqual(before)
  await owner.end()
}, 60_000)

describe('a database that a later release has migrated', () => {
  let later: TestDatabase
  beforeAll(async () => {
    later = await freshDatabase()
  })
  afterAll(() => later?.drop())
  const run = (sql: string) => withClient(later.url, 'test', (client) => client.query(sql))

  it('serves this one too, which says what it does not know', async () => {
    await run(`insert into app.migration (name, run_on) values ('9999_later', now())`)
    expect(await migrationState(later.writerUrl)).toEqual({ missing: [], newer: ['app 9999_later'] })
    await migrateAll(later.url)
  })

  it('does not, in one sentence with the remedy, once the later one wrote what this one cannot read', async () => {
    await run(`update app.release_level set level = ${LEVEL + 1}`)
    const sentence = `serves releases of level ${LEVEL + 1} and higher, and this release is of level ${LEVEL}: start the release that ran last`
    await expect(migrateAll(later.url)).rejects.toThrow(sentence)
    await expect(migrationState(later.writerUrl)).rejects.toThrow(sentence)
  })

  it('takes a migration with a lower number than one that was applied', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'youtility-order-'))
    const file = (name: string) =>
      writeFileSync(path.join(dir, `${name}.sql`), `create table t_${name.slice(0, 4)} ();`)
    file('0300_last')
    await migrate({ url: later.url, dir, schema: 'ordered' })
    file('0299_landed-later')
    await migrate({ url: later.url, dir, schema: 'ordered' })
    rmSync(dir, { recursive: true })
    const { rows } = await run('select name from ordered.migration order by id')
    expect(rows.map(({ name }) => name)).toEqual(['0300_last', '0299_landed-later'])
  })
})

describe.runIf(hasLastRelease())('from the last release to this one, back, and on', () => {
  let shared: TestDatabase
  let folder: string
  beforeAll(async () => {
    shared = await emptyDatabase()
    folder = mkdtempSync(path.join(tmpdir(), 'youtility-last-'))
    unpackLastRelease(path.join(folder, 'last'))
  })
  afterAll(async () => {
    await shared?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const migrated = async (cwd: string, ...options: readonly string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: shared.writerUrl, MIGRATION_DATABASE_URL: shared.url }
    // Each release says where its commands are.
    const { scripts } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'))
    const [, file] = /^node (\S+)$/.exec(scripts.migrate) ?? []
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [String(file), ...options], {
      cwd,
      env,
    }).catch((error: unknown) => ({ stdout: '', stderr: '', ...Object(error) }))
    return `${stdout}${stderr}`
  }
  const schemas = () =>
    withClient(shared.url, 'test', async (client) => {
      const { rows } = await client.query(
        `select nspname as name from pg_namespace where nspname like 'read%' order by 1`,
      )
      return rows.map(({ name }) => name)
    })

  it('npm run migrate adds, --finish waits for the other release’s worker and then drops', async () => {
    const last = path.join(folder, 'last')
    const done = 'The database is up to date'
    expect(await migrated(last)).toContain(done)
    expect(await migrated('.')).toContain(done)
    expect(await migrated(last)).toContain(done)
    expect(await schemas()).toEqual(['read', READ_SCHEMA])
    await withClient(shared.url, 'test', async (client) => {
      await client.query(LEASE, [leaseKey('read')])
      expect(await migrated('.', '--finish')).toContain('A worker of another release still runs: end it')
    })
    expect(await schemas()).toEqual(['read', READ_SCHEMA])
    expect(await migrated('.', '--finish')).toContain(done)
    expect(await schemas()).toEqual([READ_SCHEMA])
    expect(await migrated(last)).toContain(done)
    expect(await schemas()).toEqual(['read', READ_SCHEMA])
  }, 240_000)
})
