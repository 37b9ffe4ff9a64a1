import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RIGHTS } from '../../api/backup/rights.ts'
import { tablesOf } from '../../api/backup/tables.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { emptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { eventually } from '../support/read-models.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { keyed, sends } from '../support/wallet-calls.ts'

let server: TestServer
let target: TestDatabase
let scratch: string
beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'youtility-backup-'))
  server = await startTestServer()
  target = await emptyDatabase()
})
afterAll(async () => {
  await server?.stop()
  await target?.drop()
  rmSync(scratch, { recursive: true })
})

interface Ran {
  readonly code: number
  readonly said: string
}
const run = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> =>
  new Promise((resolve) => {
    const done = (error: { code?: unknown } | null, out: string, err: string) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err })
    const options = { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env } }
    execFile(process.execPath, ['api/backup/main.ts', ...args], options, done)
  })
const restore = (from: string, checkpoints: string) =>
  run(['restore', '--from', from], {
    DATABASE_URL: target.url,
    DATA_DIR: scratch,
    CHECKPOINT_DIR: path.join(scratch, checkpoints),
  })

/** What a restore ends, or tells of it. */
const CHANGED = new Set(['operator_event', 'security_event', 'notification', ...Object.keys(RIGHTS)])

/** A digest of each table's rows; what the restore itself changes is left out. */
const digestsOf = (url: string): Promise<Readonly<Record<string, string>>> =>
  withClient(url, 'test', async (client) => {
    const found: Record<string, string> = {}
    for (const { schema, name } of await tablesOf(client)) {
      if (CHANGED.has(name)) continue
      const { rows } = await client.query<{ digest: string }>(
        `select md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as digest from ${schema}.${name} r`,
      )
      found[`${schema}.${name}`] = rows[0]?.digest ?? ''
    }
    return found
  })

it('a backup of a running server comes back whole: rows, root, books and checkpoints; and a damaged one not at all', async () => {
  const ada = await server.signIn('ada')
  const body = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: 'ä "\\u0000" \\ ✓' }
  const sent = await sends(ada, body, keyed(randomUUID()))
  await eventually(async () => {
    const { rows } = await server.pool.query<{ size: bigint }>(
      'select max(size) as size from app.log_checkpoint',
    )
    return rows[0]?.size === (await server.ledger.store.head())
  }, 'the log is sealed')

  const dir = path.join(scratch, 'backup')
  const busy = Array.from({ length: 5 }, () => sends(ada, { ...body, amount: '0.01' }))
  const env = { DATABASE_URL: server.ownerUrl, DATA_DIR: server.config.dataDir }
  expect(await run(['backup', '--to', dir], env)).toMatchObject({ code: 0 })
  await Promise.all(busy)
  expect((await run(['backup', '--to', dir], env)).said).toContain('is not empty')
  expect((await run(['backup', '--to', 's3://bucket'], env)).said).toContain('takes a folder of this machine')

  // A second one of a server that rests, to compare with.
  await expect(server.restart({ host: '203.0.113.1' })).rejects.toThrow(/203/)
  const still = path.join(scratch, 'still')
  expect(await run(['backup', '--to', still], env)).toMatchObject({ code: 0 })
  const before = await digestsOf(server.ownerUrl)

  const damaged = path.join(scratch, 'damaged')
  cpSync(still, damaged, { recursive: true })
  appendFileSync(path.join(damaged, 'app.member.jsonl.gz'), 'x')
  expect((await restore(damaged, 'a')).said).toContain('app.member.jsonl.gz is not as the backup wrote it')
  rmSync(path.join(damaged, 'manifest.json'))
  expect((await restore(damaged, 'a')).said).toContain('one that was broken off')

  const restored = await restore(still, 'archive')
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/with the root of the backup.+Every rule holds.+wallets at position/s),
  })
  expect(await digestsOf(target.url)).toEqual(before)
  expect(readdirSync(path.join(scratch, 'archive'))).toEqual(readdirSync(server.config.checkpointDir))
  expect((await restore(still, 'other')).said).toContain('The database is not empty')
  expect(sent.status).toBe('completed')
  await server.restart()

  // Taken under load, of one moment too.
  await target.drop()
  target = await emptyDatabase()
  expect(await restore(dir, 'under-load')).toMatchObject({ code: 0 })
}, 180_000)
