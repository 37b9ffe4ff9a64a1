import * as z from 'zod/mini'
import { PersonRef } from '../../api/contract/wallet.ts'
import { askToStay } from './device-storage.ts'
import { FAVOURITES } from './in-use.ts'
import { CACHE_VERSION, memberDatabase } from './stored.ts'
import { useStored } from './use-stored.ts'
import { withDatabase } from './with-database.ts'

/** A payee, as lists show them. */
export type Person = z.infer<typeof PersonRef>

const Favourites = z.array(PersonRef)
const NOBODY: readonly Person[] = []

/** Ignores the cache version: this is the member's choice, and the server has no copy of it. */
const read = async (key: string): Promise<readonly Person[]> => {
  const stored = await memberDatabase()?.documents.get(key)
  const favourites = Favourites.safeParse(stored?.value)
  return favourites.success ? favourites.data : NOBODY
}

/** The members whom this one has starred, stored on this device alone and deleted with its database at sign-out. */
export const useFavourites = (): readonly Person[] => useStored(FAVOURITES, read) ?? NOBODY

/** Stars a payee or removes the star. Rejects where nothing can be stored. */
export const setFavourite = async ({ name, handle }: Person, isFavourite: boolean): Promise<void> => {
  await withDatabase((database) =>
    database.transaction('rw', database.documents, async () => {
      const others = (await read(FAVOURITES)).filter((one) => one.handle !== handle)
      const value = isFavourite ? [...others, { name, handle }] : others
      const asOf = new Date().toISOString()
      await database.documents.put({ key: FAVOURITES, version: CACHE_VERSION, asOf, value })
    }),
  )
  if (isFavourite) void askToStay()
}
