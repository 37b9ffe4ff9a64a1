import { beforeTests } from './before-tests.ts'
import { startStandIn } from './eventstoredb/server.ts'
import { checkAndStop, startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** The two stores that the server can keep its ledger in, for tests that must pass on both. */
export const LEDGERS = ['Postgres', 'EventStoreDB'] as const

/** As {@link startTestServer}, on either store; EventStoreDB is the stand-in, over real gRPC. */
export const startTestServerOn = async (
  ledger: (typeof LEDGERS)[number],
  options: TestServerOptions = {},
): Promise<TestServer> => {
  if (ledger === 'Postgres') return startTestServer(options)
  const standIn = await startStandIn()
  const server = await startTestServer({
    ...options,
    env: { ...options.env, EVENTSTORE_URL: standIn.connectionString },
  })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      standIn.kill()
    },
  }
}

/** As {@link startTestServerOn}, for the tests of a file or `describe`. */
export const testServerOn = (ledger: (typeof LEDGERS)[number]): TestServer =>
  beforeTests(
    () => startTestServerOn(ledger),
    ({ stop }) => stop(),
  )

/** As {@link testServerOn}, with a check of the ledger at its end. */
export const checkedServerOn = (ledger: (typeof LEDGERS)[number]): TestServer =>
  beforeTests(() => startTestServerOn(ledger), checkAndStop)
