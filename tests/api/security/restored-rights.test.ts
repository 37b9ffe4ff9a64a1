import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RIGHTS } from '../../../api/backup/rights.ts'
import { HOUR_MS } from '../../../events/calendar.ts'
import { makeNoteKeys } from '../../../events/proof/note-keys.ts'
import { withClient } from '../../../events/store/postgres/with-client.ts'
import { makesToken } from '../../support/access-token-calls.ts'
import { addPasskey } from '../../support/passkey-calls.ts'
import { emptyDatabase, type TestDatabase } from '../../support/postgres.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { savesAccount } from '../../support/withdrawal-calls.ts'

/** Tables of `app` whose rows permit nobody anything by themselves, by what they are. A new table is on one of the lists. */
const WITHOUT_RIGHTS = {
  // Who a member is, and what may not be forgotten of one who left.
  people: [
    'member',
    'profile',
    'handle',
    'former_handle',
    'former_use',
    'former_bank_account',
    'departed',
    'blocked_member',
    'erasure',
    'did_key',
  ],
  // Keys and signatures of the platform; members' texts are read with them.
  keys: [
    'kept_key',
    'member_key',
    'former_issuer_key',
    'log_key',
    'log_checkpoint',
    'log_cosignature',
    'log_end',
  ],
  // Facts of the log, or about it: they go back with it.
  facts: [
    'credential',
    'bill_issue',
    'request_reservation',
    'proposal_reservation',
    'welcome_grant',
    'welcome_budget',
    'idempotency_key',
  ],
  // A debit of such an account needs a session, and its bank's holder can take it back.
  payingIn: ['bank_account', 'reversible_deposit'],
  // Numbers at our bank and what came and went there.
  bank: [
    'account_move',
    'account_sweep',
    'bank_books',
    'bank_statement',
    'bank_transaction',
    'market_statement',
    'ending_treasury_number',
    'member_account',
    'payout_news_cursor',
    'treasury_address',
    'treasury_receipt_cursor',
    'webhook_event',
  ],
  // Decided by the provider of the checks, and lapses.
  checks: ['person_check', 'person_redaction'],
  words: [
    'contact',
    'contact_activity',
    'contact_book',
    'contact_circle',
    'contact_circle_member',
    'movement_note',
    'movement_report',
    'support_case',
    'case_entry',
    'notification',
    'notification_progress',
    'notification_settings',
    'security_event',
    'operator_event',
    'account_sighting',
  ],
  // A line is the carrier's: what was ended there is not in service again.
  lines: [
    'telecom_activity',
    'telecom_charge',
    'telecom_closing_charge',
    'telecom_device',
    'telecom_insight_answer',
    'telecom_month',
    'telecom_plan_change',
    'telecom_service',
    'telecom_usage_day',
    'telecom_usage_hour',
  ],
  installation: ['market_quote', 'readiness', 'release_level', 'seeding', 'migration', 'rate_limit'],
} as const

let server: TestServer
let target: TestDatabase
let scratch: string
beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'youtility-rights-'))
  server = await startTestServer()
  target = await emptyDatabase()
})
afterAll(async () => {
  await server?.stop()
  await target?.drop()
  rmSync(scratch, { recursive: true })
})

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env } }
    execFile(process.execPath, ['api/backup/main.ts', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
const restore = (from: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  run(['restore', '--from', from, ...more], {
    DATABASE_URL: target.url,
    DATA_DIR: scratch,
    CHECKPOINT_DIR: path.join(scratch, 'archive'),
    ...env,
  })

it('every table of the application is on one of the lists', async () => {
  const { rows } = await server.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'app' and table_type = 'BASE TABLE' and table_name not like 'sandbox\\_%'`,
  )
  const known = [...Object.keys(RIGHTS), ...Object.values(WITHOUT_RIGHTS).flat()]
  expect(rows.map(({ name }) => name).filter((name) => !known.some((one) => one === name))).toEqual([])
})

it('a restore ends what a member may have ended since, tells them, and believes no manifest', async () => {
  const grace = await server.signIn('grace')
  await makesToken(grace, { scopes: ['read'] })
  await addPasskey(grace, server.url, 'Phone')
  await savesAccount(grace, '9300')
  await grace.post('/api/passkeys/wait')
  const dir = path.join(scratch, 'backup')
  const keys = await makeNoteKeys('restored.example/log', 'log')
  const env = {
    DATABASE_URL: server.ownerUrl,
    DATA_DIR: server.config.dataDir,
    LEDGER_LOG_KEY: keys.signerKey,
  }
  expect(await run(['backup', '--to', dir], env)).toMatchObject({ code: 0 })

  // Whoever can write into the store of backups.
  const file = path.join(dir, 'manifest.json')
  const [text, rows] = [readFileSync(file, 'utf8'), gzipSync('')]
  const manifest = JSON.parse(text)
  const forged = (name: string, columns: readonly string[]) => {
    const sha256 = createHash('sha256').update(rows).digest('hex')
    const table = { schema: 'app', name, columns, rows: 0, sha256 }
    writeFileSync(file, JSON.stringify({ ...manifest, tables: [...manifest.tables, table] }))
    return restore(dir)
  }
  expect((await forged('member disable trigger user;select 1', [])).said).toContain('no name of a table')
  expect((await forged('made_up', [])).said).toContain('it has app.made_up.*')
  expect((await restore(dir, ['--log-key', keys.verifierKey])).said).toContain(
    'is not what restored.example/log signed',
  )
  writeFileSync(file, text)
  const other = await makeNoteKeys('restored.example/log', 'log')
  expect((await restore(dir, ['--log-key', other.verifierKey])).said).toContain('is not what')
  expect((await restore(dir, [], { NODE_ENV: 'production' })).said).toContain('--log-key')

  expect(await restore(dir, ['--log-key', keys.verifierKey])).toMatchObject({ code: 0 })
  await withClient(target.url, 'test', async (client) => {
    const count = async (table: string) => (await client.query(`select from app.${table}`)).rowCount
    for (const [table, statement] of Object.entries(RIGHTS))
      if (statement?.startsWith('delete') === true)
        expect({ table, left: await count(table) }).toEqual({ table, left: 0 })
    const { rows: accounts } = await client.query<{ ms: number }>(
      `select 1000 * extract(epoch from usable_from - now())::float8 as ms from app.saved_bank_account
       where member_id = $1`,
      [grace.id],
    )
    expect(accounts[0]?.ms).toBeGreaterThan(23.9 * HOUR_MS)
    const { rows: told } = await client.query(
      `select facts ->> 'event' as event from app.notification where member_id = $1 and kind = 'security'
       order by id desc limit 1`,
      [grace.id],
    )
    expect(told).toEqual([{ event: 'backup_restored' }])
  })
}, 120_000)
