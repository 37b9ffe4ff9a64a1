import * as z from 'zod/mini'
import { PersonRef } from '../../api/contract/wallet.ts'
import { CACHE_VERSION, memberDatabase } from './stored.ts'
import { useLive } from './use-live.ts'

/** Whom a payment goes to, as lists name them. */
export type Person = z.infer<typeof PersonRef>

/** The document that keeps them. */
export const FAVOURITES = 'favourite-payees'
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
  const database = memberDatabase()
  if (database === null) throw new Error('Nothing can be kept on this device')
  await database.transaction('rw', database.documents, async () => {
    const others = (await read(FAVOURITES)).filter((one) => one.handle !== handle)
    const value = isFavourite ? [...others, { name, handle }] : others
    await database.documents.put({
      key: FAVOURITES,
      version: CACHE_VERSION,
      asOf: new Date().toISOString(),
      value,
    })
  })
}
