import { useMemo, useState } from 'react'
import type { Activity } from '../../../api/contract/wallet.ts'

/** Activities that can add money without an action of the member. */
const FROM_OUTSIDE: ReadonlySet<Activity['kind']> = new Set([
  'transfer_received',
  'transfer_returned',
  'deposit',
])

/**
 * Activities that added money while the page was open: newer than all rows of the first list. `rows`: newest first;
 * undefined until loaded.
 */
export const useArrivals = (rows: readonly Activity[] | undefined): readonly Activity[] => {
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null)
  if (seen === null && rows !== undefined) setSeen(new Set(rows.map(({ id }) => id)))
  return useMemo(() => {
    if (seen === null || rows === undefined) return []
    const known = rows.findIndex(({ id }) => seen.has(id))
    const above = known === -1 ? (seen.size === 0 ? rows : []) : rows.slice(0, known)
    return above.filter(({ kind }) => FROM_OUTSIDE.has(kind))
  }, [rows, seen])
}
