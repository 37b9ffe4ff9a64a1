import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { PoolTerms } from '../../events/pool-terms.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'

export type PoolTransferStatus = 'processing' | 'completed' | 'returned'

/** Money that has left a wallet for a pool, or a pool for its owner's wallet. */
export interface PoolTransfer {
  readonly id: string
  readonly kind: 'contribution' | 'proceeds'
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
const POOL_TYPES: ReadonlySet<string> = new Set(['PoolContributionReceived', 'PoolProceedsSent'])

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
        sent.set(id, { id, kind: 'contribution', memberId, poolId, minor, opens, ...sending })
        break
      }
      case 'PoolContributionReceived':
        end(event.data.contributionId, 'completed')
        break
      case 'PoolContributionReturned':
        end(event.data.contributionId, 'returned')
        break
      case 'PoolProceedsSent': {
        const { proceedsId: id, memberId, poolId, amount, purpose } = event.data
        // What is given for a bill goes to the biller.
        if (purpose.kind === 'bill') break
        const minor = BigInt(amount.minor)
        sent.set(id, { id, kind: 'proceeds', memberId, poolId, minor, opens: null, ...sending })
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
