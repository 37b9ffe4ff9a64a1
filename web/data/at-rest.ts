/**
 * What this device keeps of a member between visits, and how it is removed. One IndexedDB database per
 * member, named after the opaque id, and storage entries under the same prefix; nothing else is kept.
 * Free of the database library, so that the sign-in path does not have to load it.
 */
const PREFIX = 'm:'
const LAST_MEMBER = 'youtility.member'
/** A cookie that says nothing but that something is kept here. */
const KEPT_HERE = 'kept-here'
const KEPT_HERE_S = 400 * 86_400
const SIGN_OUT_OWED = 'youtility.sign-out-owed'

export const databaseName = (memberId: string): string => `${PREFIX}${memberId}`

/** Name of a storage entry that belongs to a member and goes when they sign out. */
export const memberEntry = (memberId: string, name: string): string => `${PREFIX}${memberId}:${name}`

/** Storage can be forbidden (private modes, policies): then nothing is kept, and that is all right. */
const withStorage = <T>(attempt: () => T, otherwise: T): T => {
  try {
    return attempt()
  } catch {
    return otherwise
  }
}

/** Who was signed in here last and has not signed out: they may see their cache when starting offline. */
export const lastMember = (): string | null => withStorage(() => localStorage.getItem(LAST_MEMBER), null)
export const rememberMember = (memberId: string): void => {
  withStorage(() => localStorage.setItem(LAST_MEMBER, memberId), undefined)
  if (lastMember() === memberId)
    document.cookie = `${KEPT_HERE}=1; Max-Age=${KEPT_HERE_S}; Path=/; SameSite=Strict`
}

/**
 * Whether somebody's data was kept here and is gone although nobody has removed it: the browser has, for want of room
 * or of visits. It leaves the cookies.
 */
export const wasEmptied = (): boolean =>
  withStorage(() => localStorage.getItem(LAST_MEMBER) === null, false) &&
  document.cookie.split('; ').includes(`${KEPT_HERE}=1`)

/** A sign-out that the server has not heard of yet: it is told before anybody is let in again. */
export const signOutOwed = (): boolean =>
  withStorage(() => localStorage.getItem(SIGN_OUT_OWED) !== null, false)
export const oweSignOut = (owed: boolean): void =>
  withStorage(
    () => (owed ? localStorage.setItem(SIGN_OUT_OWED, '1') : localStorage.removeItem(SIGN_OUT_OWED)),
    undefined,
  )

const clearEntries = (storage: Storage, keep: (key: string) => boolean): void => {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX) && !keep(key)) storage.removeItem(key)
}

/** A deletion that a sleeping tab holds up is finished by the browser when that tab lets go. */
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

/** Removes the storage entries of all members but one. Those of the session belong to this tab alone. */
export const eraseEntries = (except: string | null): void => {
  const keepEntry = (key: string) => except !== null && key.startsWith(`${PREFIX}${except}:`)
  withStorage(() => clearEntries(localStorage, keepEntry), undefined)
  withStorage(() => clearEntries(sessionStorage, keepEntry), undefined)
}

/**
 * Removes every member's data from this device except, when named, one member's; `wholly`: of that one, the database
 * goes too.
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
