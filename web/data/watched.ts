import { recordChange } from './changes.ts'

const refreshes = new Set<() => Promise<void>>()

/** Registers the refresh of data shown on the page; returns the function that removes it. */
export const watch = (refresh: () => Promise<void>): (() => void) => {
  refreshes.add(refresh)
  return () => {
    refreshes.delete(refresh)
  }
}

/** Refreshes all data shown on the page now. Other data is requested when it is shown. Never rejects. */
export const refreshWatched = async (): Promise<void> => {
  await Promise.all([...refreshes].map((refresh) => refresh()))
}

/** The same after a change that no call of ours made: earlier responses are too old, and so are those under way. */
export const refreshOutdated = (): void => {
  recordChange()
  void refreshWatched()
}
