import { readFileSync } from 'node:fs'

export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** What an `esdb://` address says. */
export interface ConnectionString {
  readonly hosts: readonly Endpoint[]
  /** The hosts are members of a cluster, or a name for them all: the leader is asked for. */
  readonly discover: boolean
  /** Null: the connection is not encrypted. */
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer } | null
  /** Value of the `authorization` header. */
  readonly authorization: string | null
  readonly connectionName: string | null
  /** Silence after which the connection is tried, and how long the answer may take, ms. */
  readonly keepAliveIntervalMs: number
  readonly keepAliveTimeoutMs: number
  readonly discoverAttempts: number
  readonly discoverIntervalMs: number
  /** How long a member may take to tell who leads, ms. */
  readonly gossipTimeoutMs: number
}

const DEFAULT_PORT = 2113
const FORM = /^(esdb(?:\+discover)?):\/\/(?:([^@/?]*)@)?([^/?@]+)\/?(?:\?(.*))?$/

/** What the clients of EventStoreDB know and this one does not heed, because what they set is set elsewhere. */
const UNHEEDED = new Set(['defaultdeadline'])
const HEEDED = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'nodePreference',
] as const
type Option = (typeof HEEDED)[number]

const malformed = (reason: string): Error =>
  new Error(
    `The connection string of EventStoreDB is malformed: ${reason}. It looks like esdb://host:2113?tls=true`,
  )

const endpoint = (text: string): Endpoint => {
  const [host = '', port] = text.trim().split(':')
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  if (!host || !Number.isInteger(number) || number < 1 || number > 65_535) {
    throw malformed(`"${text}" is not a host with a port`)
  }
  return { host, port: number }
}

const optionsOf = (query: string): Map<Option, string> => {
  const options = new Map<Option, string>()
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase()
    if (UNHEEDED.has(name)) continue
    const option = HEEDED.find((known) => known.toLowerCase() === name)
    if (!option) throw malformed(`there is no option "${key}"; there are ${HEEDED.join(', ')}`)
    options.set(option, value)
  }
  return options
}

/**
 * Reads an address, and the certificates that it names.
 * @throws {Error} it is malformed, has an option that isn't known, or a file cannot be read
 */
export const parseConnectionString = (text: string): ConnectionString => {
  const [, scheme, credentials, hosts, query = ''] = FORM.exec(text.trim()) ?? []
  if (!hosts) throw malformed('it is not esdb://… or esdb+discover://…')
  const options = optionsOf(query)
  const flag = (option: Option): boolean => {
    const value = options.get(option)?.toLowerCase() ?? 'true'
    if (value !== 'true' && value !== 'false') throw malformed(`${option} is neither true nor false`)
    return value === 'true'
  }
  const whole = (option: Option, otherwise: number, least: number): number => {
    const value = options.get(option) ?? String(otherwise)
    if (!/^-?\d+$/.test(value) || Number(value) < least)
      throw malformed(`${option} is not a whole number of at least ${least}`)
    return Number(value)
  }
  const file = (option: Option) => {
    const path = options.get(option)
    return path === undefined ? undefined : readFileSync(path)
  }
  if (!flag('tlsVerifyCert')) {
    throw malformed(
      'tlsVerifyCert=false would trust anybody; name the authority of the certificates with tlsCAFile',
    )
  }
  if ((options.get('nodePreference') ?? 'leader').toLowerCase() !== 'leader') {
    throw malformed('nodePreference must be leader: the others may not have read what the leader has stored')
  }
  const [ca, cert, key] = [file('tlsCAFile'), file('userCertFile'), file('userKeyFile')]
  const [user = '', password = ''] = (credentials ?? '').split(':').map(decodeURIComponent)
  const members = hosts.split(',').map(endpoint)
  return {
    hosts: members,
    discover: scheme === 'esdb+discover' || members.length > 1,
    tls: flag('tls') ? { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } : null,
    authorization: credentials ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null,
    connectionName: options.get('connectionName') ?? null,
    keepAliveIntervalMs: whole('keepAliveInterval', 10_000, -1),
    keepAliveTimeoutMs: whole('keepAliveTimeout', 5_000, 1),
    discoverAttempts: whole('maxDiscoverAttempts', 10, 1),
    discoverIntervalMs: whole('discoveryInterval', 100, 0),
    gossipTimeoutMs: whole('gossipTimeout', 2, 1) * 1_000,
  }
}
