import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStandIn, type StandIn } from '../support/eventstoredb/server.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer } from '../support/test-server.ts'
import { keyed, sends } from '../support/wallet-calls.ts'

let scratch: string
let database: TestDatabase
let standIn: StandIn
const targets: TestDatabase[] = []
const standIns: StandIn[] = []
beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'youtility-backup-'))
  ;[database, standIn] = await Promise.all([freshDatabase(), startStandIn()])
})
afterAll(async () => {
  standIn.kill()
  for (const one of standIns) one.kill()
  for (const one of [database, ...targets]) await one.drop()
  rmSync(scratch, { recursive: true })
})

const KEYS = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: scratch, ...env } }
    execFile(process.execPath, ['api/backup/main.ts', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })

it('a ledger in EventStoreDB is backed up with the database while members pay, and comes back whole in either store', async () => {
  const server = await startTestServer({
    env: { DATABASE_URL: database.writerUrl, EVENTSTORE_URL: standIn.connectionString, ...KEYS },
  })
  const body = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: 'ä "\\u0000" ✓' }
  const key = '018f4a5e-0000-7000-8000-00000000feed'
  let receipt: Awaited<ReturnType<typeof sends>>
  const dir = path.join(scratch, 'backup')
  try {
    const ada = await server.signIn('ada')
    receipt = await sends(ada, body, keyed(key))
    const busy = Array.from({ length: 5 }, () => sends(ada, { ...body, amount: '0.01' }))
    const made = await run(['backup', '--to', dir], {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: standIn.connectionString,
      CHECKPOINT_DIR: server.config.checkpointDir,
    })
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/[1-9]\d+ events/) })
    await Promise.all(busy)
  } finally {
    await server.stop()
  }

  for (const kind of ['EventStoreDB', 'Postgres'] as const) {
    const target = await emptyDatabase()
    targets.push(target)
    const other = await startStandIn()
    standIns.push(other)
    const ledger = kind === 'Postgres' ? {} : { EVENTSTORE_URL: other.connectionString }
    const checkpoints = { CHECKPOINT_DIR: path.join(scratch, `checkpoints of ${kind}`) }
    const restored = await run(['restore', '--from', dir], {
      DATABASE_URL: target.url,
      ...ledger,
      ...checkpoints,
    })
    expect(restored, kind).toMatchObject({
      code: 0,
      said: expect.stringMatching(/with the root of the backup.+agree up to position.+Every rule holds/s),
    })
    expect(
      (
        await run(['restore', '--from', dir], {
          DATABASE_URL: target.url,
          ...ledger,
          CHECKPOINT_DIR: scratch,
        })
      ).said,
    ).toMatch(/is not empty/)
    // The server starts on it, and a request of before is not carried out again.
    const again = await startTestServer({
      env: { DATABASE_URL: target.url, ...ledger, ...checkpoints, ...KEYS },
    })
    try {
      const ada = await again.signIn('ada')
      const repeated = await sends(ada, body, keyed(key))
      expect(repeated.transfer_id, kind).toBe(receipt.transfer_id)
      await sends(ada, { ...body, amount: '0.02' })
    } finally {
      await again.stop()
    }
  }
}, 300_000)
