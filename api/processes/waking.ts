import { createBackoff } from '../../events/backoff.ts'
import { realTimers, type Timers } from '../../events/timers.ts'
import type { Announcements } from '../../projections/announcements.ts'
import type { Recurring } from './recurring.ts'

/** Statements that create work notify this channel; payload: the kind of work, empty for any kind (migration 0070). */
export const WORK_CHANNEL = 'work'
/**
 * Every process also runs this often, since notifications can be lost. They run one after another, so that one
 * connection serves them all and stays open: all at once would open ten and release nine each time.
 */
const TICK_MS = 60_000
/** One that does not come to rest, as while what it needs is away, is waited for so long, ms. */
const SETTLED_MS_MAX = 10_000
/** Work that another process announces is known within this time, ms. */
const ANNOUNCED_MS = 20
const PROBE_MS_MIN = 50
const PROBE_MS_MAX = 1_000

export interface Waking {
  /** Starts waking these by the names in their `wokenBy`. */
  readonly add: (processes: readonly Recurring[]) => void
  /** Wakes all of them because the time has jumped. */
  readonly wakeAll: () => void
  /** Resolves when nothing that was woken has work left, but for the process `except`, or when that takes too long. */
  readonly settled: (except: string, caughtUp: () => Promise<unknown>) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Wakes processes when there may be work, so that nothing polls: when a projection in their `wokenBy` has moved, when
 * the database announces work of such a kind, and once a minute in case a notification was lost. After a failed round
 * it calls `probe` until that succeeds; if the stores were down, it then wakes all failed processes.
 */
export const startWaking = ({
  announcements,
  onProgress,
  probe,
  tickMs = TICK_MS,
  timers = realTimers,
}: {
  readonly announcements: Announcements
  /** Calls `listener` with the names of projections that have moved. */
  readonly onProgress: (listener: (names: readonly string[]) => void) => void
  /** Resolves when the stores of the processes answer. */
  readonly probe: () => Promise<unknown>
  readonly tickMs?: number
  readonly timers?: Timers
}): Waking => {
  const processes: Recurring[] = []
  const byKind = new Map<string, Recurring[]>()
  const stopping = new AbortController()
  let probing: Promise<void> | null = null

  const wakeAll = (): void => {
    for (const { wake } of processes) wake('time')
  }
  const wakeKind = (kind: string | null): void => {
    if (kind === null) return wakeAll()
    for (const { wake } of byKind.get(kind) ?? []) wake('work')
  }
  const probeUntilAnswered = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: PROBE_MS_MIN, maxMs: PROBE_MS_MAX })
    let answered = false
    let outage = false
    while (!answered && !stopping.signal.aborted) {
      try {
        await probe()
        answered = true
      } catch {
        outage = true
        await timers.sleep(backoff.nextMs(), stopping.signal).catch(() => undefined)
      }
    }
    probing = null
    if (outage && answered) for (const { wake } of processes) wake('recovery')
  }

  onProgress((names) => {
    for (const name of names) wakeKind(name)
  })
  announcements.listen({
    channel: WORK_CHANNEL,
    notified: (kind) => wakeKind(kind === '' ? null : kind),
    connected: () => wakeKind(null),
  })
  const tick = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await timers.sleep(tickMs / Math.max(processes.length, 1), stopping.signal).catch(() => undefined)
      if (!stopping.signal.aborted) processes[turn % processes.length]?.wake('tick')
    }
  }
  const ticking = tick()

  return {
    add: (added) => {
      for (const process of added) {
        processes.push(process)
        process.onFailure(() => void (probing ??= probeUntilAnswered()))
        for (const kind of process.wokenBy) byKind.set(kind, [...(byKind.get(kind) ?? []), process])
      }
    },
    wakeAll,
    settled: async (except, caughtUp) => {
      const until = timers.now() + SETTLED_MS_MAX
      for (let idle = 0; idle < 2 && timers.now() < until && !stopping.signal.aborted;) {
        await caughtUp()
        const atRest = processes.map(({ name, hurry }) => name === except || hurry())
        idle = atRest.every(Boolean) ? idle + 1 : 0
        await timers.sleep(ANNOUNCED_MS, stopping.signal).catch(() => undefined)
      }
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([ticking, probing])
    },
  }
}
