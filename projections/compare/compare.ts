import { Client, escapeIdentifier } from 'pg'
import type { EventStore } from '../../events/store/event-store.ts'
import { hasReadModels } from '../migrate.ts'
import { READ_SCHEMA } from '../schema.ts'
import type { Projection } from '../projection.ts'
import { PROJECTIONS } from '../projections.ts'
import { withScratch } from './scratch.ts'
import { rowAt, rowLike, rowTexts, tablesOf, type Row, type Table } from './tables.ts'

/** The first row that differs from the log. Values as Postgres writes them. */
export interface RowDifference {
  readonly table: string
  readonly key: Row
  /** Null when the whole row is missing, or should not be there. */
  readonly column: string | null
  readonly log: string | null
  readonly readModel: string | null
  /** The position stored in the row, of the last event that changed it. */
  readonly position: bigint | null
}

export interface Comparison {
  readonly tables: number
  readonly rows: number
  /** The position of each projection. */
  readonly positions: ReadonlyMap<string, bigint>
  readonly difference: RowDifference | null
}

interface CompareOptions {
  readonly store: EventStore
  /** Of the live read models; they are only read. */
  readonly url: string
  /** The same database, for a role that may make the scratch schema `<schema>_audit` there. */
  readonly scratchUrl: string
  readonly schema?: string
  readonly projections?: readonly Projection[]
  readonly progress?: (events: number) => void
}

/** The read models cannot be compared: they are of another release, or missing. */
export class Incomparable extends Error {}

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

const positionOf = (row: Row): bigint | null => {
  const position = row['position'] ?? row['last_position'] ?? row['requested_position']
  return position === null || position === undefined ? null : BigInt(position)
}

/** A schema to compare, on a connection that is in a transaction. */
interface Side {
  readonly client: Client
  readonly schema: string
}

/** The difference at a place in the order of the key: a missing row, a surplus row, or another value. */
const differenceAt = async (place: number, table: Table, live: Side, built: Side): Promise<RowDifference> => {
  const differs = (row: Row, values: Pick<RowDifference, 'column' | 'log' | 'readModel' | 'position'>) => ({
    table: table.name,
    key: pick(row, table.key),
    ...values,
  })
  const should = await rowAt(built.client, built.schema, table, place)
  const is = await rowAt(live.client, live.schema, table, place)
  const wanted = should && (await rowLike(live.client, live.schema, table, should))
  if (should && !wanted)
    return differs(should, {
      column: null,
      log: 'it is there',
      readModel: 'it is missing',
      position: positionOf(should),
    })
  const column = wanted && table.columns.find((name) => wanted[name] !== should[name])
  if (should && wanted && column)
    return differs(should, {
      column,
      log: should[column] ?? null,
      readModel: wanted[column] ?? null,
      position: positionOf(should),
    })
  if (!is) throw new Error(`Table ${table.name} changed while it was compared`)
  return differs(is, { column: null, log: 'there is none', readModel: 'it is there', position: null })
}

/** Compares one table with the same one built from the log, row by row, up to the first difference. */
export const compareTable = async (
  table: Table,
  live: Side,
  built: Side,
): Promise<{ readonly rows: number; readonly difference: RowDifference | null }> => {
  const theirs = rowTexts(live.client, live.schema, table)
  let rows = 0
  for await (const should of rowTexts(built.client, built.schema, table)) {
    const { value: is } = await theirs.next()
    const at = should.findIndex((row, index) => row !== is?.[index])
    if (at >= 0 || (is && is.length > should.length)) {
      const place = rows + (at < 0 ? should.length : at)
      return { rows, difference: await differenceAt(place, table, live, built) }
    }
    rows += should.length
  }
  await theirs.next() // lets it close its cursor
  return { rows, difference: null }
}

/**
 * Builds every read model again from the log, in a schema beside the live ones, and compares the two row by row, each
 * at the position of its projection. Servers may run meanwhile.
 * @throws {Incomparable} when read models of this release are missing
 * @throws {PoisonEvent | BatchRefused} when the log cannot be applied
 */
export const compareReadModels = async ({
  store,
  url,
  scratchUrl,
  schema = READ_SCHEMA,
  projections = PROJECTIONS,
  progress = () => {},
}: CompareOptions): Promise<Comparison> => {
  const live = new Client({ connectionString: url, application_name: 'youtility audit' })
  live.on('error', () => {}) // pg rejects the running query
  await live.connect()
  try {
    await live.query(`set timezone = 'UTC'`)
    await live.query('begin transaction isolation level repeatable read read only')
    if (!(await hasReadModels(live, schema)))
      throw new Incomparable(
        `There are no read models of this release (schema ${schema}): start the server, or run npm run migrate`,
      )
    const known = await live.query<{ name: string; position: string }>(
      `select name, position::text from ${escapeIdentifier(schema)}.checkpoint`,
    )
    const positions = new Map(known.rows.map(({ name, position }) => [name, BigInt(position)]))
    for (const { name } of projections)
      if (!positions.has(name))
        throw new Incomparable(`The read model ${name} is missing: start the server, or rebuild`)
    const scratch = `${schema}_audit`
    return await withScratch(
      { store, url: scratchUrl, schema: scratch, projections, positions, progress },
      async (built) => {
        await built.query('begin transaction isolation level repeatable read read only')
        const tables = await tablesOf(built, scratch)
        const liveTables = await tablesOf(live, schema)
        let rows = 0
        for (const table of tables) {
          const twin = liveTables.find(({ name }) => name === table.name)
          if (twin?.columns.join() !== table.columns.join())
            throw new Incomparable(
              `Table ${table.name} of the read models has other columns than this code makes`,
            )
          const compared = await compareTable(
            table,
            { client: live, schema },
            { client: built, schema: scratch },
          )
          rows += compared.rows
          const { difference } = compared
          if (difference) return { tables: tables.length, rows, positions, difference }
        }
        return { tables: tables.length, rows, positions, difference: null }
      },
    )
  } finally {
    await live.end().catch(() => undefined)
  }
}
