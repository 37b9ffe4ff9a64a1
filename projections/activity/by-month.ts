import type { Pool } from 'pg'
import type { Currency } from '../../events/money.ts'
import { activityOf } from './queries.ts'
import type { ActivityKind, ActivityLine } from './table.ts'

/** A line of activity; of a month's interest the newest, with all of the month's so far, newest first. */
export interface FoldedLine extends ActivityLine {
  readonly days?: readonly [ActivityLine, ...ActivityLine[]]
}

/** Calendar month (UTC), `yyyy-mm`. */
export const monthOf = ({ occurredAt }: Pick<ActivityLine, 'occurredAt'>): string => occurredAt.slice(0, 7)

/** Two months of daily lines: what a page of an active member spans. */
const FIRST_CHUNK = 62
/** Pages of few other lines span many months. */
const CHUNK = 400

/**
 * One line for each month of interest (lines newest first), at the place of the month's newest. A month with a single
 * line is that line.
 */
export const foldedMonths = (interest: readonly ActivityLine[]): readonly FoldedLine[] =>
  [...Map.groupBy(interest, monthOf).values()].flatMap((lines): readonly FoldedLine[] => {
    const [newest, ...others] = lines
    if (newest === undefined) return []
    if (others.length === 0) return [newest]
    const sum = lines.reduce((total, { minor }) => total + (minor ?? 0n), 0n)
    return [{ ...newest, minor: sum, days: [newest, ...others] }]
  })

interface MonthlyPage {
  readonly limit: number
  readonly before: bigint | undefined
  /** A month of interest that an earlier page has shown, the oldest of them: it and newer ones are left out. */
  readonly shownMonth: string | undefined
  readonly currency?: Currency | undefined
  readonly kind?: ActivityKind | undefined
}

/**
 * Interest below `before`, whole months: back to the month of `until`, or until there are `limit` months. Months that
 * were shown are left out.
 */
const interestBackTo = async (
  pool: Pool,
  memberId: string,
  { before, shownMonth, limit }: MonthlyPage,
  until: string | null,
): Promise<readonly ActivityLine[]> => {
  const found: ActivityLine[] = []
  let place = before
  for (let ask = FIRST_CHUNK; ; ask = CHUNK) {
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before has ended
    const lines = await activityOf(pool, memberId, {
      limit: ask,
      before: place,
      kind: 'interest',
      currency: 'USD',
    })
    found.push(...lines.filter((line) => shownMonth === undefined || monthOf(line) < shownMonth))
    const last = lines.at(-1)
    if (last === undefined || lines.length < ask) return found
    const oldest = monthOf(last)
    if (until !== null && oldest < until) return found.filter((line) => monthOf(line) >= until)
    // The last month may go on in the next lines.
    const whole = found.filter((line) => monthOf(line) > oldest)
    if (new Set(whole.map(monthOf)).size >= limit) return whole
    place = last.position
  }
}

/**
 * A member's activity, newest first, with one line for each month of interest, which comes daily and would fill every
 * page. Every line counts as one of `limit`.
 */
export const activityByMonth = async (
  pool: Pool,
  memberId: string,
  page: MonthlyPage,
): Promise<readonly FoldedLine[]> => {
  const { kind, currency, limit, before } = page
  const hasOthers = kind !== 'interest'
  const hasInterest =
    (kind === undefined || kind === 'interest') && (currency === undefined || currency === 'USD')
  const others = hasOthers
    ? await activityOf(pool, memberId, { limit, before, kind, currency, withoutInterest: hasInterest })
    : []
  if (!hasInterest) return others
  const last = others.length < limit ? undefined : others.at(-1)
  const until = last === undefined ? null : monthOf(last)
  const interest = await interestBackTo(pool, memberId, page, until)
  return [...others, ...foldedMonths(interest)]
    .toSorted((one, other) => (one.position > other.position ? -1 : 1))
    .slice(0, limit)
}
