import { becomeStorage, deviceStorage } from './device-storage.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * A page that is suspended with a transaction open keeps it, and in WebKit every later read-write transaction of that
 * database, from any page, waits until the page ends: on a phone for up to half an hour. So transactions are aborted
 * when the page is left and done again when it is back, and few are begun while nobody sees it: a phone suspends an
 * app seconds after it was hidden, without notice.
 */

/** Tables whose transactions do not wait until the page is seen: what is in them exists nowhere else. */
const URGENT: ReadonlySet<string> = new Set(['intents', 'outbox'])
const REFUSED = 'AwayError'
/** A transaction that takes longer hangs, such as WebKit's behind a suspended page. */
export const PATIENCE_MS = 2_000

let isLeft = false
/** The transactions in flight, and whether each is urgent. */
const inFlight = new Map<IDBTransaction, boolean>()
/** How often a transaction was aborted here. */
let aborted = 0
/** Something was aborted or refused since the page was last back. */
let hasMissed = false
const waiting = new Set<() => void>()

const refuseUnless = (may: boolean): void => {
  if (may) return
  hasMissed = true
  throw new DOMException('Nobody sees this page: it waits.', REFUSED)
}
/** Throws while the page is left: `undisturbed` tries again when it is back. */
export const refuseIfLeft = (): void => refuseUnless(!isLeft)

const isHere = (): boolean => !isLeft && document.visibilityState !== 'hidden'

const abort = (isMeant: (isUrgent: boolean) => boolean): void => {
  for (const [transaction, isUrgent] of inFlight) {
    if (!isMeant(isUrgent)) continue
    inFlight.delete(transaction)
    aborted += 1
    hasMissed = true
    try {
      transaction.abort()
    } catch {
      // It is being committed already.
    }
  }
}

/** Aborts every transaction in flight: what was to be done in it is done again, or fails. */
export const abortAll = (): void => abort(() => true)

const leave = (): void => {
  isLeft = true
  abortAll()
}

const comeBack = (): void => {
  isLeft = false
  if (!isHere()) return
  for (const go of waiting) go()
  waiting.clear()
  // Whatever reads from the database reads again.
  if (hasMissed) becomeStorage({ connection: deviceStorage().connection + 1 })
  hasMissed = false
}

// Before Dexie's listener, which closes the connections.
window.addEventListener('pagehide', ({ persisted }) => persisted && leave(), { capture: true })
window.addEventListener('pageshow', comeBack)
document.addEventListener('freeze', leave)
document.addEventListener('resume', comeBack)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') abort((isUrgent) => !isUrgent)
  else comeBack()
})

/** Resolves when the page is seen. */
const back = (): Promise<void> =>
  isHere()
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting.add(resolve)
      })

/** Keeps account of a connection's transactions, and refuses new ones while the page is away. */
const guard = (connection: IDBDatabase): void => {
  const begin = connection.transaction.bind(connection)
  // Opening ends with a transaction without which Dexie can't use the connection.
  let isOpening = true
  connection.transaction = (stores, mode, options) => {
    const isUrgent = (typeof stores === 'string' ? [stores] : [...stores]).some((name) => URGENT.has(name))
    if (!isOpening && (isLeft || !isUrgent)) refuseUnless(isHere())
    isOpening = false
    return follow(begin(stores, mode, options), isUrgent)
  }
}

const follow = (transaction: IDBTransaction, isUrgent: boolean): IDBTransaction => {
  inFlight.set(transaction, isUrgent)
  const end = () => inFlight.delete(transaction)
  transaction.addEventListener('complete', end)
  transaction.addEventListener('abort', end)
  if (isLeft) queueMicrotask(abortAll)
  return transaction
}

/** The browser's databases, for Dexie: every transaction on them ends when the page is left. */
export const guardedDatabases: IDBFactory = {
  cmp: (first, second) => indexedDB.cmp(first, second),
  databases: () => indexedDB.databases(),
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  open: (name, version) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction !== null) follow(request.transaction, true)
    })
    request.addEventListener('success', () => guard(request.result))
    return request
  },
}

/** Names of an error and of its inner errors: Dexie wraps the browser's. */
export const namesOf = (error: unknown): readonly string[] => {
  if (typeof error !== 'object' || error === null) return []
  const name = 'name' in error && typeof error.name === 'string' ? [error.name] : []
  const inner = 'inner' in error ? namesOf(error.inner) : []
  const first = 'failures' in error && Array.isArray(error.failures) ? namesOf(error.failures[0]) : []
  return [...name, ...inner, ...first]
}

/**
 * Does `work` with a database, within `limitMs` milliseconds; again from the beginning each time that the page was left
 * meanwhile, once it is back. What was aborted has left nothing behind.
 */
export const undisturbed = async <T>(work: () => PromiseLike<T>, limitMs = PATIENCE_MS): Promise<T> => {
  for (;;) {
    const before = aborted
    try {
      return await withTimeout(limitMs, work())
    } catch (error) {
      const [name = ''] = namesOf(error)
      if (name === REFUSED) await back()
      else if (name !== 'AbortError' || aborted === before) throw error
    }
  }
}

/** Whether an error says no more than that the page was left. */
export const isAway = (error: unknown): boolean => namesOf(error)[0] === REFUSED
