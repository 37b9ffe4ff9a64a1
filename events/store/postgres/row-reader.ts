import type { RecordedEvent } from '../event-store.ts'
import type { CopyRow } from './copy-out.ts'
import { recordedEvent } from './types.ts'

const FIELDS = 8
const UUID_BYTES = 16
/** Postgres counts microseconds from here. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
const three = (number: number): string => String(number).padStart(3, '0')

/** ISO texts of times; most share their day with the one before. */
const createIsoTimes = () => {
  let day = Number.NaN
  let date = ''
  return (ms: number): string => {
    const dayOfMs = Math.floor(ms / DAY_MS)
    if (dayOfMs !== day) {
      day = dayOfMs
      date = new Date(ms).toISOString().slice(0, 11)
    }
    const rest = ms - day * DAY_MS
    const second = Math.floor(rest / 1_000)
    const minute = Math.floor(second / 60)
    return `${date}${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second % 60)}.${three(rest % 1_000)}Z`
  }
}

/**
 * Reads rows of `position, stream_id, revision, event_id, type, data, metadata, created_at` from a binary COPY.
 * @throws {UnreadableEvent} naming the event whose payload is damaged
 */
export const createRowReader = (): ((row: CopyRow) => RecordedEvent) => {
  const isoTime = createIsoTimes()
  return (row) => {
    if (row.readInt16BE(0) !== FIELDS) throw new Error('A row of the log has another number of columns')
    let at = 2
    /** Where the next field begins; `at` then stands behind it. No column of the log may be null. */
    const field = (): number => {
      const begins = at + 4
      at = begins + row.readInt32BE(at)
      return begins
    }
    const int8 = () => row.readBigInt64BE(field())
    const text = () => row.toString('utf8', field(), at)
    const uuid = () => {
      const begins = field()
      const hex = row.toString('hex', begins, begins + UUID_BYTES)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    }
    const time = () => {
      const begins = field()
      const micros = row.readInt32BE(begins) * 4_294_967_296 + row.readUInt32BE(begins + 4)
      return isoTime(POSTGRES_EPOCH_MS + Math.floor(micros / 1_000))
    }
    return recordedEvent({
      position: int8(),
      stream_id: text(),
      revision: int8(),
      event_id: uuid(),
      type: text(),
      data: text(),
      metadata: text(),
      created_at: time(),
    })
  }
}
