import { caseOperations, type MemberReason } from '../../api/contract/cases.ts'
import { changing } from './changing.ts'
import { fieldOf } from './sources.ts'

/** What the member has reported, the latest first, with the operator's answers. */
export const cases = fieldOf('cases', caseOperations.listCases, 'cases')

const change = changing(cases)

/** `handle`: with or without @. Rejects as `call` does. */
export const reportMember = async (handle: string, reason: MemberReason, details: string) =>
  (await change(caseOperations.reportMember, { body: { identifier: handle, reason, details } })).case

/** Adds to a case, which is open again then. Rejects as `call` does. */
export const addToCase = (number: number, text: string) =>
  change(caseOperations.addToCase, { params: { number: String(number) }, body: { text } })
