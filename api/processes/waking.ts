import { createBackoff } from '../../events/backoff.ts'
import { realTimers, type Timers } from '../../events/timers.ts'
import type { Announcements } from '../../projections/announcements.ts'
import type { Recurring } from './recurring.ts'

/** Statements that bring work notify it here; the payload names the kind of work, without one any (migration 0070). */
export const WORK_CHANNEL = 'work'
/**
 * Whatever a process is woken by, it also looks for work this often: a notification may be lost. One after the other, so
 * that one connection serves them all and stays: all at once would open ten and let nine go, every time.
 */
const TICK_MS = 60_000
const PROBE_MS_MIN = 50
const PROBE_MS_MAX = 1_000

export interface Waking {
  /** From now on these are woken by what they name. */
  readonly add: (processes: readonly Recurring[]) => void
  /** Wakes them all: the time has jumped. */
  readonly wakeAll: () => void
  readonly stop: () => Promise<void>
}

/**
 * Wakes processes when there may be work for them, so that nothing asks for it all the time: when a projection that
 * they name has moved, when the database announces work of a kind that they name, and, in case that went astray, once
 * in a while. When a round fails, it asks `probe` until that answers, and then wakes all that have failed.
 */
export const startWaking = ({
  announcements,
  onProgress,
  probe,
  tickMs = TICK_MS,
  timers = realTimers,
}: {
  readonly announcements: Announcements
  /** Calls back with the names of projections that have moved. */
  readonly onProgress: (listener: (names: readonly string[]) => void) => void
  /** Resolves when the stores that processes work with answer. */
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
  announcements.hear({
    channel: WORK_CHANNEL,
    heard: (kind) => wakeKind(kind === '' ? null : kind),
    connected: () => wakeKind(null),
  })
  const tick = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await timers.sleep(tickMs / Math.max(processes.length, 1), stopping.signal).catch(() => undefined)
      if (!stopping.signal.aborted) processes[turn % processes.length]?.wake('time')
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
    stop: async () => {
      stopping.abort()
      await Promise.all([ticking, probing])
    },
  }
}
