import { UnreadableEvent, type RecordedEvent } from '../event-store.ts'
import { connect, discard } from './connection.ts'
import { copyOut, type CopyRow } from './copy-out.ts'
import { readFailure } from './failures.ts'
import { createRowReader } from './row-reader.ts'

/** Size of a batch of rows. */
const BATCH_BYTES = 128_000
/** Most bytes read ahead, plus one row: then the server waits. */
const AHEAD_BYTES_MAX = 2_000_000

/** Raw rows one after the other; parsed into events only when the consumer reads them. */
interface Batch {
  readonly bytes: Buffer
  /** Offset of each row's end. */
  readonly ends: number[]
}

const emptyBatch = (bytes: number): Batch => ({ bytes: Buffer.allocUnsafe(bytes), ends: [] })
const filledOf = ({ ends }: Batch): number => ends.at(-1) ?? 0

/**
 * All events after a position, read by one COPY: many times faster than pages, but it occupies a connection and a
 * snapshot until it ends. A slow consumer makes the server wait; one that stops early ends the connection.
 */
export async function* scan(
  url: string,
  after: bigint,
  closing: AbortSignal,
): AsyncGenerator<Iterable<RecordedEvent>> {
  const state: { over: boolean; failure: unknown; wake: () => void } = {
    over: false,
    failure: null,
    wake: () => {},
  }
  const end = (failure: unknown): void => {
    state.over = true
    state.failure ??= failure
    state.wake()
  }
  const options = { url, name: 'event store: scan', statementTimeoutMs: 0, lockTimeoutMs: 15_000 }
  const client = await connect(options, () => end(new Error('The connection was lost')))
  const full: Batch[] = []
  let filling = emptyBatch(BATCH_BYTES)
  let ahead = 0
  const readRow = createRowReader()

  function* eventsOf({ bytes, ends }: Batch): Generator<RecordedEvent> {
    let begin = 0
    for (const rowEnd of ends) {
      yield readRow(bytes, begin)
      begin = rowEnd
    }
  }
  const onRow = (row: CopyRow): void => {
    const filled = filledOf(filling)
    if (filled + row.length > filling.bytes.length) {
      full.push(filling)
      filling = emptyBatch(Math.max(BATCH_BYTES, row.length))
      state.wake()
    }
    const begin = filledOf(filling)
    row.copy(filling.bytes, begin)
    filling.ends.push(begin + row.length)
    ahead += row.length
    if (ahead > AHEAD_BYTES_MAX) copy.pause()
  }
  const copy = copyOut(
    client,
    `select position, stream_id, revision, event_id, type, data, metadata, created_at
     from event where position > ${after} order by position`,
    onRow,
  )
  copy.done.then(() => end(null), end)
  const onClosing = () => copy.abandon()
  closing.addEventListener('abort', onClosing)

  try {
    for (;;) {
      const batch = full.shift()
      if (batch) {
        ahead -= filledOf(batch)
        if (ahead < AHEAD_BYTES_MAX / 2) copy.resume()
        yield eventsOf(batch)
      } else if (state.over) break
      else {
        const { promise, resolve } = Promise.withResolvers<undefined>()
        state.wake = () => resolve(undefined)
        await promise
      }
    }
    if (state.failure) throw state.failure
    yield eventsOf(filling)
  } catch (error) {
    throw error instanceof UnreadableEvent ? error : readFailure(error)
  } finally {
    closing.removeEventListener('abort', onClosing)
    if (!state.over) copy.abandon()
    void discard(client)
  }
}
