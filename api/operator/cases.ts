import type { Pool } from 'pg'
import { lineOf } from '../../projections/activity/queries.ts'
import { CASE, type CaseRow } from '../cases/cases.ts'
import type { HouseReport } from '../cases/house-cases.ts'
import { CASE_TEXT_MAX } from '../contract/cases.ts'
import { inTransaction } from '../database/database.ts'
import { lineOf as activityOf } from '../cases/views.ts'
import { CaseRefused } from './case-refused.ts'
import { addNotifications } from '../notifying/notifying.ts'
import { reviewLines } from './reviews.ts'

/** Days in which an error has to be decided where the money is given for the time being (12 CFR 1005.11(c)(2)). */
const LONGER_DAYS = 45

interface Found extends Omit<CaseRow, 'kind'> {
  readonly kind: CaseRow['kind'] | HouseReport['kind']
  readonly memberId: string | null
  /** It is about a withdrawal that waits for the operator. */
  readonly isWaiting: boolean
  /** "@ada", or the id of a member whose account is closed. */
  readonly from: string
  /** "@grace" where the case is about a member. */
  readonly about: string
}

const handleOf = (id: string): string =>
  `coalesce((select '@' || m.handle from app.member m where m.id = ${id}), ${id}::text, 'the server')`

const SELECT = `select ${CASE}, c.member_id as "memberId",
  c.kind = 'withdrawal' and c.settled_at is null as "isWaiting", ${handleOf('c.member_id')} as "from",
  ${handleOf('c.subject')} as about from app.support_case c`

/** Cases in the order in which they are due: those that await an answer, or all of them. */
export const casesToAnswer = async (pool: Pool, all: boolean): Promise<readonly Found[]> => {
  const { rows } = await pool.query<Found>(
    `${SELECT} where $1 or c.state = 'open' order by c.state = 'answered', c.due_on, c.number`,
    [all],
  )
  return rows
}

const caseOf = async (pool: Pool, number: string): Promise<Found> => {
  const { rows } = /^[1-9]\d{0,14}$/.test(number)
    ? await pool.query<Found>(`${SELECT} where c.number = $1`, [number])
    : { rows: [] }
  if (!rows[0]) throw new CaseRefused(`There is no case ${number}.`)
  return rows[0]
}

const isLate = ({ state, dueOn }: Pick<CaseRow, 'state' | 'dueOn'>): boolean =>
  state === 'open' && dueOn < new Date().toISOString().slice(0, 10)

/** One line for a list. */
export const lineOfCase = (found: Found): string => {
  const state = found.state === 'answered' ? `answered${found.decision ? `, ${found.decision}` : ''}` : 'open'
  const due = isLate(found) ? `LATE since ${found.dueOn}` : `due ${found.dueOn}`
  const whats = {
    movement: 'a movement',
    withdrawal: 'a withdrawal',
    member: found.about,
    reconciliation: 'the bank',
    owed: 'closed wallets',
  }
  return `${found.number}  ${state}  ${due}  ${found.from} about ${whats[found.kind]}: ${found.reason}`
}

/** A case with everything that was said, and the movement that it is about. */
export const wholeCase = async (pool: Pool, number: string): Promise<string> => {
  const found = await caseOf(pool, number)
  const line =
    found.kind === 'movement' && found.memberId !== null
      ? await lineOf(pool, found.memberId, found.subject)
      : null
  const movement =
    line === null
      ? []
      : [`  ${line.kind} of ${line.currency} ${line.minor} (minor units), npm run ledger -- trace ${line.id}`]
  const review = found.kind === 'withdrawal' ? await reviewLines(pool, found.subject) : []
  const said = found.entries.map(
    ({ at, by, text }) =>
      // Marked line by line, so that no text passes for an entry of somebody else.
      `\n${at} ${by === 'operator' ? 'operator' : found.from}:\n  | ${text.replaceAll('\n', '\n  | ')}`,
  )
  return [lineOfCase(found), ...movement, ...review, ...said].join('\n')
}

/** What an operator says in a case. */
export interface Answer {
  readonly text: string
  /** `longer`: it stays open, for 45 days from its beginning; otherwise it is answered, with a decision or without. */
  readonly outcome: 'answered' | 'upheld' | 'dismissed' | 'longer'
}

/**
 * Adds the operator's words, and tells the member; of a case of no member they are a note. A withdrawal that waits goes on
 * waiting: its case is over when it was released or stopped.
 * @throws {CaseRefused} none with this number, the words are none or too many, or such a case was to be decided by them
 */
export const answerCase = async (pool: Pool, number: string, { text, outcome }: Answer): Promise<void> => {
  if (text.trim() === '' || text.length > CASE_TEXT_MAX)
    throw new CaseRefused(`An answer has 1 to ${CASE_TEXT_MAX} characters.`)
  const { memberId, kind, subject, isWaiting } = await caseOf(pool, number)
  if (isWaiting && outcome !== 'answered')
    throw new CaseRefused(`Case ${number} is a withdrawal that waits: release it or stop it.`)
  await inTransaction(pool, async (client) => {
    await client.query('select from app.support_case where number = $1 for update', [number])
    // Where the sandbox's clock was put forward, the answer must not come before what it answers.
    const { rows } = await client.query<{ place: number; at: Date }>(
      `insert into app.case_entry (number, place, at, by_operator, text)
       select $1, max(place) + 1, greatest(now(), max(at)), true, $2 from app.case_entry where number = $1
       returning place, at`,
      [number, text],
    )
    const [entry] = rows
    if (!entry) throw new CaseRefused(`Case ${number} is gone: its member has closed the account.`)
    if (!isWaiting)
      await client.query(
        outcome === 'longer'
          ? `update app.support_case set due_on = (opened_at + interval '${LONGER_DAYS} days')::date where number = $1`
          : `update app.support_case set state = 'answered', decision = nullif($2, 'answered') where number = $1`,
        outcome === 'longer' ? [number] : [number, outcome],
      )
    if (memberId === null) return
    await addNotifications(client, [
      {
        memberId,
        subject: `${number}:${entry.place}`,
        facts: { kind: 'case', number: Number(number), activityId: activityOf(kind, subject) },
        at: entry.at.toISOString(),
      },
    ])
  })
}
