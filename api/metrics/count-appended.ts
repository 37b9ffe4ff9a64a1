import { Counter, type Metric } from 'prom-client'
import type { EventStore } from '../../events/store/event-store.ts'
import { onStored } from '../../events/store/on-stored.ts'

/** Counts what this process appends, by type of event. */
export const countAppended = (store: EventStore): { readonly store: EventStore; readonly metric: Metric } => {
  const appended = new Counter({
    name: 'ledger_events_appended_total',
    help: 'Events that this process appended to the log, by type; without those whose first answer was lost',
    labelNames: ['type'],
    registers: [],
  })
  return {
    metric: appended,
    store: onStored(store, (events) => {
      for (const { type } of events) appended.inc({ type })
    }),
  }
}
