/**
 * How many entries an LRU cache holds. Given `max` alone, lru-cache makes room for all of them at once, which for ten large
 * caches is a good part of a start; as sizes of one each, the room grows with what is in it.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
