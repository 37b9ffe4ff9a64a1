import type { BaseLogger } from 'pino'
import { createBackoff } from '../../events/backoff.ts'
import { realTimers, type Timers } from '../../events/timers.ts'

/** Why a process is woken: `work` may have come, the `time` has jumped, or what its rounds failed on is there again. */
type WakeReason = 'work' | 'time' | 'recovery'

export interface Recurring {
  readonly name: string
  /** What brings it work: names of projections and of kinds of work (see waking.ts). */
  readonly wokenBy: readonly string[]
  /**
   * Asks for a round: `graceMs` from now (at once when the time has jumped, since that may have passed), and not before the pause after the last one is over. One that is failing
   * keeps its pause, unless the reason is that what it failed on is there again: then the next round is now.
   */
  readonly wake: (reason: WakeReason) => void
  /** Calls back at every round that fails, and at once when the last one did. */
  readonly onFailure: (listener: () => void) => void
  /** Whether the last round went through. */
  readonly health: () => { readonly ok: boolean; readonly detail?: string }
  /** Ends after the round that is under way. */
  readonly stop: () => Promise<void>
}

export interface RecurringOptions {
  readonly name: string
  /** No two rounds follow each other faster, ms. Where `wokenBy` is missing there is one this often. */
  readonly everyMs: number
  /** Rounds are run when one of these wakes it, instead of every `everyMs`. */
  readonly wokenBy?: readonly string[]
  /** So long whoever began something may finish it alone, ms: a round for new work comes only then. Default none. */
  readonly graceMs?: number
  /** @returns in how many ms there will be work again, if it knows */
  readonly round: () => Promise<number | void>
  /** Hears of a round that failed. */
  readonly log: Pick<BaseLogger, 'error'>
  readonly timers?: Timers
  readonly random?: () => number
}

const BACKOFF_MS_MAX = 30_000
/** The longest a timer can be set for. */
const TIMER_MS_MAX = 2 ** 31 - 1
const FAILURES_MAX = 3
/** By so much a timer and the clock that dates events may differ. */
const MARGIN_MS = 50

/**
 * Does `round` once at the start and then whenever it is woken, or regularly, until it is stopped. A round that fails
 * is logged and tried again, ever more slowly. What a round does must be safe to repeat.
 */
export const recurring = ({
  name,
  everyMs,
  wokenBy,
  graceMs = 0,
  round,
  log,
  timers = realTimers,
  random = Math.random,
}: RecurringOptions): Recurring => {
  const backoff = createBackoff({ minMs: 2 * everyMs, maxMs: BACKOFF_MS_MAX, random })
  const stopping = new AbortController()
  let running = false
  let interrupt = new AbortController()
  let failures = 0
  let failed = (): void => {}
  /** When the next round begins, and when it may begin at the earliest; by `timers`. */
  let due = 0
  let earliest = 0
  /** When the newest work that it was woken for may be done. */
  let wanted = 0

  const beAtWorkBy = (at: number): void => {
    if (at >= due) return
    due = at
    interrupt.abort()
  }

  const untilDue = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ms = due - timers.now()
      if (ms <= 0) return
      interrupt = new AbortController()
      await timers.sleep(Math.min(ms, TIMER_MS_MAX), interrupt.signal).catch(() => undefined)
    }
  }

  const attempt = async (): Promise<void> => {
    due = wanted > timers.now() ? wanted : Infinity
    running = true
    try {
      const againMs = await round()
      failures = 0
      backoff.reset()
      earliest = timers.now() + everyMs
      if (due < earliest) due = earliest
      if (wokenBy === undefined) beAtWorkBy(earliest)
      if (againMs !== undefined) beAtWorkBy(timers.now() + Math.max(againMs, everyMs))
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      log.error({ err: error, process: name, failures }, 'A process failed and will try again')
      due = timers.now() + backoff.nextMs()
      failed()
    } finally {
      running = false
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Without waiting where it is due: the first round begins before anybody can stop it.
      if (due > timers.now()) await untilDue()
      if (!stopping.signal.aborted) await attempt()
    }
  }
  const ended = run()

  return {
    name,
    wokenBy: wokenBy ?? [],
    wake: (reason) => {
      if (reason === 'recovery') {
        backoff.reset()
        if (failures > 0 && !running) beAtWorkBy(timers.now())
        return
      }
      const now = timers.now()
      wanted = graceMs === 0 ? now : now + graceMs + MARGIN_MS
      if (failures === 0) beAtWorkBy(Math.max(reason === 'time' ? now : wanted, earliest))
    },
    onFailure: (listener) => {
      failed = listener
      if (failures > 0) listener()
    },
    health: () =>
      failures < FAILURES_MAX ? { ok: true } : { ok: false, detail: `failed ${failures} times in a row` },
    stop: () => {
      stopping.abort()
      interrupt.abort()
      return ended
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
