import { isPoolStream } from '../../events/pools/events.ts'
import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { poolTransferChanges, type PoolTransferChanges } from './changes.ts'

const add = (transfers: PoolTransferChanges['sent']): Statement => ({
  name: 'pool_transfer_add',
  text: `
    insert into pool_transfer (id, kind, member_id, pool_id, minor, opens, status, sent_at, sent_position)
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::jsonb[], $7::text[],
      $8::timestamptz[], $9::bigint[])`,
  values: columnsOf(
    transfers,
    ({ id }) => id,
    ({ kind }) => kind,
    ({ memberId }) => memberId,
    ({ poolId }) => poolId,
    ({ minor }) => minor,
    ({ opens }) => (opens === null ? null : JSON.stringify(opens)),
    ({ status }) => status,
    ({ sentAt }) => sentAt,
    ({ position }) => position,
  ),
  rows: transfers.length,
})

const end = (ended: PoolTransferChanges['ended']): Statement => ({
  name: 'pool_transfer_end',
  text: `
    update pool_transfer set status = ended.status
    from unnest($1::uuid[], $2::text[]) as ended (id, status)
    where pool_transfer.id = ended.id and pool_transfer.status = 'processing'`,
  values: columnsOf(
    ended,
    ({ id }) => id,
    ({ status }) => status,
  ),
  rows: ended.length,
})

/** Money between wallets and pools, and whether it has arrived: table `pool_transfer`. */
export const poolTransfersProjection: Projection = {
  name: 'pool transfers',
  version: 1,
  follows: (streamId) => isWalletStream(streamId) || isPoolStream(streamId),
  apply: (batch) => {
    const { sent, ended } = poolTransferChanges(batch)
    return [...(sent.length > 0 ? [add(sent)] : []), ...(ended.length > 0 ? [end(ended)] : [])]
  },
}
