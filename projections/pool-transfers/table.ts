import { PoolTerms } from '../../events/pool-terms.ts'
import { int8, json, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'
import type { PoolTransferStatus } from './changes.ts'

/** Money between wallets and pools. */
export const poolTransfer = defineTable('pool_transfer', ['id'], {
  id: uuid,
  kind: text<'contribution' | 'sale' | 'proceeds'>(),
  proceedsId: nullable(uuid),
  memberId: uuid,
  poolId: uuid,
  /** Cents. */
  minor: int8,
  opens: nullable(json<PoolTerms>((stored) => PoolTerms.parse(stored))),
  status: text<PoolTransferStatus>(),
  sentAt: timestamp,
  sentPosition: int8,
})
