import { ApiError, OfflineError, UnknownOutcomeError } from '../data/errors.ts'

/**
 * What a failed attempt to move value means for its key:
 * - `not_sent`: this attempt did nothing, an earlier one under the same key may have; also when the server rejected it
 *   with 429 (too many requests) or 401 (no session);
 * - `lost`: it may have arrived, or an earlier one under the key is still being processed (409): ask by key;
 * - `refused`: the server's final result for this key.
 */
type Fate = 'not_sent' | 'lost' | 'refused'

/** The fate for an error that a call threw. */
export const fateOf = (error: unknown): Fate => {
  if (error instanceof OfflineError) return 'not_sent'
  if (error instanceof UnknownOutcomeError) return 'lost'
  if (!(error instanceof ApiError)) return 'refused'
  if (error.status === 429 || error.status === 401) return 'not_sent'
  return error.status === 409 ? 'lost' : 'refused'
}
