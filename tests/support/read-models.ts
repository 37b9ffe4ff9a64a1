import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EventStore } from '../../events/store/event-store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { createAnnouncements, type Announcements } from '../../projections/announcements.ts'
import type { Log } from '../../projections/log.ts'
import {
  startProjections,
  type ProjectionsOptions,
  type RunningProjections,
} from '../../projections/runner.ts'
import { openPool } from './open-pool.ts'
import { freshDatabase } from './postgres.ts'
import { walletWriter } from './wallet-log.ts'

/** Polling takes processor time from the work that it waits for. */
const POLL_MS = { min: 5, max: 100 }

type Absent = false | null | undefined

/**
 * Resolves soon after `look` finds something, to what it found, so that a test goes on with that and does not look again:
 * polls every few milliseconds, less often the longer it takes.
 */
export const eventually = async <T>(
  look: () => T | Absent | Promise<T | Absent>,
  what: string,
  ms = 15_000,
): Promise<T> => {
  const begunAt = performance.now()
  for (;;) {
    const found = await look()
    if (found !== false && found !== null && found !== undefined) return found
    const waitedMs = performance.now() - begunAt
    if (waitedMs > ms) throw new Error(`Waited ${ms} ms in vain: ${what}`)
    await sleep(Math.min(Math.max(waitedMs / 8, POLL_MS.min), POLL_MS.max))
  }
}

/** A logger that stores its lines. */
export const keptLog = () => {
  const lines: { level: string; object: unknown; message: string | undefined }[] = []
  const keep =
    (level: string) =>
    (object: unknown, message?: string): void =>
      void lines.push({ level, object, message })
  const log: Log = { info: keep('info'), warn: keep('warn'), error: keep('error') }
  return { log, lines }
}

export interface ReadModels {
  readonly url: string
  readonly announcements: Announcements
  readonly store: EventStore
  readonly pool: Pool
  readonly writer: ReturnType<typeof walletWriter>
  readonly log: Log
  readonly lines: ReturnType<typeof keptLog>['lines']
  /** Starts a worker, stopped by `dispose` at the latest. */
  readonly start: (options?: Partial<ProjectionsOptions>) => RunningProjections
  /** Closes connections whose application name starts with this; returns how many. */
  readonly cut: (applicationName: string) => Promise<number>
  readonly dispose: () => Promise<void>
}

/** A fresh database with an empty event store and empty read models. */
export const freshReadModels = async (): Promise<ReadModels> => {
  const { url, drop } = await freshDatabase()
  const store = createPostgresEventStore({ url })
  const pool = openPool({ connectionString: url, max: 8 })
  pool.on('error', () => {}) // the database is dropped while connections are open
  const { log, lines } = keptLog()
  const announcements = createAnnouncements({ url, log })
  const running: RunningProjections[] = []
  return {
    url,
    announcements,
    store,
    pool,
    writer: walletWriter(store),
    log,
    lines,
    start: (options = {}) => {
      const projections = startProjections({ store, url, announcements, log, ...options })
      running.push(projections)
      return projections
    },
    cut: async (applicationName) => {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name like $1 and datname = current_database()`,
        [`${applicationName}%`],
      )
      return rowCount ?? 0
    },
    dispose: async () => {
      await Promise.all(running.map((projections) => projections.stop()))
      await announcements.close()
      await store.close()
      await pool.end()
      await drop()
    },
  }
}
