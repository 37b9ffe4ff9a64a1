import { execSync } from 'node:child_process'
import { beforeEach, expect } from 'vitest'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { versionOf } from '../../events/store/eventstoredb/version.ts'
import { clientsOf, losing } from '../support/eventstoredb/harness.ts'
import { startLossyProxy, type LossyProxy } from '../support/eventstoredb/lossy-proxy.ts'
import { eventStoreContract } from './event-store/contract.ts'
import type { EventStoreHarness } from './event-store/harness.ts'
import { appWalks } from './eventstoredb/app-walks.ts'

const { EVENTSTORE_URL: connectionString, EVENTSTORE_KILL: kill, EVENTSTORE_START: start } = process.env
if (!connectionString) {
  throw new Error(
    'Set EVENTSTORE_URL to test against a real EventStoreDB that holds nothing worth keeping, for example ' +
      'EVENTSTORE_URL=esdb://127.0.0.1:2113?tls=false npm run test:eventstoredb. Where EVENTSTORE_KILL and ' +
      'EVENTSTORE_START name commands that kill and start it, it is killed in the middle of things too.',
  )
}

const killable = kill !== undefined && start !== undefined
/** Answers can be lost on the way only where they can be read on the way: one server, in plain text. */
const single = /^esdb:\/\/[^,]+\?.*tls=false/.test(connectionString)

const KILLING = /the server is killed|the server is away|killed while|is killed/
const LOSING = /an answer is lost/
beforeEach(({ task, skip }) => {
  skip(!killable && KILLING.test(task.name), 'EVENTSTORE_KILL and EVENTSTORE_START are not set')
  skip(!single && LOSING.test(task.name), 'Answers are encrypted, or come from several servers')
})

/** The server reads variables that begin like ours, and does not start when it finds one that it does not know. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([variable]) => !variable.startsWith('EVENTSTORE_')),
)

const run = (command: string | undefined): void => {
  execSync(command ?? 'false', { stdio: 'ignore', timeout: 60_000, env })
}

/** Asked through the leader's eyes: the server answers other things before it takes appends. */
const untilBack = async (): Promise<void> => {
  const store = createEventStoreDbStore({ connectionString })
  await expect.poll(() => store.head().catch(() => null), { timeout: 60_000 }).not.toBeNull()
  await store.close()
}

const server = {
  killServer: async () => run(kill),
  startServer: async () => {
    run(start)
    await untilBack()
  },
}

const proxyOf = async (): Promise<{ proxy: LossyProxy; url: string } | null> => {
  if (!single) return null
  const url = new URL(connectionString)
  const proxy = await startLossyProxy(Number(url.port || 2113), url.hostname)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}

/** The contract against a real server; it writes streams of its own into it and removes nothing. */
const realHarness = async (): Promise<EventStoreHarness> => {
  const proxied = await proxyOf()
  const clients = clientsOf(connectionString, proxied?.url ?? connectionString)
  return {
    dense: false,
    open: clients.open,
    ...server,
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

appWalks(`the app on EventStoreDB ${version}`, { ...server, connectionString })
eventStoreContract(`EventStoreDB event store, over a real ${version}`, realHarness)
