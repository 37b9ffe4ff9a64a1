import { DAY_MS } from '../../calendar.ts'
import type { RecordedEvent } from '../event-store.ts'
import { recordedEvent } from './types.ts'

const FIELDS = 8
const UUID_BYTES = 16
/** Postgres counts microseconds from this time. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
const three = (number: number): string => String(number).padStart(3, '0')

/** Formats times as ISO texts; caches the date, as most times share it with the one before. */
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

/** Bytes of a UUID that have a hyphen before them. */
const HYPHENS = [4, 6, 8, 10]
const HEX = Buffer.from('0123456789abcdef', 'latin1')

/** Formats UUIDs through a byte buffer: a string concatenated from parts is slow to read afterwards. */
const createUuidTexts = () => {
  const written = Buffer.alloc(36, '-')
  /** Index of each byte's two digits in the text. */
  const places = Array.from({ length: UUID_BYTES }, (_, byte) => {
    const hyphens = HYPHENS.filter((before) => before <= byte).length
    return 2 * byte + hyphens
  })
  return (from: Buffer, begins: number): string => {
    for (let i = 0; i < UUID_BYTES; i += 1) {
      const byte = from[begins + i] ?? 0
      const place = places[i] ?? 0
      written[place] = HEX[byte >> 4] ?? 0
      written[place + 1] = HEX[byte & 15] ?? 0
    }
    return written.toString('latin1')
  }
}

/**
 * Parses rows of `position, stream_id, revision, event_id, type, data, metadata, created_at` of a binary COPY, given a
 * buffer of many rows and the offset of one.
 * @throws {UnreadableEvent} naming the event whose payload is damaged
 */
export const createRowReader = (): ((rows: Buffer, begin: number) => RecordedEvent) => {
  const isoTime = createIsoTimes()
  const uuidText = createUuidTexts()
  let row: Buffer = Buffer.alloc(0)
  let at = 0
  /** Offset of the next field; moves `at` to its end. No column of the log may be null. */
  const field = (): number => {
    const begins = at + 4
    at = begins + row.readInt32BE(at)
    return begins
  }
  const int8 = () => row.readBigInt64BE(field())
  const text = () => row.toString('utf8', field(), at)
  const uuid = () => uuidText(row, field())
  const time = () => {
    const begins = field()
    const micros = row.readInt32BE(begins) * 4_294_967_296 + row.readUInt32BE(begins + 4)
    return isoTime(POSTGRES_EPOCH_MS + Math.floor(micros / 1_000))
  }
  return (rows, begin) => {
    row = rows
    at = begin + 2
    if (row.readInt16BE(begin) !== FIELDS) throw new Error('A row of the log has another number of columns')
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
