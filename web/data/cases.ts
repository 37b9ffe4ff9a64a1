import { type Case, caseOperations, type MemberReason } from '../../api/contract/cases.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
import { fieldOf } from './sources.ts'

/** What the member has reported, the latest first, with the operator's answers. */
export const cases = fieldOf('cases', caseOperations.listCases, 'cases')

/** `handle`: with or without @. Rejects as `call` does. */
export const reportMember = async (handle: string, reason: MemberReason, details: string): Promise<Case> => {
  const { data } = await call(caseOperations.reportMember, { body: { identifier: handle, reason, details } })
  await refreshDocument(cases)
  return data.case
}

/** Adds to a case, which is open again then. Rejects as `call` does. */
export const addToCase = async (number: number, text: string): Promise<void> => {
  await call(caseOperations.addToCase, { params: { number: String(number) }, body: { text } })
  await refreshDocument(cases)
}
