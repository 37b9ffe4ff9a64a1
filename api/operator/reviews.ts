import type { Pool } from 'pg'
import { dayOf } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import { withdrawalById } from '../../projections/withdrawals/queries.ts'
import { WORK_CHANNEL } from '../processes/waking.ts'
import type { Verdict } from '../withdrawals/reasons.ts'
import { REVIEW_WORK } from '../withdrawals/reviewing.ts'
import { CaseRefused } from './case-refused.ts'

// The first word counts: the server may be carrying it out.
const DECIDE = `
  update app.support_case set verdict = $2
  where number = $1 and kind = 'withdrawal' and settled_at is null and (verdict is null or verdict = $2)`
const ACCOUNT = `
  select a.bank_name, a.last4, a.account_type, a.created_at from app.saved_bank_account a where a.id = $1`
/** What the rule saw, from the case alone: asked again, it could be answered otherwise by now. */
const SEEN = `
  select (c.seen ->> 'closing')::boolean as closing, array(
    select coalesce('@' || m.handle, o.id || ' (has left)')
    from jsonb_array_elements_text(c.seen -> 'others') as o (id) left join app.member m on m.id = o.id::uuid
    order by 1) as others
  from app.support_case c where c.kind = 'withdrawal' and c.subject = $1 and c.seen is not null`

interface Account {
  readonly bank_name: string | null
  readonly last4: string
  readonly account_type: string
  readonly created_at: Date
}

interface Seen {
  readonly closing: boolean
  readonly others: readonly string[]
}

const seenLines = (seen: Seen | undefined): readonly string[] => {
  if (!seen) return ['  what the rule saw was not written down']
  const { others, closing } = seen
  return [
    others.length === 0 ? '  no other member had this account' : `  also of ${others.join(', ')}`,
    ...(closing ? ['  their account is closing: after this payment it is erased'] : []),
  ]
}

/** What an operator has to know of a withdrawal to decide about it. */
export const reviewLines = async (pool: Pool, withdrawalId: string): Promise<readonly string[]> => {
  const row = await withdrawalById(pool, withdrawalId)
  if (!row) return []
  const { rows } = await pool.query<Account>(ACCOUNT, [row.accountId])
  const [account] = rows
  const amount = `$${formatMinor('USD', row.minor)}`
  const lines = [
    `  withdrawal of ${amount} by ${row.rail}, ${row.state}, npm run ledger -- trace ${withdrawalId}`,
  ]
  const { rows: found } = await pool.query<Seen>(SEEN, [withdrawalId])
  const seen = seenLines(found[0])
  if (!account) return [...lines, ...seen]
  const name = `${account.bank_name ?? 'bank'} ••••${account.last4}`
  return [...lines, `  to ${name}, ${account.account_type}, saved on ${dayOf(account.created_at)}`, ...seen]
}

/**
 * Decides about a withdrawal that waits; the server carries it out, at once where it runs.
 * @throws {CaseRefused} no withdrawal waits in this case, or it was decided otherwise
 */
export const decideReview = async (pool: Pool, number: string, verdict: Verdict): Promise<string> => {
  const isNumber = /^[1-9]\d{0,14}$/.test(number)
  const { rowCount } = isNumber ? await pool.query(DECIDE, [number, verdict]) : { rowCount: 0 }
  if (rowCount === 0)
    throw new CaseRefused(`In case ${number} no withdrawal waits to be decided, or it was decided otherwise.`)
  await pool.query('select pg_notify($1, $2)', [WORK_CHANNEL, REVIEW_WORK])
  return `The server ${verdict === 'release' ? 'releases' : 'stops'} it; case ${number} then says so.`
}
