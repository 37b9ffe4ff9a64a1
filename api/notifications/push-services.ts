/** Where browsers' push services are reached: a host, or with a dot in front every host under it. */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether the server may send to an endpoint that a browser has named: a push service that is known, over https and
 * its port, or at an origin that the operator has named. Everything else could be inside of our own network.
 */
export const isPushService = (endpoint: string, named: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (named.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return KNOWN.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}
