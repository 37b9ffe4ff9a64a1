import type * as z from 'zod/mini'
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
  ) => Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null; readonly asOf: string }>
}

/** What a call answers, as far as a source is concerned. */
interface Answered<Data> {
  readonly data: Data
  readonly asOf?: string
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

const PAGE_SIZE = 20

/** The query of a page of a list. */
interface PageQuery {
  readonly limit: string
  readonly cursor?: string
}

/** A list source from the call that answers its pages. `isSettled`: always, unless it is given. */
export const list = <Data, Row extends { readonly id: string }>(
  key: string,
  schema: z.ZodMiniType<Row>,
  ask: (page: PageQuery, options: LoadOptions) => Promise<Answered<Data>>,
  pageOf: (data: Data) => { readonly rows: readonly Row[]; readonly nextCursor: string | null },
  isSettled: (row: Row) => boolean = () => true,
): ListSource<Row> => ({
  key,
  schema,
  idOf: ({ id }) => id,
  isSettled,
  loadPage: async (cursor, options) => {
    const page = { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) }
    const { value, asOf } = stamped(await ask(page, options), pageOf)
    return { ...value, asOf }
  },
})
