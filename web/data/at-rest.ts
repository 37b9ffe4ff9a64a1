/**
 * The data that this device stores of a member between visits, and its removal: one IndexedDB database per member,
 * named after the opaque id, and storage entries with the same prefix; nothing else. Does not import the database
 * library, so that the sign-in path need not load it.
 */
const PREFIX = 'm:'
const LAST_MEMBER = 'youtility.member'
/** A cookie that contains nothing but the fact that member data is stored on this device. */
const KEPT_HERE = 'kept-here'
const KEPT_HERE_S = 400 * 86_400
const SIGN_OUT_OWED = 'youtility.sign-out-owed'

export const databaseName = (memberId: string): string => `${PREFIX}${memberId}`

/** Name of a storage entry that belongs to a member and is removed when they sign out. */
export const memberEntry = (memberId: string, name: string): string => `${PREFIX}${memberId}:${name}`

/** Storage can be forbidden (private modes, policies), or hold what another release wrote: `otherwise`, which is fine. */
export const withStorage = <T>(attempt: () => T, otherwise: T): T => {
  try {
    return attempt()
  } catch {
    return otherwise
  }
}

/** The member who signed in here last and has not signed out: they may see their cache when starting offline. */
export const lastMember = (): string | null => withStorage(() => localStorage.getItem(LAST_MEMBER), null)
export const rememberMember = (memberId: string): void => {
  withStorage(() => localStorage.setItem(LAST_MEMBER, memberId), undefined)
  if (lastMember() === memberId)
    document.cookie = `${KEPT_HERE}=1; Max-Age=${KEPT_HERE_S}; Path=/; SameSite=Strict`
}

/**
 * Whether the browser itself has removed a member's stored data, for lack of room or of visits. It leaves the cookies.
 */
export const wasEmptied = (): boolean =>
  withStorage(() => localStorage.getItem(LAST_MEMBER) === null, false) &&
  document.cookie.split('; ').includes(`${KEPT_HERE}=1`)

/** A sign-out that the server does not know of yet: it is sent before anybody is let in again. */
export const isSignOutPending = (): boolean =>
  withStorage(() => localStorage.getItem(SIGN_OUT_OWED) !== null, false)
export const setSignOutPending = (owed: boolean): void =>
  withStorage(
    () => (owed ? localStorage.setItem(SIGN_OUT_OWED, '1') : localStorage.removeItem(SIGN_OUT_OWED)),
    undefined,
  )

/** What the member who signed in here last has set for the lock of this device; null: nothing, it opens as it is. */
export const lockEntry = (): string | null =>
  withStorage(() => localStorage.getItem(memberEntry(lastMember() ?? '', 'lock')), null)

const clearEntries = (storage: Storage, keep: (key: string) => boolean): void => {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX) && !keep(key)) storage.removeItem(key)
}

/**
 * Time limit for a deletion; the browser completes one that a sleeping tab blocks when that tab closes its connection.
 */
const DELETED_WITHIN_MS = 5_000

const deleteDatabase = async (name: string): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(name)
  setTimeout(resolve, DELETED_WITHIN_MS)
  // Other tabs close their connection on `versionchange`, so a blocked deletion goes on by itself.
  request.addEventListener('success', () => resolve())
  request.addEventListener('error', () => resolve())
  await promise
}

/** Removes the storage entries of all members but one. Session storage is that of this tab only. */
export const eraseEntries = (except: string | null): void => {
  const keepEntry = (key: string) => except !== null && key.startsWith(`${PREFIX}${except}:`)
  withStorage(() => clearEntries(localStorage, keepEntry), undefined)
  withStorage(() => clearEntries(sessionStorage, keepEntry), undefined)
}

/**
 * Removes every member's data from this device except, if given, one member's. `wholly`: removes that member's database
 * too.
 */
export const eraseMembers = async (except: string | null, wholly = false): Promise<void> => {
  eraseEntries(except)
  if (except === null) {
    withStorage(() => localStorage.removeItem(LAST_MEMBER), undefined)
    document.cookie = `${KEPT_HERE}=; Max-Age=0; Path=/; SameSite=Strict`
  }
  // Forbidden in some modes: then there is nothing to remove.
  const listing = withStorage(() => indexedDB.databases(), Promise.resolve([]))
  const databases = await listing.catch(() => [])
  const names = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name] : []))
  const doomed = names.filter((name) => except === null || wholly || name !== databaseName(except))
  await Promise.all(doomed.map(deleteDatabase))
}
