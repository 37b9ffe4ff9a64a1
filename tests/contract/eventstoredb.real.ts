import { TestRunner } from 'vitest'
import { clientsOf, losing } from '../support/eventstoredb/harness.ts'
import { startLossyProxy } from '../support/eventstoredb/lossy-proxy.ts'
import { eventStoreContract } from './event-store/contract.ts'
import type { EventStoreHarness } from './event-store/harness.ts'

/** Ends the running test as skipped: the server at EVENTSTORE_URL is somebody else's to kill and start. */
const skipped = (): Promise<void> => {
  TestRunner.getCurrentTest()?.context.skip('The server at EVENTSTORE_URL cannot be killed from here')
  return Promise.reject(new Error('Only a running test can be skipped'))
}

/** The contract against a real server; it writes streams of its own into it and removes nothing. */
const realHarness = async (): Promise<EventStoreHarness> => {
  const connectionString = process.env.EVENTSTORE_URL
  if (!connectionString) {
    throw new Error(
      'Set EVENTSTORE_URL to run the contract against a real EventStoreDB, ' +
        'for example EVENTSTORE_URL=esdb://127.0.0.1:2113?tls=false npm run test:eventstoredb',
    )
  }
  const url = new URL(connectionString)
  const proxy = await startLossyProxy(Number(url.port || 2113), url.hostname)
  const proxied = new URL(connectionString)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(proxy.port)
  const clients = clientsOf(connectionString, proxied.href)
  return {
    dense: false,
    open: clients.open,
    killServer: skipped,
    startServer: skipped,
    loseAnswers: losing(proxy),
    dispose: async () => {
      await clients.close()
      proxy.close()
    },
  }
}

eventStoreContract('EventStoreDB event store, over a real server', realHarness)
