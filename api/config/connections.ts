import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'
import { readEventStoreUrl } from './event-store-url.ts'
import { InvalidConfig } from './invalid-config.ts'

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** Whether the host name or address is a loopback. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Names that only our own network gives an address to, or this machine. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/

/** What keeps the origin from being a service on the internet, to which this server may send; null when nothing does. */
export const outsideOriginProblem = (url: string): string | null => {
  if (!url.startsWith('https:')) return 'must be https'
  const host = hostOf(url).replace(/\.$/, '')
  if (isIP(host) !== 0)
    return `must not name an address (${host}): a certificate and a name belong to a service`
  if (LOCAL_NAME.test(host) || !host.includes('.')) return `must not name a host of our own network (${host})`
  return null
}

const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full'])

/**
 * What makes a connection to Postgres unsafe: the name of its variable, the fault and the remedy; null when nothing
 * does. `pg` takes the last of repeated parameters, and its `host` before that of the URL.
 */
export const databaseUrlProblem = (name: string, databaseUrl: string | null): string | null => {
  if (databaseUrl === null || !URL.canParse(databaseUrl)) return null
  const { searchParams } = new URL(databaseUrl)
  const names = [...searchParams.keys()].map((key) => key.toLowerCase())
  const twice = names.find((key, at) => names.indexOf(key) !== at)
  if (twice !== undefined) return `${name} must not say ${twice} twice: only one of them would count,`
  const asked = searchParams.get('host')
  const host = asked ?? hostOf(databaseUrl)
  if (asked !== null && hostOf(databaseUrl) !== '')
    return `${name} must name its host once, before the path or as host=,`
  if (host === '' || host.startsWith('/') || isLoopback(host)) return null
  if (!TLS_MODES.has(searchParams.get('sslmode') ?? ''))
    return `${name} must say sslmode=verify-full for a server that is not on this machine`
  if (names.includes('uselibpqcompat'))
    return `${name} must not say uselibpqcompat: sslmode=require would then accept any certificate,`
  return null
}

/**
 * The database URL in the variable, for commands that read no other configuration; undefined when it is not set.
 * @throws {InvalidConfig} when production must not use it
 */
export const readDatabaseUrl = (
  env: Readonly<Record<string, string | undefined>>,
  name: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'READER_DATABASE_URL',
): string | undefined => {
  const url = env[name]?.trim() || undefined
  if (url === undefined || env['NODE_ENV'] !== 'production') return url
  const problem = databaseUrlProblem(name, url)
  if (problem === null) return url
  throw new InvalidConfig(`${problem} when NODE_ENV=production`)
}

/** As for a database: the client ignores case, `_` and `-` in the names of its options, and takes the last of each. */
const eventStoreProblem = (eventStoreUrl: string | null): string | null => {
  const read = eventStoreUrl === null ? null : readEventStoreUrl(eventStoreUrl)
  if (read === null) return null
  const { searchParams, username, password } = read
  const seen = new Set<string>()
  for (const [written, value] of searchParams) {
    const option = written.trim().toLowerCase().replaceAll(/[_-]/g, '')
    if (seen.has(option)) return `EVENTSTORE_URL must not say ${written} twice: only one of them would count,`
    seen.add(option)
    if ((option === 'tls' || option === 'tlsverifycert') && value.trim().toLowerCase() === 'false')
      return `EVENTSTORE_URL must not say ${written}=${value}: events and their writer's password would travel in the clear,`
  }
  if (username === 'admin' && password === 'changeit')
    return "EVENTSTORE_URL must not have EventStoreDB's initial password"
  return null
}

/** Ranges whose addresses nobody on the internet has. */
const OWN_RANGES = new Set(['private', 'uniqueLocal', 'loopback', 'linkLocal', 'carrierGradeNat'])
/** The widest networks of proxies: all of a private range; of public ones, those of the largest content networks. */
const WIDEST = { own: { ipv4: 8, ipv6: 7 }, public: { ipv4: 12, ipv6: 28 } } as const

/** Whether the network is so wide that callers themselves are in it, and could then claim any address. */
const isTooWide = (network: string): boolean => {
  const [text = '', written] = network.split('/')
  const parsed = ipaddr.parse(text)
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
  const address = mapped ? parsed.toIPv4Address() : parsed
  const kind = address.kind()
  const bits = written === undefined ? Infinity : Number(written) - (mapped ? 96 : 0)
  const range = address.range()
  if (OWN_RANGES.has(range)) return bits < WIDEST.own[kind]
  return bits < (range === 'unicast' ? WIDEST.public[kind] : kind === 'ipv6' ? 128 : 32)
}

const proxyProblem = (trustProxy: readonly string[]): string | null => {
  const wide = trustProxy.find(isTooWide)
  if (wide === undefined) return null
  return `TRUST_PROXY must name our proxies alone: callers themselves are in ${wide} and could claim any address,`
}

const originsOf = ({ identityProvider, payments, carrier, market, treasuryBank, pushServices }: Config) => [
  ['OIDC_ISSUER', identityProvider.kind === 'external' ? identityProvider.issuer : null] as const,
  ['STRIPE_API_URL', payments.kind === 'stripe' ? payments.apiUrl : null] as const,
  ['TELNYX_API_URL', carrier.kind === 'telnyx' ? carrier.apiUrl : null] as const,
  ['ALPACA_API_URL', market.kind === 'alpaca' ? market.brokerUrl : null] as const,
  ['ALPACA_DATA_URL', market.kind === 'alpaca' ? market.dataUrl : null] as const,
  ['INCREASE_API_URL', treasuryBank.kind === 'increase' ? treasuryBank.apiUrl : null] as const,
  ...pushServices.map((service) => ['PUSH_SERVICES', service] as const),
]

/** A collector may be one of our own network or machine; over a network, traces travel encrypted. */
const tracesProblem = (tracesUrl: string | null): string | null =>
  tracesUrl === null || tracesUrl.startsWith('https:') || isLoopback(hostOf(tracesUrl))
    ? null
    : 'OTEL_EXPORTER_OTLP_ENDPOINT must be https, or a collector on this machine,'

/** The text of the refusal if a connection to another server is unsafe; null when all may be used. */
export const connectionProblem = (config: Config): string | null => {
  for (const [name, url] of originsOf(config)) {
    const problem = url === null ? null : outsideOriginProblem(url)
    if (problem !== null) return `${name} ${problem}`
  }
  return (
    databaseUrlProblem('DATABASE_URL', config.databaseUrl) ??
    databaseUrlProblem('MIGRATION_DATABASE_URL', config.migrationDatabaseUrl) ??
    databaseUrlProblem('READER_DATABASE_URL', config.readerDatabaseUrl) ??
    eventStoreProblem(config.eventStoreUrl) ??
    tracesProblem(config.tracesUrl) ??
    proxyProblem(config.trustProxy)
  )
}
