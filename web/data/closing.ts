import { profileOperations } from '../../api/contract/profile.ts'
import type { BodyInput } from '../../api/contract/operation.ts'
import { changing } from './changing.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
import { answerOf } from './sources.ts'

/** What closing the account would do, and a closing under way. */
export const closing = answerOf('closing', profileOperations.getClosing)

export type ClosingChoices = BodyInput<typeof profileOperations.beginClosing>

/** Closes the account, or begins to. Idempotent: an account is closed once. Rejects as `call` does. */
export const closeAccount = async (body: ClosingChoices): Promise<{ readonly closed: boolean }> => {
  const { data } = await call(profileOperations.beginClosing, { body })
  if (!data.closed) await refreshDocument(closing)
  return data
}

/** The account stays open. Rejects as `call` does. */
export const stopClosing = () => changing(closing)(profileOperations.stopClosing, {})
