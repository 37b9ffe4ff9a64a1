import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FinancialAddress, WalletOverview } from '../../api/contract/wallet.ts'
import { usd } from '../../events/money.ts'
import { canonicalBytes, canonicalEvent } from '../../events/proof/canonical-event.ts'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import { createMerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { formatReceipt, parseReceipt } from '../../events/proof/receipt.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { movingClock } from '../support/moving-clock.ts'
import { eventually } from '../support/read-models.ts'
import { emptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { goodReceipt } from '../support/proof-calls.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { sends } from '../support/wallet-calls.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import { openClient } from '../support/open-client.ts'

const LEFT = path.join(import.meta.dirname, '../support/first-release')

interface Member {
  readonly handle: string
  readonly usd: string
  readonly staked: string
  readonly account: string
}
const MEMBERS: readonly Member[] = JSON.parse(readFileSync(path.join(LEFT, 'members.json'), 'utf8'))

let database: TestDatabase
let dataDir: string
let server: TestServer
beforeAll(async () => {
  database = await emptyDatabase()
  dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-first-'))
  cpSync(LEFT, dataDir, { recursive: true })
  const sql = gunzipSync(readFileSync(path.join(LEFT, 'database.sql.gz'))).toString()
  await withClient(database.url, 'restore', (client) => client.query(sql))
  server = await startTestServer({
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.writerUrl,
      MIGRATION_DATABASE_URL: database.url,
      SEED: 'demo',
    },
    clock: movingClock('2026-11-24T06:40:00Z'),
  })
})
afterAll(async () => {
  await server?.stop()
  await database?.drop()
  rmSync(dataDir, { recursive: true })
})

/** What each member has and the full number of their account, as this release answers. */
const answered = (): Promise<readonly Member[]> =>
  Promise.all(
    MEMBERS.map(async ({ handle }) => {
      const { fetch, post } = await server.signIn(handle)
      const { wallets, yut } = WalletOverview.parse(await (await fetch('/api/wallet')).json())
      const { aba } = FinancialAddress.parse(await (await post('/api/wallet/treasury-account/reveal')).json())
      const usd = wallets.find(({ currency }) => currency === 'USD')?.balance ?? ''
      return { handle, usd, staked: yut.staked_balance, account: aba.account_number }
    }),
  )

const seedings = async (): Promise<number> =>
  (await server.pool.query('select from app.seeding')).rowCount ?? 0

it('left wallets, stakes and account numbers that this release has, and goes on with', async () => {
  expect(await answered()).toEqual(MEMBERS)
  await server.check()
})

it('had no mark of a finished seeding: it was resumed once, and is not looked at again', async () => {
  expect(await seedings()).toBe(1)
  const signedInAt = async () =>
    (await server.pool.query(`select handle, signed_in_at from app.member order by handle`)).rows
  const before = await signedInAt()
  await server.restart()
  expect(await signedInAt()).toEqual(before)
  await server.pool.query('delete from app.seeding')
  await server.restart()
  expect(await signedInAt()).not.toEqual(before)
  expect(await seedings()).toBe(1)
})

it('repairs what an upgrade broke that had opened a second account at the bank', async () => {
  await server.pool.query(
    `update app.sandbox_bank_account set account_id = 'fa_sandbox_' || member_id, account_number = right(member_id::text, 12)`,
  )
  expect(await answered()).toEqual(MEMBERS)
})

it('does not act before the read models show what is in the log', async () => {
  const { id } = await server.signIn('ada')
  const blocker = await openClient(database.url)
  await blocker.query(`begin; lock table ${READ_SCHEMA}.pass in exclusive mode`)
  await server.ledger.wallets.execute(
    id,
    { type: 'creditDeposit', depositId: id, source: 'bank', amount: usd(1_00) },
    { actor: 'test', correlationId: id, causationId: id, at: '2026-11-24T06:45:00.000Z' },
  )
  const restarting = server.restart()
  await eventually(async () => {
    // The server that ends would wait for half a minute until it gives up its last step.
    await blocker.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return server.logged().includes('Waiting for the read models')
  }, 'the wait')
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(503)
  await blocker.end()
  await restarting
  expect(await answered()).toContainEqual({ ...MEMBERS[0], usd: '2476.00' })
})

it('gave receipts that hold as they are, in one tree with leaves that have a salt', async () => {
  const kept = readFileSync(path.join(LEFT, 'checkpoints/2026-11.jsonl'), 'utf8').trimEnd().split('\n')
  const { checkpoint }: { checkpoint: string } = JSON.parse(kept.at(-1) ?? '')
  const { size } = parseCheckpoint(parseNote(checkpoint).text)
  const events = (await Array.fromAsync(server.ledger.store.readAll())).slice(0, size)
  const tree = createMerkleTree(nodeSha256)
  for (const event of events) tree.append(canonicalBytes(event))
  for (const [index, event] of events.entries()) {
    const proof = formatTlogProof({ index, path: tree.inclusionProof(index), checkpoint })
    await goodReceipt(server.url, formatReceipt({ event: canonicalEvent(event), proof }))
  }
  const ada = await server.signIn('ada')
  const { transfer_id: id } = await sends(ada, {
    to_user_identifier: 'grace',
    currency: 'USD',
    amount: '1.00',
  })
  const text = await (await ada.fetch(`/api/receipts/transfer/${id}`)).text()
  expect((await goodReceipt(server.url, text)).index).toBeGreaterThan(size)
  expect(parseReceipt(text).event).toContain('"format":"youtility-event-v2"')
})
