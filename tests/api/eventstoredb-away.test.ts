import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCleanUp } from '../../api/processes/clean-up.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { inspectLedger } from '../../api/database/event-store-inspection.ts'
import { systemEvent } from '../support/eventstoredb/log.ts'
import { startStandInProcess } from '../support/eventstoredb/process.ts'
import { startStandIn } from '../support/eventstoredb/server.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/test-server.ts'
import { keyed, sends } from '../support/wallet-calls.ts'

it('a server that starts before EventStoreDB waits for it and says so', async () => {
  const standIn = await startStandIn()
  standIn.kill()
  const port = String(await freePort())
  const starting = startTestServer({
    env: { EVENTSTORE_URL: standIn.connectionString, PORT: port, SEED: 'none' },
  })
  const ready = async () =>
    (await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null))?.text()
  await expect.poll(ready, { timeout: 20_000 }).toContain('waiting for the event store')
  // A supervisor must not restart what waits.
  expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
  await standIn.start()
  const server = await starting
  try {
    expect(server.logged()).toContain('Waiting for the event store')
    await expect
      .poll(async () => (await fetch(`${server.url}/api/health/ready`)).status, { timeout: 20_000 })
      .toBe(200)
  } finally {
    await server.stop()
    standIn.kill()
  }
})

it('an EventStoreDB that hangs: commands give up while it does, and their keys stay open', async () => {
  const standIn = await startStandInProcess()
  const server = await startTestServer({
    env: { EVENTSTORE_URL: `esdb://127.0.0.1:${standIn.port}?tls=false` },
  })
  try {
    const ada = await server.signIn('ada')
    const transfer = { to_user_identifier: 'grace', currency: 'YUT', amount: '1' }
    await sends(ada, transfer)
    const keys = Array.from({ length: 4 }, randomUUID)
    standIn.freeze()
    const answers = await Promise.all(
      keys.map((key) => ada.post('/api/wallet/transfer', transfer, keyed(key))),
    )
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 503))
    standIn.thaw()
    for (const key of keys) {
      const again = () => ada.post('/api/wallet/transfer', transfer, keyed(key))
      await expect.poll(async () => (await again()).status, { timeout: 20_000 }).toBe(201)
    }
    await expect
      .poll(async () => (await fetch(`${server.url}/api/health/ready`)).status, { timeout: 20_000 })
      .toBe(200)
    expect((await server.check({ idle: false })).sent).toHaveLength(5)
  } finally {
    standIn.thaw()
    await server.stop()
    await standIn.stop()
  }
})

it('a worker ends when EventStoreDB is told to let events of ours go, and says of which stream', async () => {
  const standIn = await startStandIn()
  const cleanUp = createCleanUp()
  const ended = Promise.withResolvers<Error>()
  try {
    standIn.log.append('$$wallet-ada', 'any', [systemEvent('$metadata', '{"$maxAge":86400}')])
    inspectLedger(standIn.connectionString, { log: createLogger('silent'), onFatal: ended.resolve, cleanUp })
    expect((await ended.promise).message).toContain('$maxAge of wallet-ada')
  } finally {
    await cleanUp.run()
    standIn.kill()
  }
})

it('a worker says so when the EventStoreDB holds events of somebody else, and goes on', async () => {
  const standIn = await startStandIn()
  standIn.log.append('casino-1', 'any', [systemEvent('Foreign', '{}')])
  const server = await startTestServer({ env: { EVENTSTORE_URL: standIn.connectionString } })
  try {
    await expect.poll(() => server.logged()).toContain('The EventStoreDB is not the ledger’s alone')
    expect(server.logged()).toContain('casino-1')
    const ada = await server.signIn('ada')
    await server.signIn('grace')
    await sends(ada, { to_user_identifier: 'grace', currency: 'YUT', amount: '1' })
  } finally {
    await server.stop()
    standIn.kill()
  }
})
