import { PoolTerms } from '../../events/pool-terms.ts'
import { int8, json, nullable, oneOf, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Money between wallets and pools. */
export const poolTransfer = defineTable(
  'pool_transfer',
  ['id'],
  {
    id: uuid,
    kind: oneOf(['contribution', 'sale', 'proceeds']),
    /** Of a sale and of what comes of it; null for a contribution. */
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
      // What the movement process goes over; nearly always empty.
      pool_transfer_processing: `(sent_at, id) where status = 'processing'`,
    },
  },
)
