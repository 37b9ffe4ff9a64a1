import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses and networks, such as `10.0.0.0/8` or `::1`. */
export type TrustedProxies = readonly string[]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether the text is an address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32))
}

/** Writes an IPv4 address that came through an IPv6 socket as plain IPv4. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const listOf = (trusted: TrustedProxies): BlockList => {
  const ours = new BlockList()
  for (const network of trusted) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) ours.addAddress(address, familyOf(address))
    else ours.addSubnet(address, Number(bits), familyOf(address))
  }
  return ours
}

/** Whether an address of a socket is one of our proxies. */
export const createOwnProxies = (trusted: TrustedProxies): ((socketAddress: string) => boolean) => {
  const ours = listOf(trusted)
  return (socketAddress) => {
    const address = plain(socketAddress)
    return isIP(address) !== 0 && ours.check(address, familyOf(address))
  }
}

/**
 * The client's address: the nearest address that is not one of our proxies. Each proxy appends its peer's address to
 * X-Forwarded-For. Entries left of the first address that is not ours are claims of that client, and the header of a
 * request that does not come from one of our proxies is ignored.
 */
export const createClientAddress = (trusted: TrustedProxies) => {
  const ours = listOf(trusted)
  return (socketAddress: string, forwardedFor: string): string => {
    if (trusted.length === 0) return plain(socketAddress)
    const heard = forwardedFor.split(',').map(plain)
    let client = plain(socketAddress)
    while (ours.check(client, familyOf(client))) {
      const next = heard.pop()
      if (next === undefined || isIP(next) === 0) break
      client = next
    }
    return client
  }
}

/**
 * The address of a machine of ours that forwards requests and is not trusted to: its members then share one address and its
 * limits. Null where the peer is on the internet, which may claim anything, or is trusted.
 */
export const createUntrustedProxy = (trusted: TrustedProxies) => {
  const isOurs = createOwnProxies(trusted)
  return (socketAddress: string, forwardedFor: string): string | null => {
    const peer = plain(socketAddress)
    if (forwardedFor === '' || isIP(peer) === 0 || isOurs(peer)) return null
    return ipaddr.parse(peer).range() === 'unicast' ? null : peer
  }
}
