/** A place in the log: an event's position, or a time by the store's clock. Both are inclusive. */
export type Moment =
  | { readonly kind: 'position'; readonly position: bigint }
  | { readonly kind: 'time'; readonly time: string }

/**
 * Reads `1234`, `2026-01-31` (the start or the end of that day in UTC) or `2026-01-31T12:00:00Z`; null when it is
 * neither.
 */
export const momentOf = (text: string, dayAs: 'start' | 'end'): Moment | null => {
  if (/^(0|[1-9]\d{0,17})$/.test(text)) return { kind: 'position', position: BigInt(text) }
  // ISO 8601 has a year 0, PostgreSQL has none.
  const isDay = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)
  const full = isDay ? `${text}T${dayAs === 'start' ? '00:00:00.000' : '23:59:59.999'}Z` : text
  const match = /^([1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,3})?Z$/.exec(full)
  const time = match ? new Date(full) : null
  if (!time || Number.isNaN(time.getTime())) return null
  // 31 April would be read as 1 May.
  if (time.toISOString().slice(0, 19) !== match?.[1]) return null
  return { kind: 'time', time: time.toISOString() }
}
