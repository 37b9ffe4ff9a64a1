/** How far the read models are behind the log. */
export interface Lag {
  /** The end of the log, when it was last looked at. */
  readonly head: bigint
  /** Positions of the log that the read models do not have yet, when it was last looked at. */
  readonly positions: bigint
  /** For how long they have not had the whole log; 0 while they have it, give or take two seconds. */
  readonly ms: number
  /** They certainly have what was in the log this long ago, ms; about half a second while all is well. */
  readonly certainMs: number
}

/** The log is looked at this often while somebody asks, ms. */
const LOOK_MS = 500
/** Read models are at the end of the log when they had all of it this long ago, ms. */
const TOLERANCE_MS = 2_000
/** Of the ends of the log that were seen and not reached yet, so many are remembered. */
const SEEN_MAX = 200

/**
 * Measures the lag of the read models: it looks at the end of the log from time to time, and at which of the ends seen
 * the read models have reached since. They certainly have everything from before the latest of those was seen. A process
 * that has seen none reached yet, such as one that has just started, asks for how long they have lacked what they lack.
 * While nobody asks it does nothing.
 */
export const createLagMeter = ({
  head,
  reached,
  lackedForMs,
  now = () => performance.now(),
}: {
  /** The position of the last event in the log. */
  readonly head: () => Promise<bigint>
  /** The position that all read models have reached, as far as this process knows. */
  readonly reached: () => bigint
  /** For how long the first event after a position has stood in the log, ms; 0 when there is none. */
  readonly lackedForMs: (position: bigint) => Promise<number>
  /** A monotonic clock, ms. */
  readonly now?: () => number
}): (() => Promise<Lag>) => {
  /** Ends of the log, oldest first. */
  const seen: { position: bigint; at: number }[] = []
  let wholeAt: number | null = null
  let reachedBefore = 0n
  let lookedAt = -Infinity
  let looking: Promise<void> | null = null

  const look = async (): Promise<void> => {
    const at = now()
    const position = await head()
    const had = reached()
    if (wholeAt === null && had < position) wholeAt = at - (await lackedForMs(had))
    const last = seen.at(-1)
    if (last?.position === position) last.at = at
    else seen.push({ position, at })
    // The oldest and the newest say the most.
    if (seen.length > SEEN_MAX) seen.splice(1, 1)
    // Only now: whoever asks before waits for it.
    lookedAt = at
  }
  /**
   * Read models are committed unflushed: a database that was killed may have taken some back, and then nothing holds of
   * what was known of them. 0 is unknown, not taken back.
   */
  const forgetWhatWasTakenBack = (position: bigint): void => {
    if (position === 0n) return
    if (position < reachedBefore) {
      seen.length = 0
      wholeAt = null
      lookedAt = -Infinity
    }
    reachedBefore = position
  }

  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = null)))

  return async () => {
    forgetWhatWasTakenBack(reached())
    const sinceMs = now() - lookedAt
    if (sinceMs > TOLERANCE_MS) await lookOnce()
    else if (sinceMs > LOOK_MS) lookOnce().catch(() => undefined) // the next call that must wait for it throws
    const position = reached()
    for (let first = seen[0]; first !== undefined && first.position <= position; first = seen[0]) {
      wholeAt = first.at
      seen.shift()
    }
    const ms = now() - (wholeAt ?? seen[0]?.at ?? lookedAt)
    const end = seen.at(-1)?.position ?? position
    return { head: end, positions: end - position, ms: ms <= TOLERANCE_MS ? 0 : ms, certainMs: ms }
  }
}
