import { setImmediate as nextTurn } from 'node:timers/promises'
import { DeadlineExceededError, convertToCommandError } from '@eventstore/db-client'
import type { ClientReadableStream } from '@grpc/grpc-js'

/** A batch ends with the message that reaches this size or number. */
const BATCH_BYTES = 256 * 1024
const BATCH_MESSAGES = 1_000

export interface ReceiveOptions {
  /** How long the server may be silent before the call fails, ms; default: for ever, as in a subscription. */
  readonly silenceMs?: number
  /** Ends the iteration normally. */
  readonly signal: AbortSignal
}

/** Converts to the client's own error type; the error itself where it lacks what the client expects in it. */
export const named = (error: unknown): Error => {
  const failure = error instanceof Error ? error : new Error(String(error))
  try {
    return convertToCommandError(failure)
  } catch {
    return failure
  }
}

/**
 * The next message that has arrived. gRPC hands over sixteen at a time and parses the next ones in a later turn of the
 * event loop, so a batch is complete only when one more turn has brought nothing.
 */
const nextArrived = async <T>(call: ClientReadableStream<T>): Promise<T | null> => {
  const next: T | null = call.read()
  if (next !== null) return next
  await nextTurn()
  return call.read()
}

/**
 * The messages of a call in batches of those that have arrived, read only on demand: meanwhile HTTP/2's flow control
 * stops the server, and no other call is delayed. However the iteration ends, it cancels the call on the server.
 * @throws {CommandError} the call failed; messages that arrived before are returned first
 */
export async function* receive<T>(
  call: ClientReadableStream<T>,
  { silenceMs, signal }: ReceiveOptions,
  bytesOf: (message: T) => number = () => 0,
): AsyncGenerator<T[]> {
  let asked = true
  let isFirst = true
  let silent = false
  const cancel = () => call.cancel()
  const giveUp = () => {
    silent = asked
    if (silent) cancel()
  }
  const timer = silenceMs === undefined ? null : setTimeout(giveUp, silenceMs)
  // Never removed: an 'error' event without a listener ends the process.
  call.on('error', () => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) return
    for await (const first of call) {
      // Messages are delivered one by one; those that have arrived follow within this turn of the event loop.
      await nextTurn()
      const batch: T[] = [first]
      for (let bytes = bytesOf(first); bytes < BATCH_BYTES && batch.length < BATCH_MESSAGES;) {
        // A reader of a few events has them in the first batch, and breaks off.
        const next: T | null = isFirst ? call.read() : await nextArrived(call)
        if (next === null) break
        batch.push(next)
        bytes += bytesOf(next)
      }
      asked = false
      isFirst = false
      yield batch
      if (signal.aborted) return
      asked = true
      timer?.refresh()
    }
  } catch (error) {
    if (silent) throw new DeadlineExceededError(undefined, `No answer within ${silenceMs} ms`)
    if (!signal.aborted) throw named(error)
  } finally {
    if (timer) clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
