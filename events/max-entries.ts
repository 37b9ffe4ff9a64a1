/**
 * Limits an LRU cache to this many entries. With `max`, lru-cache allocates room for all of them at once, which for ten
 * large caches is a good part of the start-up time; with sizes of one each, memory grows with the entries.
 */
export const maxEntries = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
