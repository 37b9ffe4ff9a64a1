import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Announcements } from './announcements.ts'
import { CHECKPOINT_CHANNEL, type CheckpointNotice } from './commit.ts'
import { arrayLiteral } from './array-literal.ts'
import { READ_SCHEMA } from './schema.ts'

/** While somebody waits, the table is read this often, ms, in case a notification was lost. */
const POLL_MS = 250

interface PositionWaiterOptions {
  /** Its connection reads in the schema of the read models. */
  readonly announcements: Announcements
  /** Default {@link READ_SCHEMA}. */
  readonly schema?: string
  /** Projections whose positions are followed. */
  readonly names: readonly string[]
}

export interface PositionWaiter {
  /**
   * The furthest position that a projection is known to have reached; 0n when nothing is known, as while the connection
   * is lost that tells of it.
   */
  readonly position: (name: string) => bigint
  /**
   * Waits until the projections `names` (default: all that are followed) have applied every event up to `position`.
   * @returns false when that takes longer than `timeoutMs`
   */
  readonly waitFor: (position: bigint, timeoutMs: number, names?: readonly string[]) => Promise<boolean>
  /** Calls `listener` with the names of projections that have moved, in any process. */
  readonly onProgress: (listener: (names: readonly string[]) => void) => void
  /** Whether somebody waits for one of these projections. */
  readonly isWaitedFor: (names: readonly string[]) => boolean
  /** Calls `listener` whenever somebody begins to wait, until the returned function is called. */
  readonly onWaiting: (listener: () => void) => () => void
  /** Reports directly what this process has just committed. */
  readonly reached: (names: readonly string[], position: bigint) => void
  /** Resolves every wait with false. */
  readonly close: () => void
}

interface Waiting {
  readonly position: bigint
  readonly names: readonly string[]
  readonly settle: (reached: boolean) => void
}

/** Not validated: only `commitStep` and the rebuild write to the channel. */
const parseNotice: (text: string) => CheckpointNotice = JSON.parse

/**
 * Lets readers wait for their own writes, in whatever process the projections run: every commit of a
 * projection sends a notification.
 */
export const createPositionWaiter = ({
  announcements,
  schema = READ_SCHEMA,
  names: followed,
}: PositionWaiterOptions): PositionWaiter => {
  const positions = new Map<string, bigint>()
  const waiting = new Set<Waiting>()
  const waitingListeners = new Set<() => void>()
  const listeners: ((names: readonly string[]) => void)[] = []
  const closing = new AbortController()
  let client: Client | undefined
  let polling = false

  const isReached = (position: bigint, names: readonly string[]): boolean =>
    names.every((name) => (positions.get(name) ?? 0n) >= position)

  const reached = (names: readonly string[], position: bigint): void => {
    const moved = names.filter((name) => position > (positions.get(name) ?? 0n))
    if (moved.length === 0) return
    for (const name of moved) positions.set(name, position)
    for (const one of waiting) if (isReached(one.position, one.names)) one.settle(true)
    for (const listener of listeners) listener(moved)
  }

  const stored = async (
    connection: Client,
  ): Promise<readonly (readonly [name: string, position: bigint])[]> => {
    const { rows } = await connection.query<{ name: string; position: string }>({
      name: 'positions',
      text: 'select name, position::text from checkpoint where name = any($1::text[])',
      values: [arrayLiteral(followed)],
    })
    return rows.map(({ name, position }) => [name, BigInt(position)])
  }
  const note = (found: Awaited<ReturnType<typeof stored>>): void => {
    for (const [name, position] of found) reached([name], position)
  }

  const poll = async (): Promise<void> => {
    if (polling) return
    polling = true
    try {
      while (waiting.size > 0 && !closing.signal.aborted) {
        // The first read is late: nearly always the notification comes before it.
        await sleep(POLL_MS, undefined, { signal: closing.signal }).catch(() => undefined)
        if (client && waiting.size > 0) await stored(client).then(note, () => undefined)
      }
    } finally {
      polling = false
    }
  }

  announcements.listen({
    channel: CHECKPOINT_CHANNEL,
    notified: (text) => {
      const notice = parseNotice(text)
      if (notice.schema === schema) reached(notice.names, BigInt(notice.position))
    },
    connected: async (connection) => {
      client = connection
      const found = await stored(connection)
      positions.clear()
      note(found)
    },
    // Commits of read models are not flushed: a database that was killed has taken the last ones back.
    lost: () => {
      client = undefined
      positions.clear()
    },
  })

  return {
    position: (name) => positions.get(name) ?? 0n,
    reached,
    onProgress: (listener) => void listeners.push(listener),
    isWaitedFor: (names) =>
      waiting
        .values()
        .some((one) => one.names.some((name) => names.includes(name) && !isReached(one.position, [name]))),
    onWaiting: (listener) => {
      waitingListeners.add(listener)
      return () => void waitingListeners.delete(listener)
    },
    waitFor: (position, timeoutMs, names = followed) => {
      if (isReached(position, names)) return Promise.resolve(true)
      if (closing.signal.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const one: Waiting = {
          position,
          names,
          settle: (outcome) => {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(outcome)
          },
        }
        const timer = setTimeout(() => one.settle(false), timeoutMs)
        waiting.add(one)
        for (const listener of waitingListeners) listener()
        void poll()
      })
    },
    close: () => {
      closing.abort()
      for (const one of waiting) one.settle(false)
    },
  }
}
