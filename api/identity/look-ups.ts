import { Refusal } from '../../events/refusal.ts'
import { HttpError } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limits.ts'

/**
 * The answer for a name that nobody has, and for one whose member has blocked the caller: always the same sentence.
 * @param field of the call that has the name
 */
export const memberNotFound = (code: 'recipient_not_found' | 'payer_not_found', field: string): Refusal => {
  const sentence = 'No member has this handle, email or DID.'
  return new Refusal(code, sentence, { [field]: sentence })
}

/**
 * Counts a refused call as a payee look-up, whatever refuses it: a rule, or the demand for a fresh sign-in. The reason
 * of a refused transfer reveals whether its recipient is a member, so transfers that fail on purpose would bypass the
 * limit on look-ups; above it, a member and a stranger get the same answer.
 */
export const refusalsCount =
  <C extends { readonly member: { readonly id: string } }, More extends unknown[], R>(
    limit: RateLimit,
    handler: (call: C, ...more: More) => Promise<R>,
  ): ((call: C, ...more: More) => Promise<R>) =>
  async (call, ...more) => {
    try {
      return await handler(call, ...more)
    } catch (error) {
      if (error instanceof Refusal || error instanceof HttpError) await limit(call.member.id)
      throw error
    }
  }
