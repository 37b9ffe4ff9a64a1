import { createStore } from 'zustand/vanilla'
import { type CachedDocument, readDocument, writeDocument } from './cache.ts'
import { changesSoFar } from './changes.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, NotModified } from './errors.ts'
import { keysInUse } from './in-use.ts'
import { type DocumentSource, listIn, type ListSource, type LoadedList } from './sources.ts'
import { withDatabase } from './with-database.ts'

/** The refresh state of one cached document or list. Every change makes a new object. */
export interface Sync {
  readonly running: boolean
  /** The error of the last refresh; null after a success. */
  readonly error: unknown
  /** Device time of the last success in this epoch, in milliseconds. */
  readonly refreshedAt: number | null
  /**
   * The value loaded in this epoch, already parsed by the contract's schema. Components render it without reading the
   * cache; where the browser stores nothing, it is the only copy.
   */
  readonly loaded: CachedDocument | null
}

const UNTOUCHED: Sync = { running: false, error: null, refreshedAt: null, loaded: null }
const NONE: ReadonlyMap<string, Sync> = new Map()
const NOT_READY_RETRIES = 3

interface Flight {
  readonly position: string | undefined
  /** `changesSoFar()` when it began. */
  readonly changes: number
  readonly done: Promise<void>
}

/** The state of every key. It belongs to one epoch: a later epoch reads it as empty. */
const store = createStore<{ readonly epoch: number; readonly syncs: ReadonlyMap<string, Sync> }>(() => ({
  epoch: currentEpoch(),
  syncs: new Map(),
}))

/** Called with each change of any key; returns how to stop. */
export const onSync = (listener: () => void): (() => void) => store.subscribe(listener)

const currentSyncs = (): ReadonlyMap<string, Sync> => {
  const { epoch, syncs } = store.getState()
  return epoch === currentEpoch() ? syncs : NONE
}

/** Never changes the store, so components may call it while rendering. */
export const syncOf = (key: string): Sync => currentSyncs().get(key) ?? UNTOUCHED

const change = (key: string, changed: Partial<Sync>): void => {
  const sync = { ...syncOf(key), ...changed }
  store.setState({ epoch: currentEpoch(), syncs: new Map(currentSyncs()).set(key, sync) })
}

interface Visit {
  readonly epoch: number
  /** The refreshes that are under way, by key. */
  readonly flights: Map<string, Flight>
  /** The newest ledger position that concerns this member: answers of an older position are not accepted. */
  newest: bigint | null
}

const emptyVisit = (): Visit => ({ epoch: currentEpoch(), flights: new Map(), newest: null })

let visit = emptyVisit()

/** The visit of the current epoch; the visit of an earlier one is dropped. */
const currentVisit = (): Visit => {
  if (visit.epoch !== currentEpoch()) {
    visit = emptyVisit()
    keysInUse.clear()
  }
  return visit
}

/**
 * Records the ledger position of a write by the member, or of an event that concerns them. From now on no older answer
 * is read.
 * @returns whether the position is newer than all recorded before
 */
export const recordWrite = (position: string | undefined): boolean => {
  if (position === undefined || !/^\d+$/.test(position)) return false
  const current = currentVisit()
  const written = BigInt(position)
  if (current.newest !== null && written <= current.newest) return false
  current.newest = written
  return true
}

const minPosition = (): string | undefined => currentVisit().newest?.toString()

/** Retries after a 503 with `Retry-After`, the answer of a read model that has not caught up. */
const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      const wait_s = error instanceof ApiError && error.status === 503 ? error.retryAfterSeconds : null
      if (wait_s === null || attempt >= NOT_READY_RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait_s, 5) * 1_000))
    }
  }
}

/**
 * Runs one refresh at a time per key. A call during a refresh shares it, unless the member has written something since
 * it began: then a second refresh follows. An answer that arrives in another epoch is dropped. A failure is stored in
 * `Sync.error` and leaves the cached value unchanged. Never rejects.
 */
const once = (key: string, run: (isCurrent: () => boolean) => Promise<void>): Promise<void> => {
  const { flights } = currentVisit()
  keysInUse.add(key)
  const flying = flights.get(key)
  const position = minPosition()
  const changes = changesSoFar()
  if (flying !== undefined && flying.position === position && flying.changes === changes) return flying.done
  const begun = currentEpoch()
  const isCurrent = () => begun === currentEpoch()
  const fly = async () => {
    await flying?.done
    if (!isCurrent()) return
    change(key, { running: true })
    try {
      await run(isCurrent)
      if (isCurrent()) change(key, { error: null, refreshedAt: Date.now() })
    } catch (error) {
      if (isCurrent()) change(key, { error })
    }
    if (isCurrent() && flights.get(key) === flight) {
      flights.delete(key)
      change(key, { running: false })
    }
  }
  const flight: Flight = { position, changes, done: fly() }
  flights.set(key, flight)
  return flight.done
}

/** Publishes a loaded value and writes it to the cache; if writing fails, the value lives as long as the page. */
const publish = async (key: string, loaded: CachedDocument, isCurrent: () => boolean): Promise<void> => {
  change(key, { loaded, error: null, refreshedAt: Date.now() })
  try {
    await writeDocument(key, loaded)
  } catch (error) {
    if (isCurrent()) console.warn('The cache could not be written', error)
  }
}

export const refreshDocument = <T>(source: DocumentSource<T>): Promise<void> =>
  once(source.key, async (isCurrent) => {
    try {
      const loaded = await patiently(() => source.load({ minPosition: minPosition() }))
      if (isCurrent()) await publish(source.key, loaded, isCurrent)
    } catch (error) {
      if (!(error instanceof NotModified)) throw error
    }
  })

/** The loaded part of a list and its time; null when none is loaded or cached. */
const loadedPart = async <Row>(
  source: ListSource<Row>,
): Promise<(LoadedList<Row> & { asOf: string }) | null> => {
  const { key } = source
  const loaded = syncOf(key).loaded ?? (await withDatabase(() => readDocument(key)).catch(() => null))
  const list = loaded && listIn(source, loaded.value)
  return list && { ...list, asOf: loaded.asOf }
}

/**
 * Reloads the first page. Rows of later pages stay if the new page ends within the loaded rows and all rows below are
 * settled; otherwise the list restarts with this page, so that it never has a gap.
 */
export const refreshList = <Row>(source: ListSource<Row>): Promise<void> =>
  once(source.key, async (isCurrent) => {
    const page = await patiently(() => source.loadPage(null, { minPosition: minPosition() }))
    const loaded = await loadedPart(source)
    if (!isCurrent()) return
    const before = loaded?.rows ?? []
    const last = page.rows.at(-1)
    const place = last === undefined ? -1 : before.findIndex((row) => source.idOf(row) === source.idOf(last))
    const below = place === -1 || page.nextCursor === null ? [] : before.slice(place + 1)
    const joined = below.length > 0 && below.every(source.isSettled)
    const value: LoadedList<Row> = {
      rows: joined ? [...page.rows, ...below] : page.rows,
      nextCursor: joined ? (loaded?.nextCursor ?? null) : page.nextCursor,
    }
    await publish(source.key, { value, asOf: page.asOf, late: page.late }, isCurrent)
  })

/** Loads the page after the last loaded one and appends its rows. */
export const loadMore = <Row>(source: ListSource<Row>): Promise<void> => {
  const more = async (isCurrent: () => boolean) => {
    const above = await loadedPart(source)
    if (above === null || above.nextCursor === null) return
    const page = await patiently(() => source.loadPage(above.nextCursor, { minPosition: minPosition() }))
    if (!isCurrent()) return
    const known = new Set(above.rows.map(source.idOf))
    const rows = [...above.rows, ...page.rows.filter((row) => !known.has(source.idOf(row)))]
    // The rows above were not reloaded, so the list keeps the time of its oldest page.
    await publish(source.key, { value: { rows, nextCursor: page.nextCursor }, asOf: above.asOf }, isCurrent)
  }
  const flying = currentVisit().flights.get(source.key)
  // A running refresh could restart the list: wait for it.
  return flying === undefined ? once(source.key, more) : flying.done.then(() => once(source.key, more))
}
