import type { Case } from '../contract/cases.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { memberNotFound } from '../identity/look-ups.ts'
import type { Platform } from '../platform.ts'
import type { CaseRow, Cases } from './cases.ts'
import { caseViews } from './views.ts'

interface CasesArea extends Pick<Platform, 'members' | 'blocks'> {
  readonly cases: Cases
}

/** @throws {HttpError} 404 there is none */
const shown = async (area: CasesArea, memberId: string, row: CaseRow | null): Promise<{ case: Case }> => {
  const [view] = row ? await caseViews(area, memberId, [row]) : []
  if (!view) throw new HttpError(404, 'case_not_found', 'You have no case with this number.')
  return { case: view }
}

/** Registers the routes of what members report. */
export const registerCases = (api: ApiRouter, area: CasesArea): void => {
  const { cases, members } = area
  registerOperation(api, operations.listCases, async ({ member }) => ({
    cases: await caseViews(area, member.id, await cases.of(member.id)),
  }))
  registerOperation(
    api,
    operations.reportMember,
    async ({ member, body: { identifier, reason, details } }) => {
      const person = await members.find(identifier, member.id)
      if (!person) throw memberNotFound('recipient_not_found', 'identifier')
      if (person.id === member.id) {
        const sentence = 'This is you: report somebody else.'
        throw new HttpError(422, 'own_account', sentence, { fields: { identifier: sentence } })
      }
      await cases.report({ memberId: member.id, kind: 'member', subject: person.id, reason, text: details })
      return shown(area, member.id, await cases.about(member.id, 'member', person.id))
    },
    { limit: api.limits.lookup },
  )
  registerOperation(api, operations.addToCase, async ({ member, params: { number }, body }) =>
    shown(area, member.id, await cases.add(member.id, number, body.text)),
  )
}
