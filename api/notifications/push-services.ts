/** Hosts of browsers' push services; with a leading dot, all subdomains. */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether the server may send to an endpoint that a browser has submitted: a known push service over https on the
 * default port, or an origin that the operator has configured. Any other URL could point into our own network.
 */
export const isPushService = (endpoint: string, named: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (named.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return KNOWN.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}
