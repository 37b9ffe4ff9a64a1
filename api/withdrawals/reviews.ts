import type { Pool } from 'pg'
import { addBusinessDays } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { WithdrawalRow } from '../../projections/withdrawals/queries.ts'
import { lineOf } from '../cases/views.ts'
import { inTransaction } from '../database/database.ts'
import { addNotifications } from '../notifying/notifying.ts'
import { isStopReason, reasonSentence, reviewSentence, type Verdict } from './reasons.ts'

/** Business days within which a person has looked at a withdrawal. */
const DUE_DAYS = 2

const OPEN = `
  with opened as (
    insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on, seen)
    values ($1, 'withdrawal', $2, $3, 'open', $4, $5, (
      select jsonb_build_object('others', others, 'closing', is_last) from app.account_sighting
      where withdrawal_id = $2))
    on conflict (member_id, kind, subject) do nothing returning number)
  insert into app.case_entry (number, place, at, by_operator, text) select number, 1, $4, true, $6 from opened`
const NUMBERS = `
  select subject, number::int from app.support_case where kind = 'withdrawal' and subject = any($1::uuid[])`
const UNSETTLED = `
  select number::int, subject, verdict from app.support_case
  where kind = 'withdrawal' and settled_at is null order by number`
const HELD = `select 1 from app.support_case where number = $1 and settled_at is null for update`
const SETTLE = `update app.support_case set settled_at = $2, state = 'answered', decision = $3 where number = $1`
// Where the sandbox's clock was put forward, the answer must not come before what it answers.
const SAY = `
  insert into app.case_entry (number, place, at, by_operator, text)
  select $1, max(place) + 1, greatest($2, max(at)), true, $3 from app.case_entry where number = $1
  returning place, at`

/** A review whose withdrawal was still waiting when somebody last looked. */
export interface OpenReview {
  readonly number: number
  readonly withdrawalId: string
  readonly verdict: Verdict | null
}

/** Cases of withdrawals that a person has to look at, one of each. */
export interface Reviews {
  /** Opens the case of a withdrawal that waits, with what the rule saw; safe to repeat. */
  readonly open: (withdrawal: WithdrawalRow) => Promise<void>
  /** The numbers of the cases of withdrawals that have one. */
  readonly numbersOf: (withdrawalIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly unsettled: () => Promise<readonly OpenReview[]>
  /** Says in the case what became of a withdrawal that does not wait any more; safe to repeat. */
  readonly settle: (number: number, withdrawal: WithdrawalRow) => Promise<void>
}

const outcomeOf = ({ state, reason }: WithdrawalRow) => {
  // Its member knows.
  if (state === 'cancelled') return { decision: null, text: 'You cancelled this withdrawal.', isTold: true }
  // The notification of the failed withdrawal says so.
  if (state === 'failed' && isStopReason(reason))
    return { decision: 'dismissed', text: reasonSentence(reason, state), isTold: true }
  const text = 'We have looked at it: this withdrawal goes on.'
  return { decision: 'upheld', text, isTold: false }
}

export const createReviews = (pool: Pool, clock: Clock): Reviews => ({
  open: async ({ id, memberId, reason }) => {
    const now = clock()
    const due = dayOf(addBusinessDays(now, DUE_DAYS))
    await pool.query(OPEN, [memberId, id, reason, now, due, reviewSentence(reason)])
  },
  numbersOf: async (withdrawalIds) => {
    if (withdrawalIds.length === 0) return new Map()
    const { rows } = await pool.query<{ subject: string; number: number }>(NUMBERS, [withdrawalIds])
    return new Map(rows.map(({ subject, number }) => [subject, number]))
  },
  unsettled: async () => {
    const { rows } = await pool.query<{ number: number; subject: string; verdict: Verdict | null }>(UNSETTLED)
    return rows.map(({ number, subject: withdrawalId, verdict }) => ({ number, withdrawalId, verdict }))
  },
  settle: (number, withdrawal) =>
    inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(HELD, [number])
      if (rowCount === 0) return
      const { decision, text, isTold } = outcomeOf(withdrawal)
      await client.query(SETTLE, [number, clock(), decision])
      const { rows } = await client.query<{ place: number; at: Date }>(SAY, [number, clock(), text])
      const [entry] = rows
      if (!entry || isTold) return
      const { id, memberId } = withdrawal
      const facts = { kind: 'case', number, activityId: lineOf('withdrawal', id) } as const
      await addNotifications(client, [
        { memberId, subject: `${number}:${entry.place}`, facts, at: entry.at.toISOString() },
      ])
    }),
})
