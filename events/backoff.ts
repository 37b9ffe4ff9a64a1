/** The pauses between attempts at something that fails. */
interface Backoff {
  /** How long to wait before the next attempt, ms; longer each time. */
  readonly nextMs: () => number
  /** After a success: the next pause is the first one again. */
  readonly reset: () => void
}

/**
 * Pauses from `minMs` on, doubled each time up to `maxMs`. Each is shortened at random by up to `spread` of it, so that
 * those who failed together don't all come back at the same moment.
 */
export const createBackoff = ({
  minMs,
  maxMs,
  spread = 0.25,
  random = Math.random,
}: {
  readonly minMs: number
  readonly maxMs: number
  /** Default a quarter; 1 for those who were in each other's way. */
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
