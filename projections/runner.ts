import { setTimeout as sleep } from 'node:timers/promises'
import { createBackoff } from '../events/backoff.ts'
import type { EventStore } from '../events/store/event-store.ts'
import { messageOf } from '../events/thrown.ts'
import { readCheckpoints } from './checkpoint.ts'
import { Fenced } from './failure.ts'
import { acquireLease, type Lease } from './lease.ts'
import type { Log } from './log.ts'
import type { Announcements } from './announcements.ts'
import { createPositionWaiter, type PositionWaiter } from './position-waiter.ts'
import type { Projection } from './projection.ts'
import { PROJECTIONS } from './projections.ts'
import { runRound, type ProjectionState } from './round.ts'
import { READ_SCHEMA } from './schema.ts'

export interface ProjectionsOptions {
  readonly store: EventStore
  /** A database that `migrateReadModels` has prepared. */
  readonly url: string
  /** Of the same database. */
  readonly announcements: Announcements
  /** Default {@link READ_SCHEMA}. */
  readonly schema?: string
  readonly log: Log
  /** Default: {@link PROJECTIONS}. */
  readonly projections?: readonly Projection[]
  /** Events in one transaction at most; fewer while there are fewer. Default 1000. */
  readonly batchMax?: number
  /** After this time a projection that stopped at an event tries it again; doubled each time. Default 30 s. */
  readonly retryMs?: number
}

interface ProjectionHealth {
  /** False when it needs somebody's attention, or cannot reach the database. */
  readonly ok: boolean
  /** `standby`: another process does the work. `failed`: stopped at an event, which `error` names. */
  readonly state: ProjectionState | 'starting' | 'standby' | 'unavailable'
  readonly position: bigint
  readonly error?: string
}

export interface RunningProjections {
  /** The furthest position a projection is known to have reached, whatever process it runs in. */
  readonly position: PositionWaiter['position']
  /** As {@link PositionWaiter.waitFor}; resolves at once for what this process applies itself. */
  readonly waitFor: PositionWaiter['waitFor']
  readonly onProgress: PositionWaiter['onProgress']
  readonly health: () => Record<string, ProjectionHealth>
  /** Finishes the batch in progress, ends the lease and disconnects. */
  readonly stop: () => Promise<void>
}

const BATCH_MAX = 1_000
const RETRY_MS = 30_000
const RECOVER_MS_MIN = 200
const RECOVER_MS_MAX = 2_000
const FENCED_PAUSE_MS = 50

interface Condition {
  readonly state: ProjectionHealth['state']
  readonly error?: string
}

const isOk = (state: ProjectionHealth['state']): boolean => state !== 'failed' && state !== 'unavailable'

/**
 * Keeps the read models up to date, in one process at a time: any number may call it, the others stand
 * by to take over. A projection stops at an event that it cannot apply, reports it and never skips it; the
 * others go on. While the database is unreachable it keeps trying.
 */
export const startProjections = ({
  store,
  url,
  announcements,
  schema = READ_SCHEMA,
  log,
  projections = PROJECTIONS,
  batchMax = BATCH_MAX,
  retryMs = RETRY_MS,
}: ProjectionsOptions): RunningProjections => {
  const names = projections.map(({ name }) => name)
  const waiter = createPositionWaiter({ announcements, schema, names })
  const stopping = new AbortController()
  const conditions = new Map<string, Condition>()
  const failures = new Map<string, number>()

  const setState = (of: readonly string[], state: ProjectionHealth['state'], error?: string): void => {
    for (const name of of) conditions.set(name, { state, ...(error !== undefined && { error }) })
  }
  setState(names, 'starting')

  const retryAfterMs = (name: string): number => {
    const count = failures.get(name) ?? 0
    failures.set(name, count + 1)
    return retryMs * 2 ** Math.min(count, 6)
  }

  const lead = async (lease: Lease): Promise<void> => {
    const signal = AbortSignal.any([stopping.signal, lease.lost])
    while (!signal.aborted) {
      const { checkpoints, passes } = await readCheckpoints(lease.client, projections)
      for (const [name, position] of checkpoints) waiter.reached([name], position)
      try {
        await runRound({
          store,
          client: lease.client,
          schema,
          projections,
          checkpoints,
          passes,
          isWaitedFor: waiter.isWaitedFor,
          onWaiting: waiter.onWaiting,
          batchMax,
          signal,
          log,
          setState,
          applied: (of, position) => {
            for (const name of of) failures.delete(name)
            waiter.reached(of, position)
          },
          retryAfterMs,
        })
      } catch (error) {
        if (!(error instanceof Fenced)) throw error
        log.info({ reason: error.message }, 'Reading the checkpoints again')
        await sleep(FENCED_PAUSE_MS)
      }
    }
    if (!stopping.signal.aborted) throw new Error('The connection of the projections was lost')
  }

  const run = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: RECOVER_MS_MIN, maxMs: RECOVER_MS_MAX })
    while (!stopping.signal.aborted) {
      try {
        const lease = await acquireLease({ url, schema, purpose: 'projections' }, stopping.signal, {
          onStandby: () => setState(names, 'standby'),
          onEnded: () =>
            log.warn({ schema }, 'Another process kept the read models and is silent; taking over'),
        })
        try {
          log.info({ schema }, 'This process keeps the read models')
          backoff.reset()
          await lead(lease)
        } finally {
          await lease.release()
        }
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ err: error }, 'The read models cannot be kept now; trying again')
        setState(names, 'unavailable', messageOf(error))
        await sleep(backoff.nextMs(), undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const running = run()

  return {
    position: waiter.position,
    waitFor: waiter.waitFor,
    onProgress: waiter.onProgress,
    health: () =>
      Object.fromEntries(
        names.map((name) => {
          const { state, error } = conditions.get(name) ?? { state: 'starting' }
          const position = waiter.position(name)
          return [name, { ok: isOk(state), state, position, ...(error !== undefined && { error }) }]
        }),
      ),
    stop: async () => {
      stopping.abort()
      await running
      waiter.close()
    },
  }
}
