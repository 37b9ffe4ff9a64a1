import * as z from 'zod/mini'
import type { Operation, ResponseOf } from '../../api/contract/operation.ts'
import { call, type CallInput } from './client.ts'
import { serverTime } from './server-clock.ts'

export interface LoadOptions {
  /** The answer must be at least as new as this ledger position. */
  readonly minPosition: string | undefined
}

/** One answer of the server that is cached as a whole. */
export interface DocumentSource<T> {
  readonly key: string
  /** The contract's schema; also reads the cache back. */
  readonly schema: z.ZodMiniType<T>
  /** Rejects as `call` does, also with `NotModified`. `asOf` is the server's time. */
  readonly load: (options: LoadOptions) => Promise<{ readonly value: T; readonly asOf: string }>
}

/** A list, newest first, that is loaded and cached page by page from its beginning. */
export interface ListSource<Row> {
  readonly key: string
  readonly schema: z.ZodMiniType<Row>
  readonly idOf: (row: Row) => string
  /** The row will not change any more, so that it may stay when newer ones arrive above it. */
  readonly isSettled: (row: Row) => boolean
  readonly loadPage: (
    cursor: string | null,
    options: LoadOptions,
  ) => Promise<LoadedList<Row> & { readonly asOf: string }>
}

/** What a stored document says; null where the contract doesn't know it. */
export const valueIn = <T>({ schema }: DocumentSource<T>, stored: unknown): T | null =>
  schema.safeParse(stored).data ?? null

/** The beginning of a list, as it is loaded and stored. */
export interface LoadedList<Row> {
  readonly rows: readonly Row[]
  /** Where it goes on; null at its end. */
  readonly nextCursor: string | null
}
const StoredList = z.object({ rows: z.array(z.unknown()), nextCursor: z.nullable(z.string()) })

/** A stored list without the rows that the contract doesn't know; null where it is none. */
export const listIn = <Row>({ schema }: ListSource<Row>, stored: unknown): LoadedList<Row> | null => {
  const list = StoredList.safeParse(stored)
  if (!list.success) return null
  const { rows, nextCursor } = list.data
  const known = rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  return { rows: known, nextCursor }
}

/** What a call answers, as far as a source is concerned. */
interface Answered<Data> {
  readonly data: Data
  readonly asOf?: string | undefined
}

/** An answer of the server as it is cached; as of now where the server doesn't say. */
const stamped = <Data, T>(
  { data, asOf }: Answered<Data>,
  valueOf: (data: Data) => T,
): { readonly value: T; readonly asOf: string } => ({
  value: valueOf(data),
  asOf: asOf ?? serverTime(),
})

/** A document source from the call that answers it and what of its answer is wanted. */
export const document = <Data, T>(
  key: string,
  schema: z.ZodMiniType<T>,
  ask: (options: LoadOptions) => Promise<Answered<Data>>,
  valueOf: (data: Data) => T,
): DocumentSource<T> => ({
  key,
  schema,
  load: async (options) => stamped(await ask(options), valueOf),
})

/** What a call needs besides how new its answer must be. */
type Needs<T extends Operation> = Pick<CallInput<T>, Extract<keyof CallInput<T>, 'params' | 'query'>>
type Given<T extends Operation> = object extends Needs<T> ? [needs?: Needs<T>] : [needs: Needs<T>]

const asking =
  <const T extends Operation>(operation: T, needs: Needs<T> | undefined) =>
  (options: LoadOptions) =>
    // What it needs and how new it must be are all that a reading call takes.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    call(operation, { ...needs, ...options } as CallInput<T>)

/** The answer of a reading call as a whole. */
export const answerOf = <const T extends Operation & { readonly response: z.ZodMiniType }>(
  key: string,
  operation: T,
  ...[needs]: Given<T>
): DocumentSource<ResponseOf<T>> =>
  document(
    key,
    // The type of the answer was inferred from this schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    operation.response as z.ZodMiniType<ResponseOf<T>>,
    asking(operation, needs),
    (data) => data,
  )

type Answering<Field extends string> = Operation & {
  readonly response: z.ZodMiniObject<Readonly<Record<Field, z.ZodMiniType>>>
}

/** One field of the answer of a reading call. */
export const fieldOf = <const T extends Answering<Field>, const Field extends string>(
  key: string,
  operation: T,
  field: Field,
  ...[needs]: Given<T>
): DocumentSource<z.output<T['response']['shape'][Field]>> => {
  type Value = z.output<T['response']['shape'][Field]>
  return document(
    key,
    // The types of the answer and of its field were inferred from these schemas.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    operation.response.shape[field] as z.ZodMiniType<Value>,
    asking(operation, needs),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => (data as Readonly<Record<Field, Value>>)[field],
  )
}

const PAGE_SIZE = 20

type RowIn<T extends Answering<Field>, Field extends string> =
  z.output<T['response']['shape'][Field]> extends readonly (infer Row extends { readonly id: string })[]
    ? Row
    : never

/** The list in one field of the answer of a reading call, page by page. `isSettled`: always, unless it is given. */
export const listOf = <
  const T extends Answering<Field>,
  const Field extends string,
  Row extends { readonly id: string } = RowIn<T, Field>,
>(
  key: string,
  operation: T,
  field: Field,
  needs: Partial<Needs<T>> = {},
  isSettled: (row: Row) => boolean = () => true,
): ListSource<Row> => {
  type Page = Readonly<Record<Field, readonly Row[]>> & { readonly next_cursor: string | null }
  // As above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const rows = operation.response.shape[field] as unknown as z.ZodMiniArray<z.ZodMiniType<Row>>
  return {
    key,
    schema: rows.def.element,
    idOf: ({ id }) => id,
    isSettled,
    loadPage: async (cursor, options) => {
      const { query = {} }: { query?: object } = needs
      const page = { ...query, limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { data, asOf = serverTime() } = await asking(operation, { ...needs, query: page } as Needs<T>)(
        options,
      )
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { [field]: loaded, next_cursor: nextCursor } = data as Page
      return { rows: loaded, nextCursor, asOf }
    },
  }
}
