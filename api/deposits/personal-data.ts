import type { Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { depositsInProgress, longestReversible } from '../../projections/deposits/queries.ts'
import { REVERSIBLE_DAYS } from '../contract/deposits.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select jsonb_build_object('bank_accounts', coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'bank_name', bank_name, 'account_type', account_type, 'last4', last4, 'created_at', created_at
  ) order by created_at, id), '[]')) as data
  from app.bank_account where member_id = $1`

const reversibleObstacle = ({
  method,
  minor,
  until,
}: NonNullable<Awaited<ReturnType<typeof longestReversible>>>): ClosingObstacle => {
  const what = method === 'ach' ? 'bank transfer' : 'card payment'
  return {
    code: 'deposit_reversible',
    message: `Your ${what} of $${formatMinor('USD', minor)} can be taken back by its bank until ${until.slice(0, 10)}. The account can be closed from the day after.`,
  }
}

/** The member's saved bank accounts. Deposits are facts of the ledger, without personal data. */
export const depositsData = (clock: Clock): PersonalData => ({
  ...inTables('payments', EXPORT, [
    'delete from app.bank_account where member_id = $1',
    'delete from app.reversible_deposit where member_id = $1',
    'delete from app.sandbox_bank_account where member_id = $1',
  ]),
  obstacles: async (client, memberId) => {
    const found: ClosingObstacle[] = []
    if ((await depositsInProgress(client, memberId)) > 0n)
      found.push({
        code: 'deposit_in_progress',
        message: 'A deposit is still on its way. Wait until it has arrived or has been cancelled.',
      })
    const last = await longestReversible(client, memberId, clock(), REVERSIBLE_DAYS)
    if (last) found.push(reversibleObstacle(last))
    return found
  },
})
