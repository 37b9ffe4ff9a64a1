/** `did:web:example.com:did:42` for `https://example.com` and the path `did`, `42`; a port is written as %3A. */
export const didWebOf = (origin: string, ...path: readonly string[]): string =>
  ['did', 'web', encodeURIComponent(new URL(origin).host), ...path.map(encodeURIComponent)].join(':')

/**
 * Where under `origin` the document of a did:web of that very host lies (did:web, "Read"); null for any other DID.
 * The scheme is the origin's own, so that a development machine without https can be verified too.
 */
export const didWebUrl = (did: string, origin: string): string | null => {
  const own = didWebOf(origin)
  if (did === own) return `${origin}/.well-known/did.json`
  if (!did.startsWith(`${own}:`)) return null
  const path = did.slice(own.length + 1).split(':')
  return path.every((part) => /^[\w.-]+$/.test(part)) ? `${origin}/${path.join('/')}/did.json` : null
}
