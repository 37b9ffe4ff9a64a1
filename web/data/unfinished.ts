import { eraseMembers, lastMember } from './at-rest.ts'
import type { MemberDatabase } from './database.ts'
import { FAVOURITES } from './in-use.ts'
import { CACHE_VERSION, loadDatabase } from './stored.ts'

/** How long a member's unfinished work is kept on a device where nobody is signed in. */
export const KEPT_FOR_MS = 7 * 86_400_000
/** Time limit for the storage: a browser whose storage hangs must not delay the end of a session. */
const PATIENCE_MS = 3_000
/** Key of the document that records since when the session is over. */
const PUT_AWAY = 'put-away'

/** Empties tables that only older versions of the app have: a tab with such a version recreates them. */
const emptyOlder = async (database: MemberDatabase): Promise<void> => {
  const { Dexie, GUARDED } = await loadDatabase()
  const known = new Set(database.tables.map(({ name }) => name))
  const all = await new Dexie(database.name, GUARDED).open()
  try {
    await Promise.all(all.tables.filter(({ name }) => !known.has(name)).map((table) => table.clear()))
  } finally {
    all.close()
  }
}

/** Removes all data that was only read; resolves with since when the rest is kept, null if nothing is left. */
const removeFetched = async (memberId: string, now: number): Promise<string | null> => {
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
 * After a session that ended without a sign-out: removes what the last member could read on this device. Their
 * unfinished work (drafts, queued changes, payments with unknown outcome, starred payees) stays until they sign in
 * again or sign out, another member signs in, or a week has passed. If this fails, everything is removed.
 */
export const keepUnfinishedOnly = async (now: number): Promise<void> => {
  const memberId = lastMember()
  if (memberId === null) return eraseMembers(null)
  try {
    const { undisturbed } = await loadDatabase()
    const since = await undisturbed(() => removeFetched(memberId, now), PATIENCE_MS)
    const isOld = since !== null && Math.abs(now - Date.parse(since)) > KEPT_FOR_MS
    await eraseMembers(isOld ? null : memberId, since === null)
  } catch (error) {
    console.warn('What was not finished could not be kept', error)
    await eraseMembers(null)
  }
}
