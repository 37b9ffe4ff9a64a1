import * as z from 'zod/mini'
import { PersonRef } from '../../api/contract/wallet.ts'
import { askToStay } from './device-storage.ts'
import { CACHE_VERSION, FAVOURITES, memberDatabase } from './stored.ts'
import { useLive } from './use-live.ts'
import { using } from './using.ts'

/** Whom a payment goes to, as lists name them. */
export type Person = z.infer<typeof PersonRef>

const Favourites = z.array(PersonRef)
const NOBODY: readonly Person[] = []

/** Whatever version the cache has: this is the member's choice, which no server could tell again. */
const read = async (key: string): Promise<readonly Person[]> => {
  const stored = await memberDatabase()?.documents.get(key)
  const favourites = Favourites.safeParse(stored?.value)
  return favourites.success ? favourites.data : NOBODY
}

/** The members whom this one has starred, on this device alone; they go with its database at the sign-out. */
export const useFavourites = (): readonly Person[] => useLive(FAVOURITES, read) ?? NOBODY

/** Stars somebody, or takes the star away. Throws where nothing can be stored. */
export const setFavourite = async ({ name, handle }: Person, isFavourite: boolean): Promise<void> => {
  await using((database) =>
    database.transaction('rw', database.documents, async () => {
      const others = (await read(FAVOURITES)).filter((one) => one.handle !== handle)
      const value = isFavourite ? [...others, { name, handle }] : others
      const asOf = new Date().toISOString()
      await database.documents.put({ key: FAVOURITES, version: CACHE_VERSION, asOf, value })
    }),
  )
  if (isFavourite) void askToStay()
}
