import type { DueBill, PayingPool } from '../../../api/bills/auto-pay.ts'
import type { PoolToValue } from '../../../api/pools/valuation.ts'
import { evolve as evolveBill, type KnownBill } from '../../../events/bills/bill.ts'
import { billEvents, type BillEvent } from '../../../events/bills/events.ts'
import { happenedAt } from '../../../events/happened-at.ts'
import { parseLedgerEvent, type LedgerEvent } from '../../../events/ledger-event.ts'
import { poolEvents, type PoolEvent } from '../../../events/pools/events.ts'
import { availableForBills } from '../../../events/pools/holding.ts'
import { evolve as evolvePool, type KnownPool } from '../../../events/pools/pool.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'
import { evolve as evolveWallet, type Wallet } from '../../../events/wallet/wallet.ts'
import { poolTransfers } from '../../../projections/pool-transfers/projection.ts'
import type { PoolTransfer } from '../../../projections/pool-transfers/table.ts'
import { createMemoryTable } from '../../support/memory-table.ts'

const isOfPool = (event: LedgerEvent, { streamId }: RecordedEvent): event is PoolEvent =>
  poolEvents.isStream(streamId)
const isOfBill = (event: LedgerEvent, { streamId }: RecordedEvent): event is BillEvent =>
  billEvents.isStream(streamId)
const isOfWallet = (event: LedgerEvent, { streamId }: RecordedEvent): event is WalletEvent =>
  walletEvents.isStream(streamId)

/** In-memory stand-in for the read models that the processes query, folded from the log. */
export const createViews = (saleMin = 1_00n) => {
  const pools = new Map<string, KnownPool>()
  const bills = new Map<string, KnownBill>()
  const wallets = new Map<string, Wallet>()
  const transfers = createMemoryTable(poolTransfers)
  const unsettled = new Map<string, number>()
  const byMember = new Map<string, Set<string>>()

  const note = (event: LedgerEvent, recorded: RecordedEvent): void => {
    const { streamId } = recorded
    const at = happenedAt(recorded)
    if (isOfPool(event, recorded)) {
      const id = streamId.slice('pool-'.length)
      const pool = evolvePool(pools.get(id) ?? { status: 'absent' }, event)
      if (pool.status === 'absent') return
      pools.set(id, pool)
      byMember.set(pool.memberId, (byMember.get(pool.memberId) ?? new Set()).add(id))
      if (event.type === 'PoolPaymentSettled') {
        const { billId } = event.data
        unsettled.set(billId, (unsettled.get(billId) ?? 0) - 1)
      }
    } else if (isOfBill(event, recorded)) {
      const id = streamId.slice('bill-'.length)
      const bill = evolveBill(bills.get(id) ?? { status: 'absent' }, event, at)
      if (bill.status !== 'absent') bills.set(id, bill)
      if (event.type === 'BillPaymentStarted')
        unsettled.set(id, event.data.legs.filter(({ source }) => source === 'pool').length)
      if (event.type === 'BillPaymentFailed') unsettled.delete(id)
    }
    transfers.apply([recorded])
  }

  const noteWallet = (event: LedgerEvent, recorded: RecordedEvent): void => {
    if (!isOfWallet(event, recorded)) return
    const id = recorded.streamId.slice('wallet-'.length)
    const before = wallets.get(id) ?? { status: 'absent' }
    wallets.set(id, evolveWallet(before, event, happenedAt(recorded)))
  }

  const poolsOf = (memberId: string): KnownPool[] =>
    [...(byMember.get(memberId) ?? [])].flatMap((id) => pools.get(id) ?? [])
  const unpaid = (): KnownBill[] => [...bills.values()].filter(({ status }) => status !== 'paid')

  return {
    pools,
    bills,
    wallets,
    poolsOf,
    note: (event: LedgerEvent, recorded: RecordedEvent) => {
      note(event, recorded)
      noteWallet(event, recorded)
    },
    toValue: async (today: string, limit: number): Promise<readonly PoolToValue[]> =>
      [...pools.values()]
        .filter(({ status, holding }) => status === 'open' && holding.day < today)
        .slice(0, limit)
        .map(({ poolId, fund, holding }) => ({ poolId, fund, valuedOn: holding.day })),
    transfers: (): readonly PoolTransfer[] =>
      [...transfers.rows.values()].filter(({ status }) => status === 'processing'),
    unfinished: (): readonly string[] =>
      [...bills.values()]
        .filter(
          ({ billId, status }) =>
            status === 'paying' || (status === 'paid' && (unsettled.get(billId) ?? 0) > 0),
        )
        .map(({ billId }) => billId),
    pastDue: (today: string): readonly string[] =>
      unpaid()
        .filter(({ pastDue, dueOn }) => !pastDue && dueOn < today)
        .map(({ billId }) => billId),
    due: (today: string, dueBy: string): readonly DueBill[] =>
      unpaid()
        .filter(({ status, dueOn, failure, memberId }) => {
          if (status !== 'issued' || dueOn > dueBy) return false
          if (failure && failure.day >= today) return false
          const pays = poolsOf(memberId).some((pool) => pool.status === 'open' && pool.autoPay)
          return failure?.reason !== 'no_auto_pay_pool' || pays
        })
        .toSorted((a, b) => (a.dueOn + a.billId < b.dueOn + b.billId ? -1 : 1))
        .map(({ billId, memberId, amount }) => ({ billId, memberId, amount })),
    paying: (memberIds: readonly string[]): readonly PayingPool[] =>
      memberIds.flatMap((memberId) =>
        poolsOf(memberId)
          .filter(({ status, autoPay }) => status === 'open' && autoPay)
          .map(({ poolId, holding }) => ({
            poolId,
            memberId,
            valuedOn: holding.day,
            ...availableForBills(holding, saleMin),
          })),
      ),
    allowed: (memberIds: readonly string[]): ReadonlyMap<string, bigint> =>
      new Map(
        memberIds.flatMap((memberId) => {
          const wallet = wallets.get(memberId)
          if (wallet?.status !== 'open' || !wallet.billsFromWallet) return []
          const { USD } = wallet.balances
          return [[memberId, USD > 0n ? USD : 0n] as const]
        }),
      ),
  }
}
export type Views = ReturnType<typeof createViews>

/** Folds the whole log from the beginning. */
export const replay = (log: readonly RecordedEvent[]): Views => {
  const views = createViews()
  for (const recorded of log) views.note(parseLedgerEvent(recorded), recorded)
  return views
}
