import { eraseMembers, lastMember } from './at-rest.ts'
import type { MemberDatabase } from './database.ts'
import { CACHE_VERSION, FAVOURITES, loadDatabase } from './stored.ts'
import { within } from './within.ts'

/** How long what a member has not finished waits for them on a device where nobody is signed in. */
export const KEPT_FOR_MS = 7 * 86_400_000
/** A browser whose storage hangs must not hold up the end of a session. */
const PATIENCE_MS = 3_000
/** When the session was first found over. */
const PUT_AWAY = 'put-away'

/** Empties the tables that only an older version of the app has: in a tab that was still open it makes them anew. */
const emptyOlder = async (database: MemberDatabase): Promise<void> => {
  const { Dexie } = await loadDatabase()
  const known = new Set(database.tables.map(({ name }) => name))
  const all = await new Dexie(database.name).open()
  try {
    await Promise.all(all.tables.filter(({ name }) => !known.has(name)).map((table) => table.clear()))
  } finally {
    all.close()
  }
}

/** Removes everything that was only read; null when that is all there was, else since when the rest waits. */
const strip = async (memberId: string, now: number): Promise<string | null> => {
  const { MemberDatabase } = await loadDatabase()
  const database = new MemberDatabase(memberId)
  try {
    const { documents, intents, outbox } = database
    const since = await database.transaction('rw', [documents, intents, outbox], async () => {
      const since = (await documents.get(PUT_AWAY))?.asOf ?? new Date(now).toISOString()
      await Promise.all([
        documents.filter(({ key }) => key !== FAVOURITES).delete(),
        outbox.filter(({ sent }) => sent).delete(),
      ])
      const left = await Promise.all([documents.count(), intents.count(), outbox.count()])
      if (left.every((count) => count === 0)) return null
      await documents.put({ key: PUT_AWAY, value: null, asOf: since, version: CACHE_VERSION })
      return since
    })
    await emptyOlder(database)
    return since
  } finally {
    database.close()
  }
}

/**
 * After a session that nobody has ended: what the last member of this device could read here goes; what they have not
 * finished (drafts, changes that wait to be sent, payments whose outcome they don't know, starred payees) stays for a
 * week, until they sign in again, sign out, or another member signs in. Where that can't be done everything goes.
 */
export const putAwayUnfinished = async (now: number): Promise<void> => {
  const memberId = lastMember()
  if (memberId === null) return eraseMembers(null)
  try {
    const since = await within(PATIENCE_MS, strip(memberId, now))
    const isOld = since !== null && Math.abs(now - Date.parse(since)) > KEPT_FOR_MS
    await eraseMembers(isOld ? null : memberId, since === null)
  } catch (error) {
    console.warn('What was not finished could not be kept', error)
    await eraseMembers(null)
  }
}
