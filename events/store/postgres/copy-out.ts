import type { Client, Connection, Submittable } from 'pg'

/** One row of a binary COPY: a view into a buffer that the driver reuses, so read it at once. */
export type CopyRow = Buffer

/** A running COPY … TO STDOUT; rows are passed on as they arrive. */
interface CopyOut {
  /** Stops reading rows for now: the server then waits. */
  readonly pause: () => void
  readonly resume: () => void
  /** Destroys the connection: a server in the middle of a row would not read a request to stop. */
  readonly abandon: () => void
  /** Resolves after the last row. */
  readonly done: Promise<void>
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const HEADER_BYTES = SIGNATURE.length + 8
/** Field count that marks the end of the rows. */
const TRAILER = -1

/** The chunk without the header before the first row; empty when it has no row. */
const rowOf = (chunk: Buffer): Buffer => {
  const isFirst = chunk.length >= HEADER_BYTES && chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE)
  const row = isFirst ? chunk.subarray(HEADER_BYTES) : chunk
  return row.length >= 2 && row.readInt16BE(0) !== TRAILER ? row : row.subarray(0, 0)
}

/**
 * Runs `copy (…) to stdout (format binary)` and calls `onRow` for every row. The driver does not implement COPY, but
 * passes the server's messages to the submitted object.
 * @see https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
 */
export const copyOut = (client: Client, query: string, onRow: (row: CopyRow) => void): CopyOut => {
  const { promise: done, resolve, reject } = Promise.withResolvers<undefined>()
  let connection: Connection | null = null
  const running: Submittable & Record<`handle${string}`, (...given: never[]) => void> = {
    submit: (on: Connection) => {
      connection = on
      on.query(`copy (${query}) to stdout (format binary)`)
    },
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => {
      const row = rowOf(chunk)
      if (row.length > 0) onRow(row)
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => resolve(undefined),
    handleError: (error: Error) => reject(error),
  }
  client.query(running)
  return {
    pause: () => void connection?.stream.pause(),
    resume: () => void connection?.stream.resume(),
    abandon: () => void connection?.stream.destroy(),
    done,
  }
}
