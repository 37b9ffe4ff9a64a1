import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type RunningPostgres } from '../../api/database/embedded/launcher.ts'
import { beforeTests } from '../support/before-tests.ts'
import { startCrashLedger, type CrashLedger } from '../support/crash-ledger.ts'
import { freePort } from '../support/free-port.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { scratchFolder } from './scratch.ts'
import { openClient } from '../support/open-client.ts'

const DATABASE = 'youtility'

export interface CrashPostgres {
  /** Stays the same over kills, as the port does. */
  readonly url: string
  readonly port: number
  /** Kills it and starts it again: whoever is connected has to connect anew. */
  readonly kill: () => Promise<void>
  readonly query: <Row extends object>(sql: string) => Promise<Row[]>
}

/** A durable Postgres for the tests of a file, in a folder that is deleted after them and has room for data folders. */
export const crashPostgres = (): { readonly folder: string; readonly postgres: CrashPostgres } => {
  const scratch = scratchFolder()
  const dataDir = path.join(scratch.dir, 'postgres')
  let running: RunningPostgres | undefined
  const started = (): RunningPostgres => {
    if (!running) throw new Error('Postgres was not started')
    return running
  }
  beforeAll(async () => {
    running = await startOwnPostgres({ dataDir, database: DATABASE })
  })
  afterAll(async () => {
    await running?.stop()
    scratch.remove()
  })
  const postgres: CrashPostgres = {
    get url() {
      return started().url
    },
    get port() {
      return started().port
    },
    kill: async () => {
      const { port, kill, exited } = started()
      kill()
      await exited
      running = await startPostgres({ dataDir, database: DATABASE, port })
    },
    query: async <Row extends object>(sql: string) => {
      const client = await openClient(started().url)
      try {
        return (await client.query<Row>(sql)).rows
      } finally {
        await client.end()
      }
    },
  }
  return { folder: scratch.dir, postgres }
}

/** The ledger of the crash suite, for the tests of a file. */
export const crashLedger = (): CrashLedger => beforeTests(startCrashLedger, ({ stop }) => stop())

/** A server process for the tests of a file: started and ready before the first of them, killed after the last. */
export const readyServer = (
  describe: () => Omit<Parameters<typeof serverProcess>[0], 'port'>,
): ServerProcess =>
  beforeTests(
    async () => {
      const server = serverProcess({ port: await freePort(), ...describe() })
      server.start()
      await server.ready()
      return server
    },
    async ({ kill }) => {
      await kill()
    },
  )

/** A server on both. */
export const crashServer = (env: Readonly<Record<string, string>> = {}) => {
  const { folder, postgres } = crashPostgres()
  const ledger = crashLedger()
  const server = readyServer(() => ({
    dataDir: path.join(folder, 'data'),
    env: { ...ledger.env, DATABASE_URL: postgres.url, ...env },
  }))
  return { folder, postgres, ledger, server }
}
