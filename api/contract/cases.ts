import * as z from 'zod/mini'
import { Id, MemberIdentifier, Timestamp, writtenText } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

/** What can be wrong with a movement. */
export const ReportReason = z.enum(
  ['not_mine', 'wrong_amount', 'wrong_person', 'not_arrived', 'words', 'other'],
  'The reason is not_mine, wrong_amount, wrong_person, not_arrived, words or other.',
)
export type ReportReason = z.infer<typeof ReportReason>

/** What can be wrong with how a member behaves. */
export const MemberReason = z.enum(
  ['impersonation', 'scam', 'harassment', 'other'],
  'The reason is impersonation, scam, harassment or other.',
)
export type MemberReason = z.infer<typeof MemberReason>

/** Why a person looks at a withdrawal before it goes. */
export const ReviewReason = z.enum(['account_ownership', 'just_received', 'many_in_a_day', 'near_limit'])
export type ReviewReason = z.infer<typeof ReviewReason>

/** How many characters one message in a case can have. */
export const CASE_TEXT_MAX = 1000
/** How many cases of one member can await an answer at once, and how many messages one case can have. */
export const OPEN_CASES_MAX = 50
export const CASE_ENTRIES_MAX = 100

/** What a member writes in a case. */
export const CaseText = writtenText('What is wrong', CASE_TEXT_MAX).check(
  z.refine((text) => text.trim() !== '', 'Please say what is wrong.'),
)

const CaseEntry = z.object({ at: Timestamp, by: openEnum(z.enum(['member', 'operator'])), text: z.string() })

/** Something that needs a person: what the member reported, or a withdrawal that is looked at, and what was said of it. */
export const Case = z.object({
  number: z.int(),
  about: openEnum(z.enum(['movement', 'member', 'withdrawal'])),
  reason: openEnum(
    z.enum([...ReportReason.options, 'impersonation', 'scam', 'harassment', ...ReviewReason.options]),
  ),
  /** The line of activity that it is about; null if it is about a member. */
  activity_id: z.nullable(Id),
  /** The reported member; null if it is about something else. */
  person: z.nullable(z.object({ name: z.string(), handle: z.string() })),
  /** `open`: the operator has to answer, by the end of `due_on` at the latest. */
  state: openEnum(z.enum(['open', 'answered'])),
  /**
   * Whether the operator found the member right, or let the withdrawal go; null until that was decided, and where there
   * is nothing to decide.
   */
  decision: z.nullable(openEnum(z.enum(['upheld', 'dismissed']))),
  opened_at: Timestamp,
  due_on: z.iso.date(),
  /** Oldest first; the first is what the member reported, or why the withdrawal is looked at. */
  entries: z.array(CaseEntry),
})
export type Case = z.infer<typeof Case>

export const caseOperations = defineOperations({
  listCases: member.get('/api/cases', {
    batchable: true,
    summary:
      'What the member has reported and which withdrawals were looked at, the latest 100, with what was answered',
    response: z.object({ cases: z.array(Case) }),
  }),
  reportMember: member.post('/api/cases', {
    summary:
      'Reports another member to the operator; they are not told. Said again in other words, it is one case',
    body: z.strictObject({ identifier: MemberIdentifier, reason: MemberReason, details: CaseText }),
    response: z.object({ case: Case }),
    status: 201,
  }),
  addToCase: member.post('/api/cases/{number}/entries', {
    summary: 'Adds to one of the member’s cases; one that was answered is open again',
    params: z.strictObject({
      number: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'The number of a case is a whole number.')),
    }),
    body: z.strictObject({ text: CaseText }),
    response: z.object({ case: Case }),
  }),
})
