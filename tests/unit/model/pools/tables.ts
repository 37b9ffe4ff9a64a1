import { billEvents } from '../../../../events/bills/events.ts'
import { poolEvents } from '../../../../events/pools/events.ts'
import type { RecordedEvent } from '../../../../events/store/event-store.ts'
import { walletEvents } from '../../../../events/wallet/events.ts'
import { bills } from '../../../../projections/bills/projection.ts'
import { poolFacts } from '../../../../projections/pools/facts.ts'
import { pools } from '../../../../projections/pools/projection.ts'
import { poolTransfers } from '../../../../projections/pool-transfers/projection.ts'
import { createMemoryTable } from '../../../support/memory-table.ts'

/** The tables of pools and bills, see `createTables`. */
export const createPoolTables = () => {
  const ofPools = createMemoryTable(pools)
  const ofBills = createMemoryTable(bills)
  const transfers = createMemoryTable(poolTransfers)
  return {
    pools: ofPools.rows,
    bills: ofBills.rows,
    transfers: transfers.rows,
    apply: (batch: readonly RecordedEvent[]): void => {
      const of = (...kinds: readonly { readonly isStream: (streamId: string) => boolean }[]) =>
        batch.filter(({ streamId }) => kinds.some(({ isStream }) => isStream(streamId)))
      ofPools.apply(poolFacts(of(poolEvents)))
      ofBills.apply(of(billEvents, poolEvents))
      transfers.apply(of(poolEvents, walletEvents))
    },
  }
}
