import type { Pool } from 'pg'
import { WAIT_MS } from './closing.ts'
import type { Clock } from '../../events/ids.ts'
import type { ClosingObstacle } from '../contract/profile.ts'

const LEFT = `
  select count(*) filter (where d.deleted_at is null)::int as kept,
    count(*) filter (where d.deleted_at is not null and d.state <> 'released')::int as ending,
    count(*) filter (where exists (select from app.telecom_service s
      where s.device_id = d.id and not s.metered and s.ended_at > $2))::int as counting
  from app.telecom_device d where d.member_id = $1`

/**
 * Lines that a member must end before the account can be closed, and those that have not ended yet: at the carrier, or
 * in what they used. Only then is it known what the member owes.
 */
export const linesLeft = async (
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  memberId: string,
): Promise<readonly ClosingObstacle[]> => {
  const { rows } = await pool.query<{
    readonly kept: number
    readonly ending: number
    readonly counting: number
  }>({
    name: 'telecom-lines-left',
    text: LEFT,
    values: [memberId, new Date(clock().getTime() - WAIT_MS)],
  })
  const { kept = 0, ending = 0, counting = 0 } = rows[0] ?? {}
  if (kept > 0)
    return [
      {
        code: 'device_in_service',
        message:
          'You still have a device. Delete your devices first; the days of their service are then paid from your wallet.',
      },
    ]
  if (ending > 0)
    return [
      {
        code: 'device_ending',
        message: 'A device of yours is just being ended at its carrier. Try again in a moment.',
        ends: 'by_waiting',
      },
    ]
  if (counting > 0)
    return [
      {
        code: 'usage_being_counted',
        message:
          'The last usage of your devices is still being counted. That takes an hour as a rule, two days at most. Try again then.',
        ends: 'by_waiting',
      },
    ]
  return []
}
