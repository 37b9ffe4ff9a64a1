import { happenedAt } from '../../events/happened-at.ts'
import { derivedId } from '../../events/ids.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { poolTransfer, type PoolTransfer } from './table.ts'

const TYPES: ReadonlySet<string> = new Set([
  'PoolContributionSent',
  'PoolContributionReturned',
  'PoolContributionReceived',
  'PoolProceedsOrdered',
  'PoolProceedsKept',
  'PoolProceedsSent',
  'PoolProceedsReceived',
  'PoolClosed',
])

const parsed = (recorded: RecordedEvent) =>
  poolEvents.isStream(recorded.streamId) ? poolEvents.parse(recorded) : walletEvents.parse(recorded)

/** A sale's row id, derived from the id of its proceeds, which have a row of their own once they are sent. */
const saleIdOf = (proceedsId: string): string => derivedId('poolSale', proceedsId)

type Begun = Omit<PoolTransfer, 'status' | 'sentAt' | 'sentPosition'>

/** The transfer or sale that a fact begins; null for none. */
const begunBy = (event: ReturnType<typeof parsed>): Begun | null => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others begin nothing
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

const end = (id: string, status: PoolTransfer['status']) => ({ id, set: { status } })
/** Some sales have no row: those for a bill, those that ended before their pool closed, and very old ones. */
const saleEnd = (proceedsId: string, status: PoolTransfer['status']) =>
  ({ ...end(saleIdOf(proceedsId), status), ifAny: true }) as const

/** The transfer or sale that a fact ends; null for none. */
const endedBy = (event: ReturnType<typeof parsed>) => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others end nothing
  switch (event.type) {
    case 'PoolContributionReceived':
      return end(event.data.contributionId, 'completed')
    case 'PoolContributionReturned':
      return end(event.data.contributionId, 'returned')
    case 'PoolProceedsKept':
      return saleEnd(event.data.proceedsId, 'returned')
    case 'PoolProceedsSent':
    case 'PoolClosed':
      return saleEnd(event.data.proceedsId, 'completed')
    case 'PoolProceedsReceived':
      return end(event.data.proceedsId, 'completed')
    default:
      return null
  }
}

export const poolTransfers = foldTable(poolTransfer, {
  sets: ['status'],
  only: ['status', 'processing'],
  effects: (recorded) => {
    // All other events of a wallet are parsed by the read models that show them.
    if (!TYPES.has(recorded.type)) return []
    const event = parsed(recorded)
    const ended = endedBy(event)
    const begun = begunBy(event)
    const sent = {
      status: 'processing',
      sentAt: happenedAt(recorded),
      sentPosition: recorded.position,
    } as const
    return [...(ended ? [ended] : []), ...(begun ? [{ begins: { ...begun, ...sent } }] : [])]
  },
})

/** Money between wallets and pools, and whether it has arrived: table `pool_transfer`. */
export const poolTransfersProjection: Projection = {
  name: 'pool transfers',
  version: 2,
  follows: (streamId) => walletEvents.isStream(streamId) || poolEvents.isStream(streamId),
  apply: poolTransfers.write,
}
