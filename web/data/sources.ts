import * as z from 'zod/mini'
import type { Operation, ResponseOf } from '../../api/contract/operation.ts'
import type { CachedDocument } from './cache.ts'
import { call, type CallInput } from './client.ts'
import { serverTime } from './server-clock.ts'

export interface LoadOptions {
  /** The answer must be at least as new as this ledger position. */
  readonly minPosition: string | undefined
}

/** One server response that is cached as a whole. */
export interface DocumentSource<T> {
  readonly key: string
  /** The contract's schema; also parses the cached value. */
  readonly schema: z.ZodMiniType<T>
  /** Rejects as `call` does, also with `NotModified`. `asOf` is the server's time. */
  readonly load: (options: LoadOptions) => Promise<CachedDocument & { readonly value: T }>
}

/** A list, newest first, that is loaded and cached page by page from its beginning. */
export interface ListSource<Row> {
  readonly key: string
  readonly schema: z.ZodMiniType<Row>
  readonly idOf: (row: Row) => string
  /** The row will not change any more, so it may stay when newer rows are loaded above it. */
  readonly isSettled: (row: Row) => boolean
  readonly loadPage: (
    cursor: string | null,
    options: LoadOptions,
  ) => Promise<LoadedList<Row> & Omit<CachedDocument, 'value'>>
}

/** Parses a stored document; null if it does not match the contract. */
export const valueIn = <T>({ schema }: DocumentSource<T>, stored: unknown): T | null =>
  schema.safeParse(stored).data ?? null

/** The beginning of a list, as loaded and stored. */
export interface LoadedList<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null
}
const StoredList = z.object({ rows: z.array(z.unknown()), nextCursor: z.nullable(z.string()) })

/** Parses a stored list, without rows that do not match the contract; null if it is not a list. */
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

/** The part of a call's result that a source uses. */
interface Answered<Data> {
  readonly data: Data
  readonly asOf?: string | undefined
  readonly late?: boolean | undefined
}

/** A response as it is cached; `asOf` is the present if the server sends none. */
const stamped = <Data, T>(
  { data, asOf, late }: Answered<Data>,
  valueOf: (data: Data) => T,
): CachedDocument & { readonly value: T } => ({
  value: valueOf(data),
  asOf: asOf ?? serverTime(),
  late,
})

/** A document source from a call and the part of its response to cache. */
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

/** Params and query of a call. */
type Needs<T extends Operation> = Pick<CallInput<T>, Extract<keyof CallInput<T>, 'params' | 'query'>>
type Given<T extends Operation> = object extends Needs<T> ? [needs?: Needs<T>] : [needs: Needs<T>]

const asking =
  <const T extends Operation>(operation: T, needs: Needs<T> | undefined) =>
  (options: LoadOptions) =>
    // A reading call takes no input besides its params, its query and the minimum position.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    call(operation, { ...needs, ...options } as CallInput<T>)

/** A source for the whole response of a reading call. */
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

/** A source for one field of a reading call's response. */
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

/** A source for the list in one field of a reading call's response, page by page. `isSettled`: always, by default. */
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
  // The type of the rows was inferred from this schema.
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
      const answer = await asking(operation, { ...needs, query: page } as Needs<T>)(options)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { [field]: loaded, next_cursor: nextCursor } = answer.data as Page
      return { rows: loaded, nextCursor, asOf: answer.asOf ?? serverTime(), late: answer.late }
    },
  }
}
