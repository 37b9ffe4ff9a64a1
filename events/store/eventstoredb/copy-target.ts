import { NotACopy, type CopyTarget } from '../copy-target.ts'
import { WrongExpectedRevision, type RecordedEvent } from '../event-store.ts'
import { openAppendCall } from './append-call.ts'
import { createAppends } from './appends.ts'
import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { RECORDED_AT } from './recorded.ts'
import { createEventStoreDbStore } from './store.ts'

/** Longer than for commands: nobody waits for a single append of a copy. */
const APPEND_TIMEOUT_MS = 5_000
/** Appends in flight at a time. The server stores them in the order in which they are sent. */
const AT_ONCE = 64
/** Consecutive events of one stream share an append up to this size, far below the server's limit. */
const APPEND_BYTES = 250_000

interface Run {
  readonly streamId: string
  readonly events: RecordedEvent[]
  bytes: number
}

const sizeOf = ({ data, metadata }: RecordedEvent): number =>
  JSON.stringify(data).length + JSON.stringify(metadata).length

/** Groups consecutive events of one stream, in order. */
const runsOf = (events: readonly RecordedEvent[]): Run[] => {
  const runs: Run[] = []
  for (const event of events) {
    const bytes = sizeOf(event)
    const last = runs.at(-1)
    if (last && last.streamId === event.streamId && last.bytes + bytes <= APPEND_BYTES) {
      last.events.push(event)
      last.bytes += bytes
    } else runs.push({ streamId: event.streamId, events: [event], bytes })
  }
  return runs
}

/**
 * An EventStoreDB to copy a log into. The server sets its own time on every event, so the original time of recording is
 * stored in the event's metadata and restored by reads.
 */
export const openEventStoreDbCopy = (connectionString: string): CopyTarget => {
  const cluster = createCluster(parseConnectionString(connectionString))
  const ending = new AbortController()
  const { append, drained } = createAppends(
    (onAnswer, onOver) => openAppendCall(cluster, ending.signal, onAnswer, onOver),
    APPEND_TIMEOUT_MS,
  )
  const store = createEventStoreDbStore({ connectionString })

  const appendRun = async ({ streamId, events: [first, ...rest] }: Run): Promise<bigint> => {
    if (!first) return 0n
    const serialised = [first, ...rest].map(({ id, type, data, metadata, recordedAt }) => ({
      id,
      type,
      data: JSON.stringify(data),
      metadata: JSON.stringify({ ...metadata, [RECORDED_AT]: recordedAt }),
    }))
    const expected = first.revision === 0n ? 'no_stream' : first.revision - 1n
    const { position } = await append(streamId, expected, serialised)
    return position
  }

  return {
    store,
    write: async (events) => {
      const runs = runsOf(events)
      let last = -1n
      for (let begin = 0; begin < runs.length; begin += AT_ONCE) {
        const appended = await Promise.allSettled(runs.slice(begin, begin + AT_ONCE).map(appendRun))
        for (const one of appended) {
          if (one.status === 'rejected') {
            if (one.reason instanceof WrongExpectedRevision) throw new NotACopy(one.reason.message)
            throw one.reason
          }
          if (one.value < last)
            throw new NotACopy('The target stored events in another order: begin again, with nothing in it')
          last = one.value
        }
      }
    },
    close: async () => {
      await drained()
      ending.abort()
      await cluster.close()
      await store.close()
    },
  }
}
