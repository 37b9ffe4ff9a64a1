/** `did:web:example.com:did:42` for `https://example.com` and the path `did`, `42`; `:` before a port becomes %3A. */
export const didWebOf = (origin: string, ...path: readonly string[]): string =>
  ['did', 'web', encodeURIComponent(new URL(origin).host), ...path.map(encodeURIComponent)].join(':')

/**
 * URL of the document of a did:web DID on the host of `origin`; null for any other DID. The scheme is that of `origin`,
 * so that a development machine without https can be verified too.
 */
export const didWebUrl = (did: string, origin: string): string | null => {
  const own = didWebOf(origin)
  if (did === own) return `${origin}/.well-known/did.json`
  if (!did.startsWith(`${own}:`)) return null
  const path = did.slice(own.length + 1).split(':')
  return path.every((part) => /^[\w.-]+$/.test(part)) ? `${origin}/${path.join('/')}/did.json` : null
}
