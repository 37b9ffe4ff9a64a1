import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { startStandIn, type StandIn } from '../../support/eventstoredb/server.ts'
import { sized } from '../../support/size.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { cents, deposited } from '../../support/wallet-log.ts'
import { keyed } from '../../support/wallet-calls.ts'

/** Events in the wallet, and in one append: 2,500 are below the server's limit. */
const EVENTS = sized({ gate: 2_500, long: 100_000 })
const AT_ONCE = 2_500
/** Messages that the commands below may read of single streams. */
const READ_MAX = 500

let standIn: StandIn
let server: TestServer
beforeAll(async () => {
  standIn = await startStandIn()
  server = await startTestServer({ env: { EVENTSTORE_URL: standIn.connectionString } })
})
afterAll(async () => {
  await server.stop()
  standIn.kill()
})

/** Deposits of a cent to the member, straight into the ledger. */
const deposits = async (memberId: string) => {
  const store = createEventStoreDbStore({
    connectionString: standIn.connectionString,
    appendTimeoutMs: 60_000,
  })
  const stream = walletEvents.streamOf(memberId)
  let revision = 0n
  for await (const last of store.readStream(stream, { direction: 'backwards', limit: 1 }))
    revision = last.revision
  for (let done = 0; done < EVENTS; done += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, n) => {
      const { event } = deposited(memberId, `${memberId} ${done + n}`, cents(1))
      const metadata = { schemaVersion: 1, actor: 'system', at: new Date().toISOString() }
      return { id: walletEvents.idOf(event), type: event.type, data: event.data, metadata }
    })
    ;({ revision } = await store.append(stream, revision, events))
  }
  await store.close()
}

it('after an outage, commands on a wallet of many events are settled without reading them', async () => {
  const ada = await server.signIn('ada')
  await server.signIn('grace')
  await deposits(ada.id)
  const transfer = { to_user_identifier: 'grace', currency: 'USD', amount: '0.01' }
  const send = (key: string) => ada.post('/api/wallet/transfer', transfer, keyed(key))
  /** Repeats the request, as a client does, until it is settled. */
  const settles = (key: string) =>
    expect.poll(async () => (await send(key)).status, { timeout: 30_000 }).toBe(201)
  // Twice, so that both processes know the wallet.
  await settles(randomUUID())
  await settles(randomUUID())

  const keys = Array.from({ length: 6 }, randomUUID)
  standIn.faults.allAppends = 'ignore'
  const away = await Promise.all(keys.map(send))
  expect(away.map(({ status }) => status)).toEqual(keys.map(() => 503))

  standIn.faults.allAppends = null
  const before = standIn.calls.ofStreams
  await Promise.all(keys.map(settles))
  expect(standIn.calls.ofStreams - before).toBeLessThan(READ_MAX)
})
