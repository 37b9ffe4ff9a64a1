/** Pauses between retries. */
interface Backoff {
  /** How long to wait before the next attempt, ms; longer each time. */
  readonly nextMs: () => number
  /** After a success: the next pause is the shortest again. */
  readonly reset: () => void
}

/**
 * Pauses that start at `minMs` and double up to `maxMs`. Each is shortened at random by up to the fraction `spread`, so
 * that callers that failed together do not all retry at the same moment.
 */
export const createBackoff = ({
  minMs,
  maxMs,
  spread = 0.25,
  random = Math.random,
}: {
  readonly minMs: number
  readonly maxMs: number
  /** Default a quarter; 1 for writers that conflict with each other. */
  readonly spread?: number
  readonly random?: () => number
}): Backoff => {
  let attempts = 0
  return {
    nextMs: () => {
      const ms = Math.min(maxMs, minMs * 2 ** attempts)
      attempts = Math.min(attempts + 1, 30)
      return ms * (1 - random() * spread)
    },
    reset: () => {
      attempts = 0
    },
  }
}
