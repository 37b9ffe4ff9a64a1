import { PoolTerms } from '../../events/pool-terms.ts'
import { int8, json, nullable, oneOf, timestamp, uuid } from '../columns.ts'
import { defineTable, type RowOf } from '../table.ts'

/** Transfers between wallets and pools, and the sales before them. */
export const poolTransfer = defineTable(
  'pool_transfer',
  ['id'],
  {
    id: uuid,
    kind: oneOf(['contribution', 'sale', 'proceeds']),
    /** Shared by a sale and its proceeds; null for a contribution. */
    proceedsId: nullable(uuid),
    memberId: uuid,
    poolId: uuid,
    /** Cents. */
    minor: int8,
    opens: nullable(json<PoolTerms>((stored) => PoolTerms.parse(stored))),
    status: oneOf(['processing', 'completed', 'returned']),
    sentAt: timestamp,
    sentPosition: int8,
  },
  {
    // A closing may have nothing to pay out.
    check: `minor > 0 or kind = 'sale'`,
    indexes: {
      // For the movement process; nearly always empty.
      pool_transfer_processing: `(sent_at, id) where status = 'processing'`,
    },
  },
)

/** A contribution to a pool, proceeds for the owner's wallet, or a sale that becomes proceeds when it is filled. */
export type PoolTransfer = RowOf<typeof poolTransfer.columns>
