import { identityCheckOperations, type TestPerson } from '../../api/contract/identity-check.ts'
import { call } from './client.ts'
import { credentials } from './credentials.ts'
import { ownProfile } from './profile.ts'
import { refreshDocument } from './refresh.ts'
import { answerOf } from './sources.ts'

/** Whether it was verified who the member is, and what they can do about it. */
export const identityCheck = answerOf('identity-check', identityCheckOperations.getIdentityCheck)

/** Refreshes what else shows the state of a check. */
export const refreshWhatShowsIdentity = async (): Promise<void> => {
  await Promise.all([refreshDocument(ownProfile), refreshDocument(credentials)])
}

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
export const answerIdentityCheck = async (person: TestPerson): Promise<void> => {
  await call(identityCheckOperations.answerIdentityCheck, { body: { person } })
  await refreshDocument(identityCheck)
}
