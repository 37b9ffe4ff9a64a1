import { startTransition, useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { shallow } from 'zustand/shallow'
import { readDocument } from './cache.ts'
import { connectivity, onConnectivity, useConnectivity } from './connectivity.ts'
import { firstRead, noteRead } from './first-reads.ts'
import { type Freshness, freshness } from './freshness.ts'
import { isLive } from './live-state.ts'
import { loadMore, onSync, refreshDocument, refreshList, type Sync, syncOf } from './refresh.ts'
import { type DocumentSource, listIn, type ListSource, valueIn } from './sources.ts'
import { useStored } from './use-stored.ts'
import { watch } from './watched.ts'

export interface View {
  readonly state: Freshness
  /** Server time (ISO 8601) at which the data was true; null when there is none. */
  readonly asOf: string | null
  /** The error of the last refresh; null after a success. */
  readonly error: unknown
  /** Asks the server now. Never rejects. */
  readonly refresh: () => Promise<void>
}

export interface CachedView<T> extends View {
  readonly value: T | null
}

export interface ListView<Row> extends View {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly loadMore: () => Promise<void>
}

const REFRESH_EVERY_MS = 30_000
/** How often what was live is looked at again, as it grows old by itself. */
const LOOK_EVERY_MS = 5_000
/** While the server pushes changes, only every fourth round asks. */
const LIVE_ROUNDS = 4

/** Refreshes when the page opens, becomes visible or reconnects, and periodically while it is visible. */
const useRefreshing = (refresh: () => Promise<void>): void => {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const reconnect = () => {
      if (connectivity() === 'online') void refresh()
    }
    let passed = 0
    const keepUp = () => {
      passed = isLive() ? (passed + 1) % LIVE_ROUNDS : 0
      if (passed === 0 && connectivity() === 'online') look()
    }
    void refresh()
    const timer = setInterval(keepUp, REFRESH_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    const off = onConnectivity(reconnect)
    const unwatch = watch(refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      off()
      unwatch()
    }
  }, [refresh])
}

/**
 * What `look` selects of a key's refresh state. A component renders again only when the selection changes. It renders
 * in a transition, so that taps are handled in between (`useSyncExternalStore` would render in one task).
 */
const useSync = <T>(key: string, look: (sync: Sync) => T): T => {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const seen = look(syncOf(key))
  const compare = useRef((): void => undefined)
  useEffect(() => {
    compare.current = () => {
      if (!shallow(look(syncOf(key)), seen)) startTransition(drawAgain)
    }
    // It may have changed since rendering.
    compare.current()
  })
  useEffect(() => {
    const off = onSync(() => compare.current())
    const timer = setInterval(() => compare.current(), LOOK_EVERY_MS)
    return () => {
      off()
      clearInterval(timer)
    }
  }, [])
  return seen
}

const lookAtLoaded = ({ loaded, error }: Sync) => ({ loaded, error })

/** The value loaded by this tab, unless another tab has stored a newer one since. */
const newerOf = <T extends { readonly asOf: string }>(
  loaded: T | null,
  stored: T | null | undefined,
): T | null | undefined =>
  loaded === null || (stored !== null && stored !== undefined && stored.asOf > loaded.asOf) ? stored : loaded

/** Whether the stored document is the loaded one, which is on the screen already, or an older one. */
const isDrawn = (key: string, stored: { readonly asOf: string } | null): boolean => {
  const { loaded } = syncOf(key)
  return loaded !== null && (stored === null || stored.asOf <= loaded.asOf)
}

/** The cached value of a source, refreshed from the server. `read` parses what was stored; null when it is invalid. */
const useSource = <Source extends { readonly key: string }, T>(
  source: Source,
  refreshOf: (source: Source) => Promise<void>,
  read: (source: Source, stored: unknown) => T | null,
): CachedView<T> => {
  const online = useConnectivity() === 'online'
  const refresh = useCallback(() => refreshOf(source), [source, refreshOf])
  useRefreshing(refresh)
  // `undefined` while the cache is being read; null when it has no entry.
  const stored = useStored(source.key, readDocument, isDrawn, firstRead)
  useEffect(() => noteRead(source.key), [source.key])
  const { loaded, error } = useSync(source.key, lookAtLoaded)
  const document = newerOf(loaded, stored)
  const value = useMemo(() => {
    if (document === null || document === undefined) return null
    // The source of this key has loaded and parsed it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return document === loaded ? (document.value as T) : read(source, document.value)
  }, [document, loaded, source, read])
  const shown = { has: value !== null, read: document !== undefined }
  return {
    value,
    asOf: value === null ? null : (document?.asOf ?? null),
    state: useSync(source.key, (sync) => freshness(shown, sync, online, isLive())),
    error,
    refresh,
  }
}

/** A cached document, refreshed from the server. Pass a stable source. */
export const useCached = <T>(source: DocumentSource<T>): CachedView<T> =>
  useSource(source, refreshDocument, valueIn)

/** The value of a figure: undefined while it may still arrive, null if it could not be loaded. */
export const figuresOf = <T>({ value, state }: { value: T | null; state: Freshness }): T | null | undefined =>
  value ?? (state === 'never' ? null : undefined)

const NO_ROWS: readonly never[] = []

/** A cached list, refreshed from the server. Pass a stable source. */
export const useList = <Row>(source: ListSource<Row>): ListView<Row> => {
  const { value, ...view } = useSource(source, refreshList, listIn)
  const more = useCallback(() => loadMore(source), [source])
  const hasMore = value !== null && value.nextCursor !== null
  return { ...view, rows: value?.rows ?? NO_ROWS, hasMore, loadMore: more }
}
