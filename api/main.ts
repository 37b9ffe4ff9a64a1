import { flushCompileCache } from 'node:module'
import { collectGarbage } from './processes/collect-garbage.ts'
import type { Config } from './config/config.ts'
import { loadConfig } from './config/load.ts'
import { missingDetails } from './config/missing-details.ts'
import { InvalidConfig } from './config/invalid-config.ts'
import { CannotListen } from './http/listen.ts'
import { createLogger } from './logging/logger.ts'
import { PostmasterFailed } from './database/postmaster-failed.ts'
import { startServer } from './server.ts'

/** Ends the process with a message; prints the stack only for unexpected errors. */
const fail = (error: unknown): never => {
  const known =
    error instanceof InvalidConfig || error instanceof CannotListen || error instanceof PostmasterFailed
  console.error(known ? `\n${error.message}\n` : error)
  process.exit(1)
}

const configOrFail = (): Config => {
  try {
    return loadConfig()
  } catch (error) {
    return fail(error)
  }
}

// The program that started us and holds this channel is gone (see bootstrap.mjs): end like on its signal, at any time.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

const config = configOrFail()
const log = createLogger(config.logLevel)
const missing = missingDetails(config)
if (missing.length > 0)
  log.warn({ missing }, 'Members are not told whom to call or write to about errors: set what is missing')
const server = await startServer(config, {
  log,
  onFatal: (error) => {
    log.fatal({ err: error }, 'Ending because something everything rests on is gone')
    process.exit(1)
  },
}).catch(fail)
// Saves the compile cache now, so that the next start has it even if this process is killed.
flushCompileCache()
collectGarbage()

/** Ctrl-C reaches every process in the terminal, and each also passes it on: the same signal comes up to three times. */
const SAME_SIGNAL_MS = 1_000

let stoppingSince: number | undefined
const stop = async (): Promise<void> => {
  if (stoppingSince !== undefined) {
    // A second Ctrl-C ends the process immediately.
    if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130)
    return
  }
  stoppingSince = performance.now()
  await server.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop().catch(fail)
  })
}

if (config.environment === 'production') log.info({ port: server.port, role: config.role }, 'Listening')
else console.log(`Youtility is running at ${server.publicUrl}`)
