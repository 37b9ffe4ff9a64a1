import { ApiError, OfflineError, UnknownOutcomeError } from '../data/errors.ts'

/**
 * What a failed attempt to move value means for its key:
 * - `not_sent`: this attempt did nothing, which says nothing of an earlier one under the same key; so it is when the
 *   server turned it away at the door, having no time or no session for it;
 * - `lost`: it may have arrived, or an earlier one under the key is still being worked on: ask by key;
 * - `refused`: the server's final word for this key.
 */
type Fate = 'not_sent' | 'lost' | 'refused'

/** The fate that whatever a call threw tells of. */
export const fateOf = (error: unknown): Fate => {
  if (error instanceof OfflineError) return 'not_sent'
  if (error instanceof UnknownOutcomeError) return 'lost'
  if (!(error instanceof ApiError)) return 'refused'
  if (error.status === 429 || error.status === 401) return 'not_sent'
  return error.status === 409 ? 'lost' : 'refused'
}
