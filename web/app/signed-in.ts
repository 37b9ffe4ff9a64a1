import { fetchAhead } from '../data/ahead.ts'
import { keepLive } from '../data/live.ts'
import { keepPresent } from '../data/presence.ts'

/** Begins what runs beside every page while a member is signed in; returns the function that ends it. */
export const accompany = (): (() => void) => {
  const ends = [keepLive(), keepPresent()]
  fetchAhead().catch((error: unknown) => console.warn('Not fetched ahead', error))
  return () => ends.forEach((end) => end())
}
