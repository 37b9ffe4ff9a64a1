import { derivedId } from '../../events/ids.ts'
import type { Case } from '../contract/cases.ts'
import type { Person } from '../contract/person.ts'
import type { Blocks } from '../identity/blocks.ts'
import type { Members } from '../identity/members.ts'
import { namesOf } from '../identity/people.ts'
import type { CaseRow } from './cases.ts'

/** The line of activity that a case is about; null: none. */
export const lineOf = (kind: string, subject: string): string | null => {
  if (kind === 'withdrawal') return derivedId('WithdrawalRequested', subject)
  return kind === 'movement' ? subject : null
}

/** What views of cases ask of others. */
export interface CasesOfMembers {
  readonly members: Pick<Members, 'byIds'>
  readonly blocks: Pick<Blocks, 'blockersOf'>
}

const viewOf = (
  { number, kind, subject, state, decision, openedAt, dueOn, entries, ...row }: CaseRow,
  personOf: (id: string) => Person,
): Case => ({
  number,
  about: kind,
  // Written by a schema of the contract.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  reason: row.reason as Case['reason'],
  activity_id: lineOf(kind, subject),
  person: kind === 'member' ? personOf(subject) : null,
  state,
  decision,
  opened_at: openedAt,
  due_on: dueOn,
  entries: [...entries],
})

/**
 * Cases as their member sees them; names of reported members in one query. Who has blocked the member is nobody to them,
 * here too: a case would otherwise go on telling a handle that was changed to get away from them.
 */
export const caseViews = async (
  { members, blocks }: CasesOfMembers,
  memberId: string,
  rows: readonly CaseRow[],
): Promise<Case[]> => {
  const blockers = await blocks.blockersOf(memberId)
  const personOf = await namesOf(
    members,
    rows.map(({ kind, subject }) => (kind === 'member' && !blockers.has(subject) ? subject : null)),
  )
  return rows.map((row) => viewOf(row, personOf))
}
