import path from 'node:path'
import { expect, it } from 'vitest'
import { transferIdOf } from '../../api/wallet/transfers.ts'
import { derivedId } from '../../events/ids.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createLossyTcpProxy } from '../support/lossy-tcp-proxy.ts'
import { startStandInProcess } from '../support/eventstoredb/process.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { beforeTests } from '../support/before-tests.ts'
import { eventually } from '../support/read-models.ts'
import { crashPostgres, readyServer } from './crash-server.ts'
import { ask, dollarTo, outcomeOf, signInAll, type Intent } from './transfer-clients.ts'

/**
 * Like one-commit.test.ts, but on EventStoreDB: a transfer is two appends, and the key is written before and after
 * them, so a crash can happen in between. The server is killed at chosen moments.
 */
const RECOVERY_MS_MAX = 60_000

const { folder, postgres } = crashPostgres()
const standIn = beforeTests(startStandInProcess, (one) => one.stop())
const proxy = beforeTests(
  () => createLossyTcpProxy(standIn.port),
  ({ close }) => close(),
)
const store = beforeTests(
  async () => createEventStoreDbStore({ connectionString: `esdb://127.0.0.1:${standIn.port}?tls=false` }),
  (one) => one.close(),
)
const server = readyServer(() => ({
  dataDir: path.join(folder, 'data'),
  env: { DATABASE_URL: postgres.url, EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false` },
}))
const members = beforeTests(() => signInAll(server.url))
const newIntent = () => dollarTo(members[0], members[1])

const isStored = async (eventId: string): Promise<boolean> => {
  for await (const { id } of store.readAll()) if (id === eventId) return true
  return false
}

/** Kills the server while the request `asking` is pending, which then fails. */
const killWhile = async (asking: Promise<unknown>): Promise<void> => {
  const nothing = expect(asking).rejects.toThrow()
  await server.kill()
  await nothing
}

/** Restarts the server and expects that the key is answered and its transfer is in the ledger exactly once. */
const expectOnce = async (intent: Intent): Promise<void> => {
  server.start()
  await server.ready()
  let answer = await ask(intent)
  await eventually(
    async () => {
      if (answer.status !== 201) answer = await ask(intent)
      return answer.status === 201
    },
    'an answer',
    RECOVERY_MS_MAX,
  )
  expect(await ask(intent)).toEqual(answer)
  expect(await outcomeOf(members[0], intent.key)).toBe('done')
  const id = transferIdOf(members[0].user.id, intent.key)
  await eventually(() => isStored(derivedId('TransferReceived', id)), 'it has arrived', RECOVERY_MS_MAX)
  const { sent, received } = await checkLedger(store.readAll())
  expect([sent, received].map((ids) => ids.filter((one) => one === id))).toEqual([[id], [id]])
}

it('killed before the first append can be sent', async () => {
  const intent = newIntent()
  standIn.freeze()
  const asking = ask(intent)
  await eventually(async () => (await outcomeOf(members[0], intent.key)) === 'unfinished', 'its key is known')
  await killWhile(asking)
  standIn.thaw()
  await expectOnce(intent)
})

it('killed when the first append is stored and its answer lost: the second was never sent', async () => {
  // Loads both wallets into the server's memory: otherwise reading one would also wait for a lost response.
  expect((await ask(newIntent())).status).toBe(201)
  const intent = newIntent()
  const id = transferIdOf(members[0].user.id, intent.key)
  proxy.lose('silent')
  const asking = ask(intent)
  await eventually(() => isStored(derivedId('TransferSent', id)), 'the money has left')
  await killWhile(asking)
  proxy.restore()
  expect(await isStored(derivedId('TransferReceived', id))).toBe(false)
  await expectOnce(intent)
})
