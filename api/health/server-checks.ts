import { messageOf } from '../../events/thrown.ts'
import { createCanWrite } from './can-write.ts'
import type { OpenPlatform } from '../platform.ts'
import { healthOf, type Recurring } from '../processes/recurring.ts'
import type { HealthChecks } from './checks.ts'

/**
 * Whether requests may be sent to this process: it can append and read. They have a connection of their own, so they do
 * not wait behind a burst of requests. Nothing that other processes or one member's work do counts here.
 */
export const readyChecks = (
  { config, pools: { probes }, ledger }: OpenPlatform,
  isStopping: () => boolean,
): HealthChecks => {
  const canWrite = createCanWrite({ pool: probes, role: config.role })
  return {
    stopping: async () => ({ ok: !isStopping() }),
    database: async () => {
      await probes.query('select 1')
      return { ok: true }
    },
    writing: async () => {
      try {
        await canWrite()
        return { ok: true }
      } catch (error) {
        return { ok: false, detail: messageOf(error) }
      }
    },
    ledger: async () => {
      // In Postgres the log is one table more of the same database.
      await (config.eventStoreUrl === null
        ? probes.query('select position from event_store.head')
        : ledger.store.head())
      return { ok: true }
    },
  }
}

/** What an operator is told besides: whether the read models are fresh, and whether each process does its work. */
export const operatorChecks = (
  { config, lag, projections }: OpenPlatform,
  processes: readonly Recurring[],
): HealthChecks => ({
  'read models': async () => {
    const { ms, positions } = await lag()
    const seconds = Math.round(ms / 1_000)
    return seconds < config.readyLagSeconds
      ? { ok: true }
      : { ok: false, detail: `${positions} behind, for ${seconds} s` }
  },
  ...(projections && {
    projections: async () => {
      const bad = Object.entries(projections.health()).filter(([, { ok }]) => !ok)
      return bad.length === 0
        ? { ok: true }
        : { ok: false, detail: bad.map(([name, { state }]) => `${name}: ${state}`).join(', ') }
    },
  }),
  ...(processes.length > 0 && { processes: async () => healthOf(processes) }),
})
