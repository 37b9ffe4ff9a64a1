import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { transferIdOf } from '../../../api/wallet/transfers.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import { openBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { eventually } from '../../support/read-models.ts'
import { serverProcess } from '../../support/server-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { pageOf, refusal, sends, transferOf, walletOf } from '../../support/wallet-calls.ts'

const dollars = (to: string, amount: string) => ({ to_user_identifier: to, currency: 'USD', amount })

const context = (id: string, actor = 'system') => ({
  actor,
  correlationId: id,
  causationId: id,
  at: new Date().toISOString(),
})

/** Only the first of a transfer's two steps, as left by a process that died after it. */
const onlySend = async ({ ledger }: TestServer, from: string, to: string, cents: number): Promise<string> => {
  const transferId = transferIdOf(from, randomUUID())
  await ledger.wallets.execute(
    from,
    { type: 'sendTransfer', transferId, to, amount: usd(cents), message: null, provenAt: null },
    context(transferId, from),
  )
  return transferId
}

describe('the delivery process', () => {
  it('finishes a transfer whose second step never happened, once, also when nothing else runs', async () => {
    const server = await startTestServer()
    try {
      const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
      const ids = await Promise.all([1, 2, 3].map((cents) => onlySend(server, ada.id, grace.id, cents)))
      const isCompleted = async (id: string) => {
        const response = await ada.fetch(`/api/wallet/transfers/${id}`)
        return response.status === 200 && (await response.text()).includes('"completed"')
      }
      await eventually(
        async () => (await Promise.all(ids.map(isCompleted))).every(Boolean),
        'every transfer is delivered',
      )
      expect((await walletOf(grace)).usd).toBe('2500.06')
      expect((await walletOf(ada)).usd).toBe('2499.94')
      expect((await server.check()).received.toSorted()).toEqual(ids.toSorted())
    } finally {
      await server.stop()
    }
  })
})

describe('a closed wallet', () => {
  it('sends money back to its sender, who is told so', async () => {
    const server = await startTestServer({ env: { SEED: 'none', YUT_WELCOME_GRANT: '0' } })
    try {
      const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
      const { wallets } = server.ledger
      const depositId = randomUUID()
      await wallets.execute(
        ada.id,
        { type: 'creditDeposit', depositId, source: 'bank', amount: usd(1_000) },
        { ...context(depositId), step: { eventId: derivedId('DepositCredited', depositId), after: 0n } },
      )
      // While it is open, so that the server has cached it as open.
      await sends(ada, dollars('grace', '1.00'))
      await sends(grace, dollars('ada', '1.00'))
      await wallets.execute(grace.id, { type: 'closeWallet' }, context(grace.id))

      const receipt = await sends(ada, dollars('grace', '4.00'))
      expect(receipt.status).toBe('returned')
      expect((await walletOf(ada, receipt.position)).usd).toBe('10.00')
      expect(await transferOf(ada, receipt.transfer_id)).toMatchObject({ status: 'returned', amount: '4.00' })
      const { transactions } = await pageOf(ada, '?limit=2')
      expect(transactions).toMatchObject([
        { kind: 'transfer_returned', amount: '4.00', transfer_id: receipt.transfer_id },
        { kind: 'transfer_sent', amount: '-4.00', status: 'returned' },
      ])

      const left = await onlySend(server, ada.id, grace.id, 300)
      await eventually(
        async () => (await server.check({ idle: false })).returned.includes(left),
        'the delivery process returns it too',
      )
      const refused = await refusal(await grace.post('/api/wallet/transfer', dollars('ada', '1.00')))
      expect(refused).toMatchObject({ status: 422, code: 'wallet_closed' })
      await server.check()
    } finally {
      await server.stop()
    }
  })
})

describe('an api process and a worker process', () => {
  it('are one service: the api takes transfers while the worker is gone, readers wait for it', async () => {
    const database = await freshDatabase()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-roles-'))
    chmodSync(dataDir, 0o755)
    const processOf = async (role: string) =>
      serverProcess({ port: await freePort(), dataDir, env: { DATABASE_URL: database.url, ROLE: role } })
    const [api, worker] = [await processOf('api'), await processOf('worker')]
    const store = createPostgresEventStore({ url: database.url })
    try {
      api.start()
      worker.start()
      await Promise.all([api.ready(), worker.ready()])
      expect((await fetch(`${worker.url}/api/wallet`)).status).toBe(404)

      const ada = openBrowser(api.url)
      const grace = openBrowser(api.url)
      await Promise.all([ada.signIn('ada'), grace.signIn('grace')])
      const first = await sends(ada, dollars('grace', '10.00'))
      expect((await walletOf(grace, first.position)).usd).toBe('2510.00')

      await worker.kill()
      const second = await sends(ada, dollars('grace', '5.00'))
      expect(second.status).toBe('completed')
      const late = await ada.fetch('/api/wallet', { headers: { 'Ledger-Min-Position': second.position } })
      expect((await refusal(late)).code).toBe('not_caught_up')

      worker.start()
      await worker.ready()
      await eventually(async () => (await walletOf(grace)).usd === '2515.00', 'the worker catches up')
      expect((await walletOf(grace, second.position)).usd).toBe('2515.00')
      await checkLedger(store.readAll())
      expect(await api.terminate()).toBe(0)
      expect(await worker.terminate()).toBe(0)
    } finally {
      await Promise.all([api.kill(), worker.kill()])
      await store.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 180_000)
})
