import { derivedId } from '../../events/ids.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { poolTransfer } from './table.ts'

/** A contribution to a pool, proceeds for the owner's wallet, or a sale that becomes proceeds when it is filled. */
export type PoolTransfer = RowOf<typeof poolTransfer.columns>

type PoolTransferStatus = PoolTransfer['status']

interface PoolTransferChanges {
  readonly sent: readonly PoolTransfer[]
  /** Ends of transfers that were sent in an earlier batch. */
  readonly ended: readonly TransferEnd[]
  /**
   * Ends of sales that were ordered in an earlier batch. Some have no row: those for a bill, those that had ended
   * before the pool closed, and those from before sales were ordered first.
   */
  readonly salesEnded: readonly TransferEnd[]
}

interface TransferEnd {
  readonly id: string
  readonly status: PoolTransferStatus
}

const WALLET_TYPES: ReadonlySet<string> = new Set([
  'PoolContributionSent',
  'PoolContributionReturned',
  'PoolProceedsReceived',
])
const POOL_TYPES: ReadonlySet<string> = new Set([
  'PoolContributionReceived',
  'PoolProceedsOrdered',
  'PoolProceedsKept',
  'PoolProceedsSent',
  'PoolClosed',
])
/** A sale's row id, derived from the id of its proceeds, which have a row of their own once they are sent. */
const saleIdOf = (proceedsId: string): string => derivedId('poolSale', proceedsId)

const parsed = (recorded: RecordedEvent) => {
  if (poolEvents.isStream(recorded.streamId))
    return POOL_TYPES.has(recorded.type) ? poolEvents.parse(recorded) : null
  return WALLET_TYPES.has(recorded.type) ? walletEvents.parse(recorded) : null
}

type Begun = Omit<PoolTransfer, 'status' | 'sentAt' | 'sentPosition'>

/** The transfer or sale that a fact begins; null for none. */
const begunBy = (event: NonNullable<ReturnType<typeof parsed>>): Begun | null => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others end something
  switch (event.type) {
    case 'PoolContributionSent': {
      const { contributionId: id, memberId, poolId, amount, opens } = event.data
      const minor = BigInt(amount.minor)
      return { id, kind: 'contribution', proceedsId: null, memberId, poolId, minor, opens }
    }
    case 'PoolProceedsOrdered':
    case 'PoolProceedsSent': {
      const { proceedsId, memberId, poolId, amount, purpose } = event.data
      // Proceeds for a bill go to the biller.
      if (purpose.kind === 'bill') return null
      const kind = event.type === 'PoolProceedsOrdered' ? 'sale' : 'proceeds'
      const id = kind === 'sale' ? saleIdOf(proceedsId) : proceedsId
      return { id, kind, proceedsId, memberId, poolId, minor: BigInt(amount.minor), opens: null }
    }
    default:
      return null
  }
}

interface End extends TransferEnd {
  readonly isSale: boolean
}
const transferEnd = (id: string, status: PoolTransferStatus): End => ({ id, status, isSale: false })
const saleEnd = (proceedsId: string, status: PoolTransferStatus): End => ({
  id: saleIdOf(proceedsId),
  status,
  isSale: true,
})

/** The transfer or sale that a fact ends; null for none. */
const endedBy = (event: NonNullable<ReturnType<typeof parsed>>): End | null => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others begin something
  switch (event.type) {
    case 'PoolContributionReceived':
      return transferEnd(event.data.contributionId, 'completed')
    case 'PoolContributionReturned':
      return transferEnd(event.data.contributionId, 'returned')
    case 'PoolProceedsKept':
      return saleEnd(event.data.proceedsId, 'returned')
    case 'PoolProceedsSent':
    case 'PoolClosed':
      return saleEnd(event.data.proceedsId, 'completed')
    case 'PoolProceedsReceived':
      return transferEnd(event.data.proceedsId, 'completed')
    default:
      return null
  }
}

/** Nets a batch: each transfer is written once, in its final state. */
export const poolTransferChanges = (batch: readonly RecordedEvent[]): PoolTransferChanges => {
  const sent = new Map<string, Draft<PoolTransfer>>()
  const ended = new Map<string, End>()
  for (const recorded of batch) {
    const event = parsed(recorded)
    if (!event) continue
    const end = endedBy(event)
    if (end) {
      const begun = sent.get(end.id)
      if (begun) begun.status = end.status
      else ended.set(end.id, end)
    }
    const begun = begunBy(event)
    if (begun) {
      const { position: sentPosition } = recorded
      sent.set(begun.id, { ...begun, status: 'processing', sentAt: happenedAt(recorded), sentPosition })
    }
  }
  const ends = [...ended.values()]
  return {
    sent: [...sent.values()],
    ended: ends.filter(({ isSale }) => !isSale),
    salesEnded: ends.filter(({ isSale }) => isSale),
  }
}
