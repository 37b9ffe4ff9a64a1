import { setImmediate } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import {
  InvalidEvent,
  OutcomeUnknown,
  StoreUnavailable,
  WrongExpectedRevision,
  type UnitOutcome,
} from '../event-store.ts'
import { batchLength, sendBatch, settle, type Pending, type SerialisedUnit } from './batch.ts'
import { connect, discard } from './connection.ts'
import { failureOf } from './failures.ts'
import type { EventRow } from './types.ts'

interface WriterOptions {
  readonly url: string
  /** Time limit from sending a batch to its answer, ms; the same limit applies from the call to sending. */
  readonly appendTimeoutMs: number
  /** After every round trip: units in it and its duration in ms. */
  readonly onBatch?: ((size: number, ms: number) => void) | undefined
  /** Called with the rows just stored, in log order. */
  readonly onStored?: ((rows: readonly EventRow[]) => void) | undefined
  /** Called before a batch is sent; its result is called once the batch was answered, after `onStored`. */
  readonly appending?: (() => () => void) | undefined
}

export interface Writer {
  /** Queues a group; exactly one of its two callbacks will be called. */
  readonly enqueue: (pending: Pending) => void
  /** Lets the batch in flight finish and rejects the rest. */
  readonly close: () => Promise<void>
}

/** Waiting groups and their bytes; more are refused, so that a stalled database cannot fill the memory. */
const QUEUE_GROUPS_MAX = 20_000
const QUEUE_BYTES_MAX = 64_000_000

const withTimeout = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** How often a batch is sent again when another session wrote the same key at the same moment. */
const COLLISIONS_MAX = 3
/** unique_violation; only possible for idempotency keys, since the log has one writer at a time. */
const COLLISION = '23505'
const KEYS = 'idempotency_key_pkey'

const isCollision = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === COLLISION && cause.constraint === KEYS

const streamOf = ({ units }: Pending): string => units[0]?.appends[0]?.streamId ?? ''

const sharesStream = ({ appends }: SerialisedUnit, streams: ReadonlySet<string>): boolean =>
  appends.some(({ streamId }) => streams.has(streamId))

const unfounded = ({ appends }: SerialisedUnit): UnitOutcome => {
  const { streamId, expected } = appends[0] ?? { streamId: '', expected: 'no_stream' as const }
  return { state: 'refused', error: new WrongExpectedRevision(streamId, expected, 'no_stream') }
}

/**
 * Group commit: one connection, one batch in flight; appends that come meanwhile form the next batch.
 * They share one commit, and no append waits for others to join it.
 */
export const createWriter = ({
  url,
  appendTimeoutMs,
  onBatch,
  onStored,
  appending,
}: WriterOptions): Writer => {
  const queue: Pending[] = []
  let queuedBytes = 0
  let client: Client | undefined
  let pumping: Promise<void> | undefined
  let closed = false

  const connected = async (): Promise<Client> => {
    client ??= await connect(
      {
        url,
        name: 'event store: append',
        statementTimeoutMs: Math.ceil(appendTimeoutMs / 2),
        lockTimeoutMs: Math.ceil(appendTimeoutMs / 4),
      },
      (lost) => {
        if (client === lost) client = undefined
      },
    )
    return client
  }

  const take = (count: number): Pending[] => {
    const taken = queue.splice(0, count)
    for (const pending of taken) queuedBytes -= pending.bytes
    return taken
  }

  const rejectAll = (batch: readonly Pending[], error: (pending: Pending) => Error): void => {
    for (const pending of batch) pending.reject(error(pending))
  }

  /** Sends a batch and settles all of it. */
  const send = async (batch: readonly Pending[], collisions = 0): Promise<void> => {
    let connection: Client
    try {
      connection = await connected()
    } catch (cause) {
      return rejectAll(batch, () => new StoreUnavailable('Postgres cannot be reached', { cause }))
    }
    const sentAt = performance.now()
    const answered = appending?.()
    try {
      const rows = await withTimeout(sendBatch(connection, batch), appendTimeoutMs)
      onBatch?.(
        batch.reduce((sum, { units }) => sum + units.length, 0),
        performance.now() - sentAt,
      )
      const stored = settle(batch, rows)
      if (stored.length > 0) onStored?.(stored)
      return undefined
    } catch (cause) {
      const failure = failureOf(cause)
      if (failure === 'lost') {
        if (client === connection) client = undefined
        void discard(connection)
        return rejectAll(batch, (pending) => new OutcomeUnknown(streamOf(pending), { cause }))
      }
      if (isCollision(cause) && collisions < COLLISIONS_MAX) return send(batch, collisions + 1)
      if (failure === 'hindered' || isCollision(cause))
        return rejectAll(batch, () => new StoreUnavailable('Postgres could not append just now', { cause }))
      return sendApart(batch, cause)
    } finally {
      answered?.()
    }
  }

  /** One unit caused the whole batch to be rolled back: sends each by itself, in order, so that only that one fails. */
  const sendApart = async (batch: readonly Pending[], cause: unknown): Promise<void> => {
    const [only, second] = batch
    if (!only) return
    if (second) {
      for (const pending of batch) await send([pending])
      return
    }
    const [unit, another] = only.units
    if (!unit || !another) {
      const error = new InvalidEvent(`Postgres refused an append to ${streamOf(only)}`, { cause })
      return only.resolve([{ state: 'refused', error }])
    }
    const outcomes: UnitOutcome[] = []
    const refused = new Set<string>()
    for (const each of only.units) {
      const alone = () =>
        new Promise<readonly UnitOutcome[]>((resolve, reject) => {
          void send([{ ...only, units: [each], resolve, reject }])
        })
      try {
        const [outcome] = sharesStream(each, refused) ? [unfounded(each)] : await alone()
        if (!outcome) throw new Error('No outcome of a unit')
        if (outcome.state === 'refused') for (const { streamId } of each.appends) refused.add(streamId)
        outcomes.push(outcome)
      } catch (error) {
        // Part of the group is stored: its caller repeats the whole group to learn the rest.
        return only.reject(new OutcomeUnknown(streamOf(only), { cause: error }))
      }
    }
    return only.resolve(outcomes)
  }

  /** Takes the next batch from the queue; rejects groups whose deadline has passed. */
  const nextBatch = (): Pending[] => {
    const now = performance.now()
    const taken = take(batchLength(queue))
    rejectAll(
      taken.filter(({ deadlineAt }) => deadlineAt <= now),
      (pending) => new StoreUnavailable(`An append to ${streamOf(pending)} waited too long; it was not sent`),
    )
    return taken.filter(({ deadlineAt }) => deadlineAt > now)
  }

  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      // Lets all callers that can append now do so first.
      if (!queue.some(({ isGathered }) => isGathered)) await setImmediate()
      const batch = nextBatch()
      if (batch.length > 0) await send(batch)
    }
    pumping = undefined
  }

  return {
    enqueue: (pending) => {
      if (closed) return pending.reject(new StoreUnavailable('The event store is closed'))
      if (queue.length >= QUEUE_GROUPS_MAX || queuedBytes + pending.bytes > QUEUE_BYTES_MAX) {
        return pending.reject(new StoreUnavailable('Too many appends are waiting'))
      }
      queue.push(pending)
      queuedBytes += pending.bytes
      pumping ??= pump()
    },
    close: async () => {
      closed = true
      rejectAll(take(queue.length), () => new StoreUnavailable('The event store is closed'))
      await pumping
      if (client) await discard(client)
    },
  }
}
