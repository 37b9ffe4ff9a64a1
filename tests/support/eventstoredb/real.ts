import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'

/** A real EventStoreDB, as the environment names it: it must have nothing in it that anybody needs. */
export interface RealServer {
  readonly connectionString: string
  /** Commands to kill and start it are named. */
  readonly killable: boolean
  readonly killServer: () => Promise<void>
  /** Resolves when it takes appends again. */
  readonly startServer: () => Promise<void>
}

/** Asked through the leader's eyes: the server answers other things before it takes appends. */
const untilBack = async (connectionString: string): Promise<void> => {
  const store = createEventStoreDbStore({ connectionString })
  await expect.poll(() => store.head().catch(() => null), { timeout: 60_000 }).not.toBeNull()
  await store.close()
}

/** The server reads variables that begin like ours, and does not start when it finds one that it does not know. */
const run = async (command: string | undefined): Promise<void> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => !variable.startsWith('EVENTSTORE_')),
  )
  await promisify(execFile)('/bin/sh', ['-c', `${command ?? 'false'} >/dev/null 2>&1`], {
    timeout: 60_000,
    env,
  })
}

/** The one that EVENTSTORE_URL, EVENTSTORE_KILL and EVENTSTORE_START name; null without the first. */
export const realServer = (): RealServer | null => {
  const { EVENTSTORE_URL: connectionString, EVENTSTORE_KILL: kill, EVENTSTORE_START: start } = process.env
  if (!connectionString) return null
  return {
    connectionString,
    killable: kill !== undefined && start !== undefined,
    killServer: () => run(kill),
    startServer: async () => {
      await run(start)
      await untilBack(connectionString)
    },
  }
}
