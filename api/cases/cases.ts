import type { Pool, PoolClient } from 'pg'
import { addBusinessDays } from '../../events/business-days.ts'
import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { CASE_ENTRIES_MAX, OPEN_CASES_MAX } from '../contract/cases.ts'
import { inTransaction } from '../database/database.ts'

/** Business days in which an error that a member reports has to be looked into (Regulation E, 12 CFR 1005.11(c)). */
const ANSWER_DAYS = 10

/** A case as it is stored, with what was said, oldest first. */
export interface CaseRow {
  readonly number: number
  readonly kind: 'movement' | 'member' | 'withdrawal'
  /** The event of the line of activity, the reported member, or the withdrawal. */
  readonly subject: string
  readonly reason: string
  readonly state: 'open' | 'answered'
  readonly decision: 'upheld' | 'dismissed' | null
  readonly openedAt: string
  /** `yyyy-mm-dd`. */
  readonly dueOn: string
  readonly entries: readonly {
    readonly at: string
    readonly by: 'member' | 'operator'
    readonly text: string
  }[]
}

/** ISO 8601 in UTC of a column or expression, as `Date.toISOString` writes it. */
const iso = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: {@link CaseRow} of `support_case as c`. */
export const CASE = `c.number::int as number, c.kind, c.subject, c.reason, c.state, c.decision,
  ${iso('c.opened_at')} as "openedAt", c.due_on::text as "dueOn",
  (select jsonb_agg(jsonb_build_object('at', ${iso('e.at')}, 'text', e.text,
      'by', case when e.by_operator then 'operator' else 'member' end) order by e.place)
    from app.case_entry e where e.number = c.number) as entries`

/** What a member says of a subject. */
export interface Report {
  readonly memberId: string
  readonly kind: 'movement' | 'member'
  readonly subject: string
  readonly reason: string
  readonly text: string
}

interface Known {
  readonly number: string
  readonly reason: string
  readonly entries: number
  /** Who spoke last, and what. */
  readonly by_operator: boolean
  readonly text: string
}

/** Holds the case until the end of the transaction, so that entries get their places one after the other. */
const held = async (client: PoolClient, where: string, values: readonly unknown[]): Promise<Known | null> => {
  const { rows } = await client.query<Known>(
    `select c.number, c.reason, last.place as entries, last.by_operator, last.text
     from app.support_case c cross join lateral
       (select place, by_operator, text from app.case_entry e where e.number = c.number order by place desc limit 1) last
     where ${where} for update of c`,
    [...values],
  )
  return rows[0] ?? null
}

/** Adds what the member says, and opens the case again. Nothing when it is what was said last: a repeated call. */
const add = async (
  client: PoolClient,
  known: Known,
  { reason, text, at }: { readonly reason: string; readonly text: string; readonly at: Date },
): Promise<void> => {
  if (!known.by_operator && known.text === text && known.reason === reason) return
  if (known.entries >= CASE_ENTRIES_MAX) {
    const sentence = `A case can have at most ${CASE_ENTRIES_MAX} messages: please write to the operator.`
    throw new Refusal('case_full', sentence)
  }
  await client.query(
    `with opened as (update app.support_case set state = 'open', reason = $2 where number = $1)
     insert into app.case_entry (number, place, at, by_operator, text) values ($1, $3, $4, false, $5)`,
    [known.number, reason, known.entries + 1, at, text],
  )
}

const insert = async (client: PoolClient, report: Report, at: Date): Promise<void> => {
  const dueOn = addBusinessDays(at, ANSWER_DAYS).toISOString().slice(0, 10)
  await client.query(
    `with opened as (
       insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on)
       values ($1, $2, $3, $4, 'open', $5, $6) returning number)
     insert into app.case_entry (number, place, at, by_operator, text)
     select number, 1, $5, false, $7 from opened`,
    [report.memberId, report.kind, report.subject, report.reason, at, dueOn, report.text],
  )
}

const assertRoom = async (client: PoolClient, memberId: string): Promise<void> => {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from app.support_case where member_id = $1 and state = 'open'`,
    [memberId],
  )
  if ((rows[0]?.open ?? 0) < OPEN_CASES_MAX) return
  const sentence = `${OPEN_CASES_MAX} of your reports await an answer: wait for one before you report anything else.`
  throw new Refusal('too_many_cases', sentence)
}

const ONE_AFTER_THE_OTHER = `select pg_advisory_xact_lock(hashtextextended('cases ' || $1::text, 0))`

/** Cases of members, in `app.support_case`. */
export interface Cases {
  /** Opens a case, or adds to the one that there is of the subject; safe to repeat. @throws {Refusal} `too_many_cases`, `case_full` */
  readonly report: (report: Report) => Promise<void>
  /** Adds to a case; returns it, null when the member has none with this number. @throws {Refusal} `case_full` */
  readonly add: (memberId: string, number: string, text: string) => Promise<CaseRow | null>
  /** The latest 100 of a member, the latest first. */
  readonly of: (memberId: string) => Promise<readonly CaseRow[]>
  /** Null when there is none. */
  readonly about: (memberId: string, kind: CaseRow['kind'], subject: string) => Promise<CaseRow | null>
}

export const createCases = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Cases => ({
  report: (report) =>
    inTransaction(pool, async (client) => {
      const { memberId, kind, subject, reason, text } = report
      await client.query(ONE_AFTER_THE_OTHER, [memberId])
      const known = await held(client, 'c.member_id = $1 and c.kind = $2 and c.subject = $3', [
        memberId,
        kind,
        subject,
      ])
      if (known) return add(client, known, { reason, text, at: clock() })
      await assertRoom(client, memberId)
      return insert(client, report, clock())
    }),
  add: (memberId, number, text) =>
    inTransaction(pool, async (client) => {
      const known = await held(client, 'c.member_id = $1 and c.number = $2', [memberId, number])
      if (!known) return null
      await add(client, known, { reason: known.reason, text, at: clock() })
      const { rows } = await client.query<CaseRow>(
        `select ${CASE} from app.support_case c where c.number = $1`,
        [number],
      )
      return rows[0] ?? null
    }),
  of: async (memberId) => {
    const { rows } = await pool.query<CaseRow>({
      name: 'cases-of',
      text: `select ${CASE} from app.support_case c where c.member_id = $1 order by c.number desc limit 100`,
      values: [memberId],
    })
    return rows
  },
  about: async (memberId, kind, subject) => {
    const { rows } = await pool.query<CaseRow>({
      name: 'case-about',
      text: `select ${CASE} from app.support_case c where c.member_id = $1 and c.kind = $2 and c.subject = $3`,
      values: [memberId, kind, subject],
    })
    return rows[0] ?? null
  },
})
