/**
 * When an event happened by our clock, ISO 8601 in UTC: the time its command carried, else the time it was
 * stored.
 */
export const happenedAt = ({
  metadata,
  recordedAt,
}: {
  readonly metadata: { readonly [key: string]: unknown }
  readonly recordedAt: string
}): string => {
  const { at } = metadata
  if (typeof at !== 'string') return recordedAt
  return at.endsWith('Z') ? at : new Date(at).toISOString()
}
