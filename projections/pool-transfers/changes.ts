import { derivedId } from '../../events/ids.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { PoolTerms } from '../../events/pool-terms.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'

export type PoolTransferStatus = 'processing' | 'completed' | 'returned'

/** Money that has left a wallet for a pool, or a pool for its owner's wallet; a sale is on its way to become that. */
export interface PoolTransfer {
  readonly id: string
  readonly kind: 'contribution' | 'sale' | 'proceeds'
  /** Of a sale and of what comes of it; null for a contribution. */
  readonly proceedsId: string | null
  readonly memberId: string
  readonly poolId: string
  /** Cents. */
  readonly minor: bigint
  readonly opens: PoolTerms | null
  status: PoolTransferStatus
  readonly sentAt: string
  readonly position: bigint
}

export interface PoolTransferChanges {
  readonly sent: readonly PoolTransfer[]
  /** How those ended that were sent in an earlier batch. */
  readonly ended: readonly { readonly id: string; readonly status: PoolTransferStatus }[]
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
/** A sale goes by the id of its proceeds, which have a line of their own once they are on their way. */
const saleIdOf = (proceedsId: string): string => derivedId('poolSale', proceedsId)

const parsed = (recorded: RecordedEvent) => {
  if (poolEvents.isStream(recorded.streamId))
    return POOL_TYPES.has(recorded.type) ? poolEvents.parse(recorded) : null
  return WALLET_TYPES.has(recorded.type) ? walletEvents.parse(recorded) : null
}

/** Nets a batch: each transfer is written once, as it stands at the end. */
export const poolTransferChanges = (batch: readonly RecordedEvent[]): PoolTransferChanges => {
  const sent = new Map<string, PoolTransfer>()
  const ended = new Map<string, PoolTransferStatus>()
  const end = (id: string, status: PoolTransferStatus): void => {
    const begun = sent.get(id)
    if (begun) begun.status = status
    else ended.set(id, status)
  }
  for (const recorded of batch) {
    const event = parsed(recorded)
    if (!event) continue
    const sending = {
      status: 'processing' as const,
      sentAt: happenedAt(recorded),
      position: recorded.position,
    }
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- others were left out above
    switch (event.type) {
      case 'PoolContributionSent': {
        const { contributionId: id, memberId, poolId, amount, opens } = event.data
        const minor = BigInt(amount.minor)
        sent.set(id, {
          id,
          kind: 'contribution',
          proceedsId: null,
          memberId,
          poolId,
          minor,
          opens,
          ...sending,
        })
        break
      }
      case 'PoolContributionReceived':
        end(event.data.contributionId, 'completed')
        break
      case 'PoolContributionReturned':
        end(event.data.contributionId, 'returned')
        break
      case 'PoolProceedsOrdered': {
        const { proceedsId, memberId, poolId, amount, purpose } = event.data
        if (purpose.kind === 'bill') break
        const [id, minor] = [saleIdOf(proceedsId), BigInt(amount.minor)]
        sent.set(id, { id, kind: 'sale', proceedsId, memberId, poolId, minor, opens: null, ...sending })
        break
      }
      case 'PoolProceedsKept':
        end(saleIdOf(event.data.proceedsId), 'returned')
        break
      case 'PoolClosed':
        end(saleIdOf(event.data.proceedsId), 'completed')
        break
      case 'PoolProceedsSent': {
        end(saleIdOf(event.data.proceedsId), 'completed')
        const { proceedsId: id, memberId, poolId, amount, purpose } = event.data
        // What is given for a bill goes to the biller.
        if (purpose.kind === 'bill') break
        const minor = BigInt(amount.minor)
        sent.set(id, {
          id,
          kind: 'proceeds',
          proceedsId: id,
          memberId,
          poolId,
          minor,
          opens: null,
          ...sending,
        })
        break
      }
      case 'PoolProceedsReceived':
        end(event.data.proceedsId, 'completed')
        break
      default:
    }
  }
  return {
    sent: [...sent.values()],
    ended: Array.from(ended, ([id, status]) => ({ id, status })),
  }
}
