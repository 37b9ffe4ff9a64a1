import path from 'node:path'
import type { Logger } from '../../logging/logger.ts'
import { startPostgres, urlOfRunning, type RunningPostgres } from './launcher.ts'

interface EmbeddedPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  /** Called when Postgres has stopped by itself and could not be restarted. */
  readonly onGone: (error: Error) => void
}

const RESTARTS_MAX = 5
/** A server that ran this long was healthy: the count of restarts begins again. */
const HEALTHY_MS = 60_000

const optionsOf = (dataDir: string) => ({ dataDir: path.join(dataDir, 'postgres'), database: 'youtility' })

/**
 * The embedded Postgres for a command-line tool: that of the running server, which continues afterwards, else one
 * started for the duration of the tool.
 */
export const borrowEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const url = urlOfRunning(optionsOf(options.dataDir))
  return url === null ? startEmbeddedPostgres(options) : { url, stop: async () => {} }
}

/**
 * Starts a Postgres in the data folder. When it stops by itself it is restarted on the same port, so that everything
 * reconnects; after five restarts in a row `onGone` is called.
 */
export const startEmbeddedPostgres = async ({
  dataDir,
  log,
  onGone,
}: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const options = optionsOf(dataDir)
  let stopping = false
  let running: RunningPostgres = await startPostgres(options)
  const { url, port } = running

  const restartWhenEnded = async (): Promise<void> => {
    for (let restarts = 0; restarts < RESTARTS_MAX; restarts += 1) {
      const startedAt = performance.now()
      const code = await running.exited
      if (stopping) return
      if (performance.now() - startedAt > HEALTHY_MS) restarts = 0
      log.error({ code }, 'The embedded Postgres ended by itself and is started again')
      running = await startPostgres({ ...options, port })
      if (stopping) return running.stop()
    }
    throw new Error('The embedded Postgres keeps ending')
  }
  const watching = restartWhenEnded().catch((error: unknown) => {
    if (!stopping) onGone(error instanceof Error ? error : new Error(String(error)))
  })

  return {
    url,
    stop: async () => {
      stopping = true
      await running.stop()
      await watching
    },
  }
}
