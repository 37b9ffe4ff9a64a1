import type { PoolClient } from 'pg'
import { addBusinessDays } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import { derivedId } from '../../events/ids.ts'

const DUE_DAYS = 1
/** Differences that a case names; the statement has all of them. */
const NAMED_MAX = 20

const OPEN = `
  insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on)
  values (null, 'reconciliation', $1, 'differs', 'open', $2, $3)
  on conflict (subject) where member_id is null do update set state = 'open', decision = null,
    due_on = case app.support_case.state when 'open' then app.support_case.due_on else excluded.due_on end
  returning number`
const KNOWN = `
  select number from app.support_case where member_id is null and subject = $1 and state = 'open' for update`
const SAY = `
  insert into app.case_entry (number, place, at, by_operator, text)
  select $1::bigint, coalesce(max(place), 0) + 1, $2::timestamptz, false, $3::text from app.case_entry where number = $1
  having $3::text is distinct from (array_agg(text order by place desc) filter (where not by_operator))[1]`
const CLOSE = `update app.support_case set state = 'answered' where number = $1`

/**
 * Keeps one case of a bank that does not agree with the ledger, for the operator alone: opens it, adds what has changed,
 * and ends it once both agree. Repeated, it adds nothing.
 * @param differences one line each; none: both agree
 */
export const reportDifferences = async (
  client: PoolClient,
  {
    bank,
    at,
    differences,
  }: { readonly bank: string; readonly at: Date; readonly differences: readonly string[] },
): Promise<void> => {
  const subject = derivedId('reconciliation', bank)
  if (differences.length === 0) {
    const { rows } = await client.query<{ number: bigint }>(KNOWN, [subject])
    const [known] = rows
    if (!known) return
    await client.query(SAY, [known.number.toString(), at, `${bank} and the ledger agree again.`])
    await client.query(CLOSE, [known.number.toString()])
    return
  }
  const { rows } = await client.query<{ number: bigint }>(OPEN, [
    subject,
    at,
    dayOf(addBusinessDays(at, DUE_DAYS)),
  ])
  const more = differences.length - NAMED_MAX
  const lines = [...differences.slice(0, NAMED_MAX), ...(more > 0 ? [`and ${more} more`] : [])]
  await client.query(SAY, [
    rows[0]?.number.toString(),
    at,
    `${bank} and the ledger differ:\n${lines.join('\n')}`,
  ])
}
