/** Keys of the lists and documents requested in this visit: these are never deleted to make room. */
export const keysInUse = new Set<string>()
