import { recordChange } from './changes.ts'

const refreshes = new Set<() => Promise<void>>()

/** Something on the page that is kept fresh, for as long as it is there; returns how to end it. */
export const watch = (refresh: () => Promise<void>): (() => void) => {
  refreshes.add(refresh)
  return () => {
    refreshes.delete(refresh)
  }
}

/** Asks for everything anew that is on the page right now. What is not there is asked for when it comes. */
export const watchedRefreshed = async (): Promise<void> => {
  await Promise.all([...refreshes].map((refresh) => refresh()))
}

/** As `watchedRefreshed`, for who does not wait for it. */
export const refreshWatched = (): void => void watchedRefreshed()

/** As `refreshWatched`, where something has changed without a call of ours: what was asked before doesn't count. */
export const refetchWatched = (): void => {
  recordChange()
  refreshWatched()
}
