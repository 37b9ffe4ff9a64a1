import { Counter, type Metric } from 'prom-client'
import type { EventStore } from '../../events/store/event-store.ts'

/** Counts what this process appends, by type of event. */
export const countAppended = (store: EventStore): { readonly store: EventStore; readonly metric: Metric } => {
  const appended = new Counter({
    name: 'ledger_events_appended_total',
    help: 'Events that this process appended to the log, by type; a repeated append counts again',
    labelNames: ['type'],
    registers: [],
  })
  const { appendUnits } = store
  return {
    metric: appended,
    store: {
      ...store,
      append: async (streamId, expected, events) => {
        const at = await store.append(streamId, expected, events)
        for (const { type } of events) appended.inc({ type })
        return at
      },
      ...(appendUnits && {
        appendUnits: async (units) => {
          const outcomes = await appendUnits(units)
          for (const [i, { state }] of outcomes.entries())
            if (state === 'stored')
              for (const { events } of units[i]?.appends ?? [])
                for (const { type } of events) appended.inc({ type })
          return outcomes
        },
      }),
    },
  }
}
