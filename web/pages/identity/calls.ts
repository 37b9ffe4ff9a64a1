import { identityCheckOperations, type TestPerson } from '../../../api/contract/identity-check.ts'
import { changing } from '../../data/changing.ts'
import { call } from '../../data/client.ts'
import { refreshDocument } from '../../data/refresh.ts'
import { answerOf } from '../../data/sources.ts'

/** Whether it was verified who the member is, and what they can do about it. */
export const identityCheck = answerOf('identity-check', identityCheckOperations.getIdentityCheck)

/**
 * Begins a check, or goes on with the open one. Returns the provider's page, good for one visit; null when there is
 * nothing to do there.
 */
export const beginIdentityCheck = async (): Promise<string | null> => {
  const { data } = await call(identityCheckOperations.beginIdentityCheck, {})
  if (data.url === null) await refreshDocument(identityCheck)
  return data.url
}

/** Answers the sandbox's check as one of its test persons. */
export const answerIdentityCheck = (person: TestPerson) =>
  changing(identityCheck)(identityCheckOperations.answerIdentityCheck, { body: { person } })
