import { useMemo, useState } from 'react'
import type { Activity, ActivityKind } from '../../../api/contract/wallet.ts'

/** Money that comes in without the member having done anything at that moment. */
const FROM_OUTSIDE: ReadonlySet<ActivityKind> = new Set(['transfer_received', 'transfer_returned', 'deposit'])

/**
 * The lines of money that came in while the page was open: those that were not there when the list was first seen and
 * stand above what was. `rows` newest first, undefined while it is not known.
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
