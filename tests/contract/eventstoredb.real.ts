import { beforeEach } from 'vitest'
import { clientsOf, losing } from '../support/eventstoredb/harness.ts'
import { startLossyProxy } from '../support/eventstoredb/lossy-proxy.ts'
import { eventStoreContract } from './event-store/contract.ts'
import type { EventStoreHarness } from './event-store/harness.ts'

const connectionString = process.env.EVENTSTORE_URL
if (!connectionString) {
  throw new Error(
    'Set EVENTSTORE_URL to run the contract against a real EventStoreDB, ' +
      'for example EVENTSTORE_URL=esdb://127.0.0.1:2113?tls=false npm run test:eventstoredb',
  )
}

const REASON = 'The server at EVENTSTORE_URL cannot be killed from here'

/** These kill it; skipped before they begin, so that nothing they started runs on beside later tests. */
const KILLING = /the server is killed|the server is away|killed while/
beforeEach(({ task, skip }) => skip(KILLING.test(task.name), REASON))

const notKillable = (): Promise<void> => Promise.reject(new Error(REASON))

/** The contract against a real server; it writes streams of its own into it and removes nothing. */
const realHarness = async (): Promise<EventStoreHarness> => {
  const url = new URL(connectionString)
  const proxy = await startLossyProxy(Number(url.port || 2113), url.hostname)
  const proxied = new URL(connectionString)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(proxy.port)
  const clients = clientsOf(connectionString, proxied.href)
  return {
    dense: false,
    open: clients.open,
    killServer: notKillable,
    startServer: notKillable,
    loseAnswers: losing(proxy),
    dispose: async () => {
      await clients.close()
      proxy.close()
    },
  }
}

eventStoreContract('EventStoreDB event store, over a real server', realHarness)
