import type * as z from 'zod/mini'

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
