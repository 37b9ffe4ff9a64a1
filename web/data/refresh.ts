import { type CachedDocument, readDocument, writeDocument } from './cache.ts'
import { changesSoFar } from './changes.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, NotModified } from './errors.ts'
import { keysInUse } from './in-use.ts'
import { type DocumentSource, listIn, type ListSource, type LoadedList } from './sources.ts'
import { using } from './using.ts'

/** How one cached thing stands towards the server. A new object with every change. */
export interface Sync {
  readonly running: boolean
  /** Why the last attempt failed; null when it did not. */
  readonly error: unknown
  /** Device time of the last success in this visit, in milliseconds. */
  readonly refreshedAt: number | null
  /**
   * What was loaded in this visit, as the contract's schema gave it: drawn without being read back from the cache and
   * checked again, and also where nothing can be stored.
   */
  readonly loaded: CachedDocument | null
}

const UNTOUCHED: Sync = { running: false, error: null, refreshedAt: null, loaded: null }
const NOT_READY_RETRIES = 3

interface Flight {
  readonly position: string | undefined
  /** How many changes it knew of. */
  readonly changes: number
  readonly done: Promise<void>
}

let epoch = currentEpoch()
const syncs = new Map<string, Sync>()
const flights = new Map<string, Flight>()
const listeners = new Set<() => void>()
/** The newest ledger position that is known to concern this member: no answer may be older. */
let newest: bigint | null = null

const forgetOtherEpochs = (): void => {
  if (epoch === currentEpoch()) return
  epoch = currentEpoch()
  syncs.clear()
  flights.clear()
  keysInUse.clear()
  newest = null
}

export const onSync = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const syncOf = (key: string): Sync => {
  forgetOtherEpochs()
  return syncs.get(key) ?? UNTOUCHED
}

const change = (key: string, changed: Partial<Sync>): void => {
  syncs.set(key, { ...syncOf(key), ...changed })
  for (const listener of listeners) listener()
}

/**
 * Remembers what the member wrote, or what came in for them, so that nothing older is read from now on.
 * @returns whether that was news
 */
export const recordWrite = (position: string | undefined): boolean => {
  if (position === undefined || !/^\d+$/.test(position)) return false
  forgetOtherEpochs()
  const written = BigInt(position)
  if (newest !== null && written <= newest) return false
  newest = written
  return true
}

const minPosition = (): string | undefined => {
  forgetOtherEpochs()
  return newest?.toString()
}

/** A read model that has not caught up says 503 and when to ask again. */
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
 * Runs one refresh at a time per key; whoever asks meanwhile shares it, unless the member has written
 * something since it began: then another one follows. An answer that arrives in another epoch is dropped.
 * Failures are kept in `Sync.error` and leave what was cached as it was. Never rejects.
 */
const once = (key: string, run: (isCurrent: () => boolean) => Promise<void>): Promise<void> => {
  forgetOtherEpochs()
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

/** Shows what was loaded, and stores it; where nothing can be stored, it lives as long as the page. */
const keep = async (key: string, loaded: CachedDocument, isCurrent: () => boolean): Promise<void> => {
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
      if (isCurrent()) await keep(source.key, loaded, isCurrent)
    } catch (error) {
      if (!(error instanceof NotModified)) throw error
    }
  })

/** What there is of a list, as of when; null when nothing of it was loaded. */
const keptOf = async <Row>(source: ListSource<Row>): Promise<(LoadedList<Row> & { asOf: string }) | null> => {
  const { key } = source
  const kept = syncOf(key).loaded ?? (await using(() => readDocument(key)).catch(() => null))
  const list = kept && listIn(source, kept.value)
  return list && { ...list, asOf: kept.asOf }
}

/**
 * Loads the first page anew. Pages loaded below it stay when the new page reaches down to them and
 * nothing in them can have changed; otherwise the list begins anew with this page, so that it has no gap.
 */
export const refreshList = <Row>(source: ListSource<Row>): Promise<void> =>
  once(source.key, async (isCurrent) => {
    const page = await patiently(() => source.loadPage(null, { minPosition: minPosition() }))
    const kept = await keptOf(source)
    if (!isCurrent()) return
    const before = kept?.rows ?? []
    const last = page.rows.at(-1)
    const place = last === undefined ? -1 : before.findIndex((row) => source.idOf(row) === source.idOf(last))
    const below = place === -1 || page.nextCursor === null ? [] : before.slice(place + 1)
    const joined = below.length > 0 && below.every(source.isSettled)
    const value: LoadedList<Row> = {
      rows: joined ? [...page.rows, ...below] : page.rows,
      nextCursor: joined ? (kept?.nextCursor ?? null) : page.nextCursor,
    }
    await keep(source.key, { value, asOf: page.asOf }, isCurrent)
  })

/** Loads the page after the last one, below what is there. */
export const loadMore = <Row>(source: ListSource<Row>): Promise<void> => {
  const more = async (isCurrent: () => boolean) => {
    const above = await keptOf(source)
    if (above === null || above.nextCursor === null) return
    const page = await patiently(() => source.loadPage(above.nextCursor, { minPosition: minPosition() }))
    if (!isCurrent()) return
    const known = new Set(above.rows.map(source.idOf))
    const rows = [...above.rows, ...page.rows.filter((row) => !known.has(source.idOf(row)))]
    // The rows above are as old as they were: the list is as of its oldest part.
    await keep(source.key, { value: { rows, nextCursor: page.nextCursor }, asOf: above.asOf }, isCurrent)
  }
  const flying = flights.get(source.key)
  // A refresh in flight would begin the list anew under our feet: let it land first.
  return flying === undefined ? once(source.key, more) : flying.done.then(() => once(source.key, more))
}
