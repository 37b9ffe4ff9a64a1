import { beforeEach } from 'vitest'
import { versionOf } from '../support/eventstoredb/version.ts'
import { clientsOf, losing } from '../support/eventstoredb/harness.ts'
import { realServer } from '../support/eventstoredb/real.ts'
import { startLossyGrpcProxy, type LossyGrpcProxy } from '../support/eventstoredb/lossy-grpc-proxy.ts'
import { eventStoreContract } from './event-store/contract.ts'
import type { EventStoreHarness } from './event-store/harness.ts'
import { appWalks } from './eventstoredb/app-walks.ts'

const server = realServer()
if (!server) {
  throw new Error(
    'Set EVENTSTORE_URL to test against a real EventStoreDB that holds nothing worth keeping, for example ' +
      'EVENTSTORE_URL=esdb://127.0.0.1:2113?tls=false npm run test:eventstoredb. Where EVENTSTORE_KILL and ' +
      'EVENTSTORE_START name commands that kill and start it, it is killed in the middle of things too.',
  )
}
const { connectionString, killable, killServer, startServer } = server

/** Responses can be dropped only if the proxy can read them: a single server without TLS. */
const single = /^esdb:\/\/[^,]+\?.*tls=false/.test(connectionString)

const KILLING = /the server is killed|the server is away|killed while|is killed/
const LOSING = /an answer is lost/
beforeEach(({ task, skip }) => {
  skip(!killable && KILLING.test(task.name), 'EVENTSTORE_KILL and EVENTSTORE_START are not set')
  skip(!single && LOSING.test(task.name), 'Answers are encrypted, or come from several servers')
})

const proxyOf = async (): Promise<{ proxy: LossyGrpcProxy; url: string } | null> => {
  if (!single) return null
  const url = new URL(connectionString)
  const proxy = await startLossyGrpcProxy(Number(url.port || 2113), url.hostname)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}

/** A harness for a real server. The tests write their own streams and remove nothing. */
const realHarness = async (): Promise<EventStoreHarness> => {
  const proxied = await proxyOf()
  const clients = clientsOf(connectionString, proxied?.url ?? connectionString)
  return {
    dense: false,
    open: clients.open,
    killServer,
    startServer,
    loseAnswers: (how) => {
      if (!proxied) throw new Error('There is nothing on the way that could lose answers')
      return losing(proxied.proxy)(how)
    },
    dispose: async () => {
      await clients.close()
      proxied?.proxy.close()
    },
  }
}

const version = await versionOf(connectionString)
console.log(`EventStoreDB ${version}${killable ? ', which may be killed' : ''}`)

appWalks(`the app on EventStoreDB ${version}`, server)
eventStoreContract(`EventStoreDB event store, over a real ${version}`, realHarness)
