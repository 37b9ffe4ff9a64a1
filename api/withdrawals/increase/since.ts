/** What Increase lists: dated when it was made, and never changed. */
interface Dated {
  readonly id: string
  readonly created_at: string
}

/** The part of a list that is asked for, as its parameter `created_at`. */
export interface Window {
  readonly on_or_after?: string
  readonly before: string
}

/** What is dated now may still be joined by something that is dated before, ms. */
const SETTLES_MS = 5_000

/** Before this time nothing is joined any more. */
export const settledBefore = (now: Date): string => new Date(now.getTime() - SETTLES_MS).toISOString()

/** The time of what was read last, and the ids of everything that is dated so. */
const parse = (cursor: string | null): { readonly at: string | null; readonly ids: readonly string[] } => {
  const [at, ...ids] = cursor?.split(' ') ?? []
  return { at: at ?? null, ids }
}

const timeOf = ({ created_at: at }: Dated): number => Date.parse(at)

/**
 * What a list has after a cursor, oldest first, each once. Lists have no cursor of their own that outlasts their last
 * page, so ours is the time of what was read last, with the ids of what else is of that time.
 * @param list the whole part, page by page
 * @param limit for a list in ascending order: at most so many
 */
export const readSince = async <T extends Dated>(
  list: (created: Window) => AsyncIterable<T>,
  { cursor, now, limit = Infinity }: { cursor: string | null; now: Date; limit?: number },
): Promise<{ readonly items: readonly T[]; readonly cursor: string | null }> => {
  const from = parse(cursor)
  const before = settledBefore(now)
  const found: T[] = []
  for await (const item of list({ ...(from.at !== null && { on_or_after: from.at }), before })) {
    if (from.ids.includes(item.id)) continue
    found.push(item)
    if (found.length >= limit) break
  }
  const items = found.toSorted((one, other) => timeOf(one) - timeOf(other))
  const last = items.at(-1)
  if (!last) return { items, cursor }
  const ids = items.filter(({ created_at: at }) => at === last.created_at).map(({ id }) => id)
  const earlier = last.created_at === from.at ? from.ids : []
  return { items, cursor: [last.created_at, ...earlier, ...ids].join(' ') }
}
