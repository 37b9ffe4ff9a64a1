import { eraseMembers, lastMember } from './at-rest.ts'
import { CACHE_VERSION, FAVOURITES, loadDatabase } from './stored.ts'
import { within } from './within.ts'

/** How long what a member has not finished waits for them on a device where nobody is signed in. */
export const KEPT_FOR_MS = 7 * 86_400_000
/** A browser whose storage hangs must not hold up the end of a session. */
const PATIENCE_MS = 3_000
/** When the session was first found over. */
const PUT_AWAY = 'put-away'

/** Removes everything that was only read; null when that is all there was, else since when the rest waits. */
const strip = async (memberId: string, now: number): Promise<string | null> => {
  const { MemberDatabase } = await loadDatabase()
  const database = new MemberDatabase(memberId)
  try {
    const { documents, lists, rows, intents, outbox } = database
    return await database.transaction('rw', [documents, lists, rows, intents, outbox], async () => {
      const since = (await documents.get(PUT_AWAY))?.asOf ?? new Date(now).toISOString()
      await Promise.all([
        lists.clear(),
        rows.clear(),
        documents.filter(({ key }) => key !== FAVOURITES).delete(),
        outbox.filter(({ sent }) => sent).delete(),
      ])
      const left = await Promise.all([documents.count(), intents.count(), outbox.count()])
      if (left.every((count) => count === 0)) return null
      await documents.put({ key: PUT_AWAY, value: null, asOf: since, version: CACHE_VERSION })
      return since
    })
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
