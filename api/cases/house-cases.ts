import type { PoolClient } from 'pg'
import { addBusinessDays } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import { derivedId } from '../../events/ids.ts'

/** Business days; what a closed account is owed goes back within 14 days. */
const DUE_DAYS = { reconciliation: 1, owed: 9 } as const
/** Lines that a case has; the statement has all of them. */
const NAMED_MAX = 20

const OPEN = `
  insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on)
  values (null, $4, $1, $5, 'open', $2, $3)
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

/** What needs the operator and is about no member who could be told. */
export interface HouseReport {
  /** `reconciliation`: the bank and the ledger differ; `owed`: money came back into wallets that are closed. */
  readonly kind: 'reconciliation' | 'owed'
  /** The bank. */
  readonly about: string
  readonly at: Date
  /** What is the matter, one line each; none: nothing any more. */
  readonly lines: readonly string[]
}

const WORDS = {
  reconciliation: {
    reason: 'differs',
    begins: 'differs from the ledger:',
    ends: 'and the ledger agree again.',
  },
  owed: {
    reason: 'owed',
    begins: 'owes to closed wallets:',
    ends: 'owes nothing to closed wallets any more.',
  },
} as const

/**
 * Keeps one case of each kind for the operator alone: opens it, adds what has changed, and ends it once there is nothing
 * left. Repeated, it adds nothing.
 */
export const reportOfHouse = async (
  client: PoolClient,
  { kind, about, at, lines }: HouseReport,
): Promise<void> => {
  const subject = derivedId(kind, about)
  const { reason, begins, ends } = WORDS[kind]
  if (lines.length === 0) {
    const { rows } = await client.query<{ number: bigint }>(KNOWN, [subject])
    const [known] = rows
    if (!known) return
    await client.query(SAY, [known.number.toString(), at, `${about} ${ends}`])
    await client.query(CLOSE, [known.number.toString()])
    return
  }
  const due = dayOf(addBusinessDays(at, DUE_DAYS[kind]))
  const { rows } = await client.query<{ number: bigint }>(OPEN, [subject, at, due, kind, reason])
  const more = lines.length - NAMED_MAX
  const said = [...lines.slice(0, NAMED_MAX), ...(more > 0 ? [`and ${more} more`] : [])]
  await client.query(SAY, [rows[0]?.number.toString(), at, `${about} ${begins}\n${said.join('\n')}`])
}
