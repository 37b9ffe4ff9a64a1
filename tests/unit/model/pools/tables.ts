import { billEvents } from '../../../../events/bills/events.ts'
import { poolEvents } from '../../../../events/pools/events.ts'
import type { RecordedEvent } from '../../../../events/store/event-store.ts'
import { walletEvents } from '../../../../events/wallet/events.ts'
import { billChanges } from '../../../../projections/bills/changes.ts'
import { poolChanges } from '../../../../projections/pools/changes.ts'
import { poolFacts } from '../../../../projections/pools/facts.ts'
import { poolTransferChanges } from '../../../../projections/pool-transfers/changes.ts'

interface PoolTableRow {
  readonly status: string
  readonly autoPay: boolean
  readonly units: bigint
  readonly cash: bigint
  readonly cost: bigint
  readonly principal: bigint
  readonly price: bigint
  readonly day: string
  readonly value: bigint
}

interface BillTableRow {
  readonly status: string
  readonly pastDue: boolean
  readonly unsettled: number
}

/** The tables of pools and bills, see `createTables`. */
export const createPoolTables = () => {
  const pools = new Map<string, PoolTableRow>()
  const bills = new Map<string, BillTableRow>()
  const transfers = new Map<string, string>()

  const applyPools = (batch: readonly RecordedEvent[]): void => {
    const { created, changes } = poolChanges(poolFacts(batch))
    for (const { id, created: of } of created)
      pools.set(id, {
        status: 'open',
        autoPay: of.terms.autoPay,
        units: 0n,
        cash: 0n,
        cost: 0n,
        principal: 0n,
        value: 0n,
        price: BigInt(of.price),
        day: of.day,
      })
    for (const { id, ...to } of changes) {
      const row = pools.get(id)
      if (!row) throw new Error(`Pool ${id} has no row`)
      pools.set(id, {
        status: to.status ?? row.status,
        autoPay: to.autoPay ?? row.autoPay,
        units: to.units ?? row.units,
        cash: to.cash ?? row.cash,
        cost: to.cost ?? row.cost,
        principal: to.principalMinor ?? row.principal,
        price: to.price ?? row.price,
        day: to.valuedOn ?? row.day,
        value: to.valueMinor ?? row.value,
      })
    }
  }

  const applyBills = (batch: readonly RecordedEvent[]): void => {
    const { created, changes } = billChanges(batch)
    for (const { id } of created) bills.set(id, { status: 'issued', pastDue: false, unsettled: 0 })
    for (const { id, settled, ...to } of changes) {
      const row = bills.get(id)
      if (!row) throw new Error(`Bill ${id} has no row`)
      bills.set(id, {
        status: to.status ?? row.status,
        pastDue: to.pastDue ?? row.pastDue,
        unsettled: (to.unsettled ?? row.unsettled) - settled,
      })
    }
  }

  const applyTransfers = (batch: readonly RecordedEvent[]): void => {
    const { sent, ended, salesEnded } = poolTransferChanges(batch)
    for (const { id, status } of sent) transfers.set(id, status)
    for (const { id, status } of [...ended, ...salesEnded]) if (transfers.has(id)) transfers.set(id, status)
  }

  return {
    pools,
    bills,
    transfers,
    apply: (batch: readonly RecordedEvent[]): void => {
      const of = (...kinds: readonly { readonly isStream: (streamId: string) => boolean }[]) =>
        batch.filter(({ streamId }) => kinds.some(({ isStream }) => isStream(streamId)))
      applyPools(of(poolEvents))
      applyBills(of(billEvents, poolEvents))
      applyTransfers(of(poolEvents, walletEvents))
    },
  }
}
