import { setImmediate as nextTurn } from 'node:timers/promises'
import { DeadlineExceededError, convertToCommandError } from '@eventstore/db-client'
import type { ClientReadableStream } from '@grpc/grpc-js'

/** Batches are no larger, unless one message is. */
const BATCH_BYTES = 256 * 1024

export interface ReceiveOptions {
  /** How long the server may be silent before this gives up, ms; a subscription waits for ever. */
  readonly silenceMs?: number
  /** Ends the iteration normally. */
  readonly signal: AbortSignal
}

/** What the client calls how a call failed; as it was, where the answer lacks what the client expects in it. */
export const named = (error: unknown): Error => {
  const failure = error instanceof Error ? error : new Error(String(error))
  try {
    return convertToCommandError(failure)
  } catch {
    return failure
  }
}

/**
 * What a call answers, in the batches in which it is there, and only when asked: while nobody asks, HTTP/2's flow control
 * stops the server and nothing else is held up. Whatever way it ends, the call on the server is cancelled.
 * @throws {CommandError} it did not end well, after everything that arrived before
 */
export async function* receive<T>(
  call: ClientReadableStream<T>,
  { silenceMs, signal }: ReceiveOptions,
  bytesOf: (message: T) => number = () => 0,
): AsyncGenerator<T[]> {
  let asked = true
  let silent = false
  const cancel = () => call.cancel()
  const giveUp = () => {
    silent = asked
    if (silent) cancel()
  }
  const timer = silenceMs === undefined ? null : setTimeout(giveUp, silenceMs)
  // Stays when the iteration is done: an 'error' event that nobody listens to ends the process.
  call.on('error', () => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) return
    for await (const first of call) {
      // Messages come in one by one; those that are here already follow within this turn of the event loop.
      await nextTurn()
      const batch: T[] = [first]
      for (let bytes = bytesOf(first); bytes < BATCH_BYTES;) {
        const next: T | null = call.read()
        if (next === null) break
        batch.push(next)
        bytes += bytesOf(next)
      }
      asked = false
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
