import { useEffect } from 'react'
import type { Activity } from '../../../../api/contract/wallet.ts'
import type { Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { useList } from '../../../data/cached.ts'
import { withdrawals } from '../../../data/withdrawals.ts'

/** The withdrawal that a line of activity is the beginning of: both have the ledger position of its first event. */
export const withdrawalOf = (
  { kind, position }: Pick<Activity, 'kind' | 'position'>,
  rows: readonly Withdrawal[],
): Withdrawal | null =>
  kind === 'withdrawal' ? (rows.find((row) => row.position === position) ?? null) : null

/** The same, as it stands now; of an older one, further pages of the list are loaded. Null until it is known. */
export const useWithdrawalOf = (movement: Pick<Activity, 'kind' | 'position'>): Withdrawal | null => {
  const { rows, hasMore, loadMore } = useList(withdrawals)
  const last = rows.at(-1)
  /** Where the loaded part ends, if it does not reach the movement. */
  const end =
    last !== undefined && hasMore && BigInt(last.position) > BigInt(movement.position) ? last.position : null
  useEffect(() => {
    if (end !== null) void loadMore()
  }, [end, loadMore])
  return withdrawalOf(movement, rows)
}
