import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'

/** A real EventStoreDB that the environment names. Tests write to it: it must contain nothing that is needed. */
export interface RealServer {
  readonly connectionString: string
  /** The environment names commands to kill and to start it. */
  readonly killable: boolean
  readonly killServer: () => Promise<void>
  /** Resolves when it takes appends again. */
  readonly startServer: () => Promise<void>
}

/** Polls a read that requires the leader: the server answers other requests before it accepts appends. */
const untilBack = async (connectionString: string): Promise<void> => {
  const store = createEventStoreDbStore({ connectionString })
  await expect.poll(() => store.head().catch(() => null), { timeout: 60_000 }).not.toBeNull()
  await store.close()
}

/** Leaves our EVENTSTORE_ variables out: the server reads them and does not start when it finds an unknown one. */
const run = async (command: string | undefined): Promise<void> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => !variable.startsWith('EVENTSTORE_')),
  )
  await promisify(execFile)('/bin/sh', ['-c', `${command ?? 'false'} >/dev/null 2>&1`], {
    timeout: 60_000,
    env,
  })
}

/** The server that EVENTSTORE_URL, EVENTSTORE_KILL and EVENTSTORE_START name; null without the first. */
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
