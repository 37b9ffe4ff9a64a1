import { operations } from '../../../../api/contract/operations.ts'
import { ProvisionRequest } from '../../../../api/contract/devices.ts'
import { call } from '../../../data/client.ts'
import { ApiError, OfflineError, sentenceOf, UnknownOutcomeError } from '../../../data/errors.ts'
import type { AddEvent, Problem } from './machine.ts'
import { type AddValues, requestOf } from './values.ts'

export const ORDER_FAILED = 'eSIM provisioning failed'

/** What the contract finds wrong with a form before it is sent; null when nothing is. */
export const problemOf = (values: AddValues): Problem | null => {
  const parsed = ProvisionRequest.safeParse(requestOf(values))
  if (parsed.success) return null
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const),
  )
  return { reason: null, fields }
}

/** Too many requests: turned away at the door, nothing was looked at. */
const isTurnedAway = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && error.status === 429)

/** Orders the eSIM under its key; the outcome is one event, never a rejection. */
export const order = async (key: string, values: AddValues): Promise<AddEvent> => {
  try {
    await call(operations.provisionProfile, { body: requestOf(values), idempotencyKey: key })
    return { type: 'provisioned', key }
  } catch (error) {
    console.error(ORDER_FAILED, error)
    if (error instanceof UnknownOutcomeError) return { type: 'lost', key }
    const problem = {
      reason: sentenceOf(error, 'Something went wrong. Please try again.'),
      fields: error instanceof ApiError ? error.fields : {},
    }
    return isTurnedAway(error)
      ? { type: 'not_sent', key, problem }
      : { type: 'refused', key, problem, newKey: crypto.randomUUID() }
  }
}
