/** Keys of the lists and documents that were asked for in this visit: these are not given up for want of room. */
export const keysInUse = new Set<string>()
