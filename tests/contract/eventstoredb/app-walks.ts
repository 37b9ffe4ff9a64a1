import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { ledgerOn } from '../../api/ledger-cli/ledger-run.ts'
import type { RealServer } from '../../support/eventstoredb/real.ts'
import { emptyDatabase } from '../../support/postgres.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { keyed, sends, walletOf } from '../../support/wallet-calls.ts'

/** Actions of members and operators with the ledger in a real EventStoreDB, which must be empty before. */
export const appWalks = (name: string, { connectionString, killServer, startServer }: RealServer): void => {
  describe(name, () => {
    let server: TestServer | undefined
    let ada: Awaited<ReturnType<TestServer['signIn']>>
    const started = (): TestServer => {
      if (!server) throw new Error('There is no server')
      return server
    }
    const transfer = { to_user_identifier: 'grace', currency: 'YUT', amount: '1' }
    const ready = async () => (await fetch(`${started().url}/api/health/ready`)).status

    beforeAll(async () => {
      const store = createEventStoreDbStore({ connectionString })
      const head = await store.head()
      await store.close()
      if (head > 0n) return
      server = await startTestServer({ env: { EVENTSTORE_URL: connectionString } })
      ada = await server.signIn('ada')
    }, 120_000)
    afterAll(() => server?.stop())
    const needsEmpty = 'The database at EVENTSTORE_URL has events in it; the walks need an empty one'

    test('money is sent and seen, also after a restart, and every rule of the ledger holds', async ({
      skip,
    }) => {
      skip(!server, needsEmpty)
      const before = Number((await walletOf(ada)).yut)
      const receipts = await Promise.all(Array.from({ length: 20 }, () => sends(ada, transfer)))
      const last = receipts.map(({ position }) => BigInt(position)).reduce((a, b) => (a > b ? a : b))
      expect(Number((await walletOf(ada, String(last))).yut)).toBe(before - 20)
      await started().restart()
      expect(Number((await walletOf(ada)).yut)).toBe(before - 20)
      await started().check()
    })

    test('the tools replay it, and copy it to a Postgres with the same root', async ({ skip }) => {
      skip(!server, needsEmpty)
      const target = await emptyDatabase()
      const databaseUrl = started().ownerUrl
      const run = ledgerOn(databaseUrl, connectionString)
      expect(await run('replay')).toMatchObject({ exit: 0 })
      expect(await run('copy', '--from', connectionString, '--to', target.url)).toMatchObject({ exit: 0 })
      expect((await ledgerOn(target.url)('checkpoint')).out).toBe((await run('checkpoint')).out)
      await target.drop()
    })

    test('it is killed again and again while money is sent: nothing is lost, nothing doubled', async ({
      skip,
    }) => {
      skip(!server, needsEmpty)
      const { sent: before } = await started().check({ idle: false })
      const keys = Array.from({ length: 60 }, randomUUID)
      const send = async (key: string) => {
        const answer = () =>
          ada.post('/api/wallet/transfer', transfer, keyed(key)).then(({ status }) => status)
        await expect.poll(answer, { timeout: 90_000, interval: 200 }).toBe(201)
      }
      for (let kill = 0; kill < 3; kill += 1) {
        const sending = keys.slice(kill * 20, kill * 20 + 20).map(send)
        await killServer()
        await startServer()
        await Promise.all(sending)
      }
      await expect.poll(ready, { timeout: 30_000 }).toBe(200)
      const { sent } = await started().check({ idle: false })
      expect(sent).toHaveLength(before.length + keys.length)
    })
  })
}
