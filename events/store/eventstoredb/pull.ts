import { StreamNotFoundError, type RecordedEvent } from '@eventstore/db-client'
import { StoreUnavailable } from '../event-store.ts'

/** What the client's reads and subscriptions have in common. */
export interface ServerStream {
  read(): unknown
  on(event: string, listener: (error: unknown) => void): unknown
  off(event: string, listener: () => void): unknown
}

export interface PullOptions {
  /** Cancels the call on the server. */
  readonly cancel: () => Promise<void>
  /** At most this many in a batch. */
  readonly batchMax: number
  /** How long to wait for the server before giving up, ms; a subscription waits for ever. */
  readonly timeoutMs?: number
  /** Ends the iteration normally. */
  readonly signal: AbortSignal
}

type Happening = 'readable' | 'over' | 'aborted' | 'timeout'

/**
 * Takes from a stream of the client what has arrived, in batches, and only when asked: while nobody asks,
 * the stream's buffer fills, HTTP/2 flow control stops the server, and nothing else is held up.
 *
 * Whatever way it ends (exhausted, failed, aborted, or the consumer leaving early), the call on the server is
 * cancelled. Failures are the stream's own errors, thrown after everything that arrived before them.
 */
export async function* pull(stream: ServerStream, options: PullOptions): AsyncGenerator<RecordedEvent[]> {
  const state: { over: boolean; error: unknown; wake: () => void } = {
    over: false,
    error: null,
    wake: () => {},
  }
  const onReadable = () => state.wake()
  const onOver = () => {
    state.over = true
    state.wake()
  }
  // Stays when the iteration is done: the connection may break after that, and an 'error' event that
  // nobody listens to ends the process.
  stream.on('error', (error: unknown) => {
    state.error ??= error
    onOver()
  })
  stream.on('end', onOver)
  stream.on('close', onOver)
  stream.on('readable', onReadable)

  const something = async (): Promise<Happening> => {
    const { promise, resolve } = Promise.withResolvers<Happening>()
    const aborted = () => resolve('aborted')
    options.signal.addEventListener('abort', aborted, { once: true })
    const timer = options.timeoutMs && setTimeout(() => resolve('timeout'), options.timeoutMs)
    state.wake = () => resolve(state.over ? 'over' : 'readable')
    if (state.over) state.wake()
    if (options.signal.aborted) aborted()
    try {
      return await promise
    } finally {
      state.wake = () => {}
      clearTimeout(timer)
      options.signal.removeEventListener('abort', aborted)
    }
  }

  try {
    while (!options.signal.aborted) {
      const batch = take(stream, options.batchMax)
      if (batch.length > 0) {
        yield batch
        continue
      }
      if (state.over) break
      const happened = await something()
      if (happened === 'timeout') throw new StoreUnavailable(`No answer within ${options.timeoutMs} ms`)
    }
    if (options.signal.aborted || !state.error || state.error instanceof StreamNotFoundError) return
    throw state.error
  } finally {
    stream.off('readable', onReadable)
    // Not possible when the call never came about, and then there is nothing to cancel.
    await options.cancel().catch(() => {})
  }
}

/** The client's streams carry these; it has no common type for them. */
const isResolved = (item: unknown): item is { readonly event?: RecordedEvent } =>
  typeof item === 'object' && item !== null

const take = (stream: ServerStream, max: number): RecordedEvent[] => {
  const batch: RecordedEvent[] = []
  while (batch.length < max) {
    const next = stream.read()
    if (next === null) break
    if (isResolved(next) && next.event) batch.push(next.event)
  }
  return batch
}
