import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { depositsInProgress, longestReversible } from '../../projections/deposits/queries.ts'
import { REVERSIBLE_DAYS } from '../contract/limits.ts'
import type { ClosingObstacle } from '../contract/profile.ts'

const reversibleObstacle = ({
  method,
  minor,
  until,
}: NonNullable<Awaited<ReturnType<typeof longestReversible>>>): ClosingObstacle => {
  const what = method === 'ach' ? 'bank transfer' : 'card payment'
  return {
    code: 'deposit_reversible',
    message: `Your ${what} of $${formatMinor('USD', minor)} can be taken back by its bank until ${until.slice(0, 10)}. The account can be closed from the day after.`,
    ends: 'by_waiting',
    from: until,
  }
}

/** Deposits on their way, and those that their bank can still take back. */
export const depositObstacles = async (
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  memberId: string,
): Promise<readonly ClosingObstacle[]> => {
  const found: ClosingObstacle[] = []
  if ((await depositsInProgress(pool, memberId)) > 0n)
    found.push({
      code: 'deposit_in_progress',
      message: 'A deposit is still on its way. Wait until it has arrived or has been cancelled.',
      ends: 'by_waiting',
    })
  const last = await longestReversible(pool, memberId, clock(), REVERSIBLE_DAYS)
  if (last) found.push(reversibleObstacle(last))
  return found
}
