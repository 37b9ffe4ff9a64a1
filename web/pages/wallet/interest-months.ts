import type { Activity } from '../../../api/contract/wallet.ts'
import { sumOf } from '../../data/amounts.ts'

/** Interest of one calendar month (UTC), newest first. */
export interface InterestMonth {
  /** `yyyy-mm` */
  readonly month: string
  readonly rows: readonly [Activity, ...Activity[]]
  /** Dollars, exactly the sum of the rows. */
  readonly sum: string
  /** Whether these are all of the month's so far: older ones may not be loaded. */
  readonly isWhole: boolean
}

const monthOf = ({ occurred_at: at }: Activity): string => at.slice(0, 7)

/**
 * Lines of a list of activity, newest first: what comes daily is one line a month, at the place of its newest. `hasMore`:
 * older rows are not loaded.
 */
export const foldedInterest = (
  rows: readonly Activity[],
  hasMore: boolean,
): readonly (Activity | InterestMonth)[] => {
  const byMonth = Map.groupBy(
    rows.filter(({ kind }) => kind === 'interest'),
    monthOf,
  )
  const oldest = rows.at(-1)
  return rows.flatMap((row): readonly (Activity | InterestMonth)[] => {
    if (row.kind !== 'interest') return [row]
    const month = monthOf(row)
    const [first, ...others] = byMonth.get(month) ?? []
    if (first === undefined || others.length === 0) return [row]
    if (first !== row) return []
    const of = [first, ...others] as const
    const sum = sumOf(
      of.map(({ amount }) => amount ?? '0'),
      'USD',
    )
    return [{ month, rows: of, sum, isWhole: !hasMore || (oldest !== undefined && monthOf(oldest) < month) }]
  })
}
