import type { BaseLogger } from 'pino'
import { createBackoff } from '../../events/backoff.ts'
import { realTimers, type Timers } from '../../events/timers.ts'
import type { Attempts } from './attempts.ts'

/**
 * Why a process is woken: there may be `work`, the `time` has jumped, the stores answer again after a failure, or (`tick`)
 * in case none of these was heard of.
 */
type WakeReason = 'work' | 'time' | 'recovery' | 'tick'

export interface Recurring {
  readonly name: string
  /** What wakes it: names of projections and of kinds of work (see waking.ts). */
  readonly wokenBy: readonly string[]
  /**
   * Requests a round: after `graceMs` (at once for `time`, since the grace may be over), and not before the pause after
   * the last round is over. A failing process keeps its back-off; only `recovery` starts its next round now.
   */
  readonly wake: (reason: WakeReason) => void
  /** Calls `listener` for every failed round, and at once when the last round failed. */
  readonly onFailure: (listener: () => void) => void
  /**
   * Begins now the round that was asked for, without a pause after the last one. Returns whether there is none, and none
   * is running; work that waits for its grace does not count.
   */
  readonly hurry: () => boolean
  /**
   * Not ok after three failed rounds in a row, and while a round takes longer than a round may. Pieces of work that are
   * stuck are no reason: they keep nothing else waiting.
   */
  readonly health: () => { readonly ok: boolean; readonly detail?: string }
  /** Pieces of work that failed several times in a row, while others go on. */
  readonly stuck: () => number
  /** Stops after the current round. */
  readonly stop: () => Promise<void>
}

export interface RecurringOptions {
  readonly name: string
  /** Minimum pause between rounds, ms; without `wokenBy`, the interval of rounds. */
  readonly everyMs: number
  /** Run a round when one of these wakes the process, instead of every `everyMs`. */
  readonly wokenBy?: readonly string[]
  /** A round for new work waits this long, ms, so that the process that began the work can finish it. Default none. */
  readonly graceMs?: number
  /** @returns ms until there is work again, if known */
  readonly round: () => Promise<number | void>
  /** When each piece of work may be tried again, if a round consists of such. */
  readonly attempts?: Pick<Attempts, 'stuck' | 'forget' | 'onFailure'>
  /** Logs failed rounds. */
  readonly log: Pick<BaseLogger, 'error'>
  readonly timers?: Timers
  readonly random?: () => number
}

const BACKOFF_MS_MAX = 30_000
/** Maximum delay of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1
const FAILURES_MAX = 3
/** A round that takes longer hangs, ms. The longest real ones are a backlog's first after an outage. */
const ROUND_MS_MAX = 5 * 60_000
/** Possible difference between a timer and the clock that dates events. */
const MARGIN_MS = 50

/**
 * Runs `round` at the start, once more after the grace, and then whenever woken, or regularly, until stopped. A failed
 * round is logged and repeated with a growing back-off. A round must be safe to repeat.
 */
export const recurring = ({
  name,
  everyMs,
  wokenBy,
  graceMs = 0,
  round,
  attempts,
  log,
  timers = realTimers,
  random = Math.random,
}: RecurringOptions): Recurring => {
  const backoff = createBackoff({ minMs: 2 * everyMs, maxMs: BACKOFF_MS_MAX, random })
  const stopping = new AbortController()
  /** When the running round began, by `timers`; null between rounds. */
  let runningSince: number | null = null
  let interrupt = new AbortController()
  let failures = 0
  let failed = (): void => {}
  /** Start of the next round, and its earliest allowed start; by `timers`. */
  let due = 0
  let earliest = 0
  /** When the newest work may be processed; at the start that of whoever ended just before. */
  let wanted = graceMs === 0 ? 0 : timers.now() + graceMs + MARGIN_MS
  let woken = false

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
    runningSince = timers.now()
    woken = false
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
      runningSince = null
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Without awaiting when it is due: the first round starts before anybody can stop it.
      if (due > timers.now()) await untilDue()
      if (!stopping.signal.aborted) await attempt()
    }
  }
  const ended = run()

  return {
    name,
    wokenBy: wokenBy ?? [],
    wake: (reason) => {
      const hasFailed = (reason === 'time' || reason === 'recovery') && attempts?.forget() === true
      if (reason === 'recovery') {
        backoff.reset()
        if ((failures > 0 || hasFailed) && runningSince === null) beAtWorkBy(timers.now())
        return
      }
      const now = timers.now()
      wanted = graceMs === 0 ? now : now + graceMs + MARGIN_MS
      woken ||= graceMs === 0 || reason !== 'work'
      if (failures === 0) beAtWorkBy(Math.max(reason === 'work' ? wanted : now, earliest))
    },
    onFailure: (listener) => {
      failed = listener
      attempts?.onFailure(listener)
      if (failures > 0) listener()
    },
    stuck: () => attempts?.stuck() ?? 0,
    hurry: () => {
      if (stopping.signal.aborted) return true
      if (runningSince !== null) return false
      if (woken && failures === 0) beAtWorkBy(timers.now())
      return !woken
    },
    health: () => {
      if (failures >= FAILURES_MAX) return { ok: false, detail: `failed ${failures} times in a row` }
      const runsMs = runningSince === null ? 0 : timers.now() - runningSince
      return runsMs < ROUND_MS_MAX
        ? { ok: true }
        : { ok: false, detail: `in one round for ${Math.round(runsMs / 1_000)} s` }
    },
    stop: () => {
      stopping.abort()
      interrupt.abort()
      return ended
    },
  }
}

/** Health of all processes together, with the problems of those that are not ok. */
export const healthOf = (
  processes: readonly Pick<Recurring, 'name' | 'health'>[],
): { readonly ok: boolean; readonly detail?: string } => {
  const bad = processes.flatMap(({ name, health }) => {
    const { ok, detail } = health()
    return ok ? [] : [`${name}: ${detail ?? 'not well'}`]
  })
  return bad.length === 0 ? { ok: true } : { ok: false, detail: bad.join(', ') }
}
