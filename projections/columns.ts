/** A value as sent to Postgres: text for the array literal of its column. */
type Sent = string | bigint | null

/** One column of a table or of a query's result: its type in Postgres, and the conversion of its values. */
export interface Column<T> {
  /** The type's name in a cast. */
  readonly type: string
  /** Whether it may be null. */
  readonly optional?: boolean
  /** SQL of a check constraint: Postgres refuses a row that does not meet it. */
  readonly check?: (stored: string) => string
  /** Selected as text, because pg would convert it to something inexact or inconvenient. */
  readonly asText?: boolean
  encode(value: T): Sent
  decode(stored: unknown): T
}

/** Value of a column. */
export type ValueOf<C> = C extends Column<infer T> ? T : never

const stringIn = (stored: unknown): string => {
  if (typeof stored === 'string') return stored
  throw new TypeError(`Postgres answered ${typeof stored} where text is expected`)
}

export const uuid: Column<string> = { type: 'uuid', encode: (value) => value, decode: stringIn }

/** Text; `T` may be a union where only its members are ever written. {@link oneOf} lets Postgres check that. */
export const text = <T extends string = string>(): Column<T> => ({
  type: 'text',
  encode: (value) => value,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the boundary: these projections alone write the read models, and the tables check what is a choice
  decode: (stored) => stringIn(stored) as T,
})

/** One of these texts; Postgres refuses others. */
export const oneOf = <const T extends string>(choices: readonly T[]): Column<T> => ({
  ...text<T>(),
  check: (stored) => `${stored} in (${choices.map((choice) => `'${choice}'`).join(', ')})`,
})

/** One of these names, stored as its short code. */
export const coded = <T extends string>(codes: Readonly<Record<T, string>>): Column<T> => {
  const names = new Map(Object.entries<string>(codes).map(([name, code]) => [code, name]))
  return {
    ...oneOf(Object.values<string>(codes)),
    encode: (value) => codes[value],
    decode: (stored) => {
      const name = names.get(stringIn(stored))
      if (name === undefined) throw new TypeError(`Postgres answered ${String(stored)}, which is no code`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of `codes`
      return name as T
    },
  }
}

/** Minor units, positions, counts: always read as a bigint. */
export const int8: Column<bigint> = {
  type: 'bigint',
  encode: (value) => value,
  decode: (stored) => (typeof stored === 'bigint' ? stored : BigInt(stringIn(stored))),
}

/** An amount above zero. */
export const positive: Column<bigint> = { ...int8, check: (stored) => `${stored} > 0` }
export const notNegative: Column<bigint> = { ...int8, check: (stored) => `${stored} >= 0` }

/** Whole numbers beyond 64 bits: shares and grains. */
export const numeric: Column<bigint> = {
  type: 'numeric',
  asText: true,
  encode: (value) => value,
  decode: (stored) => BigInt(stringIn(stored)),
}

export const integer: Column<number> = { type: 'integer', encode: String, decode: Number }
export const boolean: Column<boolean> = {
  type: 'boolean',
  encode: String,
  decode: (stored) => stored === true,
}

/** ISO 8601 in UTC. */
export const timestamp: Column<string> = {
  type: 'timestamptz',
  encode: (value) => value,
  decode: (stored) => {
    if (stored instanceof Date) return stored.toISOString()
    throw new TypeError('Postgres answered no time where one is expected')
  },
}

/** A UTC day, `yyyy-mm-dd`. */
export const day: Column<string> = {
  type: 'date',
  asText: true,
  encode: (value) => value,
  decode: stringIn,
}

/** JSON that is trusted to be a `T` as written; with `parse`, other values are refused. */
export const json = <T>(parse?: (stored: unknown) => T): Column<T> => ({
  type: 'jsonb',
  encode: (value) => JSON.stringify(value),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the boundary: these projections alone write the read models
  decode: parse ?? ((stored) => stored as T),
})

export const bytes: Column<Uint8Array<ArrayBuffer>> = {
  type: 'bytea',
  encode: (value) => `\\x${Buffer.from(value).toString('hex')}`,
  decode: (stored) => {
    if (stored instanceof Uint8Array) return Uint8Array.from(stored)
    throw new TypeError('Postgres answered no bytes where some are expected')
  },
}

export const nullable = <T>(column: Column<T>): Column<T | null> => ({
  ...column,
  optional: true,
  encode: (value) => (value === null ? null : column.encode(value)),
  decode: (stored) => (stored === null ? null : column.decode(stored)),
})
