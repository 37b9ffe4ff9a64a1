import { setImmediate } from 'node:timers/promises'
import type { Client } from 'pg'
import { InvalidEvent, OutcomeUnknown, StoreUnavailable } from '../event-store.ts'
import { barFollowers, batchLength, sendBatch, settle, type Pending } from './batch.ts'
import { connect, discard } from './connection.ts'
import { failureOf } from './failures.ts'

export interface WriterOptions {
  readonly url: string
  /** From sending a batch to its answer, ms; the same again at most from the call to sending. */
  readonly appendTimeoutMs: number
  /** After every round trip: appends in it and its duration in ms. */
  readonly onBatch?: ((size: number, ms: number) => void) | undefined
}

export interface Writer {
  /** Queues an append; exactly one of its two callbacks will be called. */
  readonly enqueue: (pending: Pending) => void
  /** Lets the batch under way finish, refuses the rest. */
  readonly close: () => Promise<void>
}

/** Waiting appends and their bytes; more are refused, so that a stalled database cannot fill the memory. */
const QUEUE_APPENDS_MAX = 20_000
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

/**
 * Group commit: one connection, one batch in flight; what is appended meanwhile makes the next batch.
 * One commit is then paid for by all who wait, and nobody waits for company.
 */
export const createWriter = ({ url, appendTimeoutMs, onBatch }: WriterOptions): Writer => {
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

  /** Returns what it rejected. */
  const rejectAll = (batch: readonly Pending[], error: (pending: Pending) => Error): readonly Pending[] => {
    for (const pending of batch) pending.reject(error(pending))
    return batch
  }

  /** Sends a batch and settles all of it; returns the appends that failed, for whatever reason. */
  const send = async (connection: Client, batch: readonly Pending[]): Promise<readonly Pending[]> => {
    const sentAt = performance.now()
    try {
      const outcomes = await withTimeout(sendBatch(connection, batch), appendTimeoutMs)
      onBatch?.(batch.length, performance.now() - sentAt)
      return settle(batch, outcomes)
    } catch (cause) {
      const failure = failureOf(cause)
      if (failure === 'lost') {
        if (client === connection) client = undefined
        void discard(connection)
        return rejectAll(batch, ({ streamId }) => new OutcomeUnknown(streamId, { cause }))
      }
      if (failure === 'hindered') {
        return rejectAll(batch, () => new StoreUnavailable('Postgres could not append just now', { cause }))
      }
      if (batch.length > 1) return sendEach(batch)
      return rejectAll(
        batch,
        ({ streamId }) => new InvalidEvent(`Postgres refused an append to ${streamId}`, { cause }),
      )
    }
  }

  /** One append spoiled the batch, and all was rolled back: each by itself, in order, and only that one fails. */
  const sendEach = async (batch: readonly Pending[]): Promise<readonly Pending[]> => {
    const failed: Pending[] = []
    for (const [index, pending] of batch.entries()) {
      try {
        const failedNow = await send(await connected(), [pending])
        barFollowers(failedNow, batch.slice(index + 1))
        failed.push(...failedNow)
      } catch (cause) {
        const unsent = batch.slice(index)
        return failed.concat(rejectAll(unsent, () => new StoreUnavailable('Postgres went away', { cause })))
      }
    }
    return failed
  }

  /** The next appends in the queue that may still be sent. */
  const nextBatch = (): Pending[] => {
    const now = performance.now()
    const taken = take(batchLength(queue))
    const late = taken.filter(({ deadlineAt }) => deadlineAt <= now)
    if (late.length === 0) return taken
    rejectAll(
      late,
      ({ streamId }) => new StoreUnavailable(`An append to ${streamId} waited too long; it was not sent`),
    )
    const batch = taken.filter(({ deadlineAt }) => deadlineAt > now)
    barFollowers(late, batch)
    barFollowers(late, queue)
    return batch
  }

  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      await setImmediate() // everybody who can append now has done so
      let connection: Client
      try {
        connection = await connected()
      } catch (cause) {
        rejectAll(take(queue.length), () => new StoreUnavailable('Postgres cannot be reached', { cause }))
        continue
      }
      const batch = nextBatch()
      if (batch.length > 0) barFollowers(await send(connection, batch), queue)
    }
    pumping = undefined
  }

  return {
    enqueue: (pending) => {
      if (closed) return pending.reject(new StoreUnavailable('The event store is closed'))
      if (queue.length >= QUEUE_APPENDS_MAX || queuedBytes + pending.bytes > QUEUE_BYTES_MAX) {
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
