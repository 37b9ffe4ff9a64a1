const refreshes = new Set<() => Promise<void>>()

/** Something on the page that is kept fresh, for as long as it is there; returns how to end it. */
export const watch = (refresh: () => Promise<void>): (() => void) => {
  refreshes.add(refresh)
  return () => {
    refreshes.delete(refresh)
  }
}

/** Asks for everything anew that is on the page right now. What is not there is asked for when it comes. */
export const refreshWatched = (): void => {
  for (const refresh of refreshes) void refresh()
}
