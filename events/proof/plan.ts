/** A complete subtree of a Merkle tree: `size` (a power of two) leaves from `start` (a multiple of `size`) on. */
export interface Subtree {
  readonly start: number
  readonly size: number
}

/** A run of leaves whose hash a proof needs: its complete subtrees, largest first. */
export type Span = readonly Subtree[]

/** The largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The complete subtrees that `size` leaves from `start` consist of, largest first (the split of RFC 6962, 2.1). */
export const spanOf = (start: number, size: number): Span => {
  const subtrees: Subtree[] = []
  let [from, left] = [start, size]
  while (left > 0) {
    const own = 2 ** Math.floor(Math.log2(left))
    subtrees.push({ start: from, size: own })
    from += own
    left -= own
  }
  return subtrees
}

const requireSize = (size: number, has: number): void => {
  if (!Number.isSafeInteger(size) || size < 0 || size > has)
    throw new RangeError(`There is no tree of size ${size} in a log of ${has}`)
}

/** The way down to leaf `index` in the tree of `size` leaves, until `isThere`: the siblings beside it, and where it ends. */
const descent = (index: number, size: number, isThere: (start: number, width: number) => boolean) => {
  const spans: Span[] = []
  let [start, width] = [0, size]
  while (!isThere(start, width)) {
    const split = splitOf(width)
    if (index < start + split) {
      spans.push(spanOf(start + split, width - split))
      width = split
    } else {
      spans.push(spanOf(start, split))
      start += split
      width -= split
    }
  }
  return { spans, start, width }
}

/**
 * The spans of the proof that leaf `index` is in the tree of `size` leaves (RFC 6962, 2.1.1), nearest sibling first.
 * @throws {RangeError} when it is not, or the log of `has` leaves is smaller
 */
export const inclusionPlan = (index: number, size: number, has: number): readonly Span[] => {
  requireSize(size, has)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError(`There is no leaf ${index} in a tree of size ${size}`)
  return descent(index, size, (_start, width) => width === 1).spans.toReversed()
}

/**
 * The spans of the proof that the tree of `first` leaves is the beginning of that of `second` (RFC 6962, 2.1.2).
 * @throws {RangeError} for `first` = 0, which proves nothing, and sizes out of order
 */
export const consistencyPlan = (first: number, second: number, has: number): readonly Span[] => {
  requireSize(second, has)
  if (!Number.isSafeInteger(first) || first < 1 || first > second)
    throw new RangeError(`Size ${first} is not the size of an older tree than ${second}`)
  const { spans, start, width } = descent(first - 1, second, (from, wide) => first === from + wide)
  // The verifier has the older tree's own hash; it needs no span for it where that is one subtree of the newer one.
  if (start > 0) spans.push(spanOf(start, width))
  return spans.toReversed()
}
