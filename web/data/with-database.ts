import type { MemberDatabase } from './database.ts'
import { NoStorageError } from './errors.ts'
import { loadDatabase, memberDatabase } from './stored.ts'

/**
 * Reads or writes the member's database; again if the page was left meanwhile. Reopens a lost connection once; on a
 * full device deletes the oldest documents; rejects if neither helps, with `NoStorageError` if there is no database. Not
 * for observed queries.
 */
export const withDatabase = async <T>(work: (database: MemberDatabase) => PromiseLike<T>): Promise<T> => {
  const database = memberDatabase()
  if (database === null) throw new NoStorageError()
  const { run } = await loadDatabase()
  return await run(database, work)
}
