import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'

export interface Recurring {
  readonly name: string
  /** Whether the last round went through. */
  readonly health: () => { readonly ok: boolean; readonly detail?: string }
  /** Ends after the round that is under way. */
  readonly stop: () => Promise<void>
}

const BACKOFF_MS_MAX = 30_000

/**
 * Does `round` again and again, `everyMs` after the last one ended, until it is stopped. A round that fails
 * is logged and tried again, ever more slowly. What a round does must be safe to repeat.
 */
export const recurring = ({
  name,
  everyMs,
  round,
  log,
}: {
  name: string
  everyMs: number
  round: () => Promise<void>
  log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const stopping = new AbortController()
  let failures = 0

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round()
        failures = 0
      } catch (error) {
        if (stopping.signal.aborted) return
        failures += 1
        log.error({ err: error, process: name, failures }, 'A process failed and will try again')
      }
      const pauseMs = failures === 0 ? everyMs : Math.min(everyMs * 2 ** failures, BACKOFF_MS_MAX)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    name,
    health: () => (failures < 3 ? { ok: true } : { ok: false, detail: `failed ${failures} times in a row` }),
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** All of them as one: what is wrong with each that is not well. */
export const healthOf = (
  processes: readonly Pick<Recurring, 'name' | 'health'>[],
): { readonly ok: boolean; readonly detail?: string } => {
  const bad = processes.flatMap(({ name, health }) => {
    const { ok, detail } = health()
    return ok ? [] : [`${name}: ${detail ?? 'not well'}`]
  })
  return bad.length === 0 ? { ok: true } : { ok: false, detail: bad.join(', ') }
}
