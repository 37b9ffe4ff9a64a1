import type { StoredDocument } from './database.ts'
import { CACHE_VERSION, memberDatabase } from './stored.ts'
import { withDatabase } from './with-database.ts'

/** A server response, or the loaded beginning of a list, as of a server time. */
export interface CachedDocument extends Pick<StoredDocument, 'value' | 'asOf'> {
  /** It was already old when the server sent it; not stored. */
  readonly late?: boolean | undefined
}

/** Null when it was never stored, or was stored by another cache version. */
export const storedIn = (row: StoredDocument | undefined): CachedDocument | null =>
  row?.version === CACHE_VERSION ? row : null

/** Null also when there is no usable database. */
export const readDocument = async (key: string): Promise<CachedDocument | null> =>
  storedIn(await memberDatabase()?.documents.get(key))

/** Whether there is a document, without reading it. */
export const hasDocument = async (key: string): Promise<boolean> =>
  (await withDatabase(({ documents }) => documents.where('key').equals(key).count())) > 0

/** Rejects when the value can't be stored; the caller then keeps it in memory. */
export const writeDocument = async (key: string, { value, asOf }: CachedDocument): Promise<void> => {
  await withDatabase(({ documents }) => documents.put({ key, version: CACHE_VERSION, value, asOf }))
}
