import type { StoredDocument } from './database.ts'
import { CACHE_VERSION, memberDatabase } from './stored.ts'
import { using } from './using.ts'

/** An answer of the server, or the loaded beginning of a list, as it was at a server time. */
export type CachedDocument = Pick<StoredDocument, 'value' | 'asOf'>

/** Null when it was never stored, was stored in another shape, or the database cannot be read. */
export const readDocument = async (key: string): Promise<CachedDocument | null> => {
  const stored: StoredDocument | undefined = await memberDatabase()?.documents.get(key)
  return stored?.version === CACHE_VERSION ? stored : null
}

/** Whether there is a document, without reading it. */
export const hasDocument = async (key: string): Promise<boolean> =>
  (await using(({ documents }) => documents.where('key').equals(key).count())) > 0

/** Throws when there is no database: what can't be stored is kept by whoever loaded it. */
export const writeDocument = async (key: string, { value, asOf }: CachedDocument): Promise<void> => {
  await using(({ documents }) => documents.put({ key, version: CACHE_VERSION, value, asOf }))
}
