import { readFileSync } from 'node:fs'
import { credentials, type ChannelCredentials } from '@grpc/grpc-js'
import { parseConnectionString as parse } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import type { Credentials, EndPoint } from '@eventstore/db-client'
import { messageOf } from '../../thrown.ts'

/** A parsed `esdb://` address. */
export interface ConnectionString {
  readonly hosts: EndPoint[]
  /** The hosts are members of a cluster, or a DNS name for all of them: the leader has to be discovered. */
  readonly discover: boolean
  readonly channel: ChannelCredentials
  readonly insecure: boolean
  readonly login: Credentials | undefined
  readonly connectionName: string | undefined
  /** Silence after which the connection is checked, and timeout of that check, ms. */
  readonly keepAliveInterval: number
  readonly keepAliveTimeout: number
  readonly maxDiscoverAttempts: number
  /** ms */
  readonly discoveryInterval: number
  /** How long a member may take to name the leader, s. */
  readonly gossipTimeout: number
}

/** The client ignores other options with a warning that contains the whole address with its password. */
const OPTIONS = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'defaultDeadline',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'nodePreference',
]

const malformed = (reason: string, cause?: unknown): Error =>
  new Error(
    `The connection string of EventStoreDB is malformed: ${reason}. It looks like esdb://host:2113?tls=true`,
    { cause },
  )

const refuseUnknownOptions = (text: string): void => {
  for (const key of new URLSearchParams(text.split('?')[1] ?? '').keys()) {
    if (OPTIONS.every((known) => known.toLowerCase() !== key.toLowerCase()))
      throw malformed(`there is no option "${key}"; there are ${OPTIONS.join(', ')}`)
  }
}

const parsed = (text: string): ReturnType<typeof parse> => {
  if (/tlsVerifyCert=false/i.test(text)) {
    throw malformed(
      'tlsVerifyCert=false would trust anybody; name the authority of the certificates with tlsCAFile',
    )
  }
  try {
    return parse(text)
  } catch (cause) {
    throw malformed(messageOf(cause), cause)
  }
}

const channelOf = (options: ReturnType<typeof parse>): ChannelCredentials => {
  if (options.tls === false) return credentials.createInsecure()
  const file = (path: string | undefined) => (path === undefined ? null : readFileSync(path))
  return credentials.createSsl(file(options.tlsCAFile), file(options.userKeyFile), file(options.userCertFile))
}

/**
 * Reads an address by the rules of EventStoreDB's client, and the certificates that it names.
 * @throws {Error} it is malformed, has an option that isn't known, or a file cannot be read
 */
export const parseConnectionString = (text: string): ConnectionString => {
  refuseUnknownOptions(text)
  const options = parsed(text)
  if ((options.nodePreference ?? 'leader') !== 'leader')
    throw malformed('nodePreference must be leader: the others may not have read what the leader has stored')
  for (const { address, port } of options.hosts)
    if (port < 1 || port > 65_535) throw malformed(`"${address}:${port}" is not a host with a port`)
  return {
    hosts: options.hosts,
    discover: options.dnsDiscover || options.hosts.length > 1,
    channel: channelOf(options),
    insecure: options.tls === false,
    login: options.defaultCredentials,
    connectionName: options.connectionName,
    keepAliveInterval: options.keepAliveInterval ?? 10_000,
    keepAliveTimeout: options.keepAliveTimeout ?? 5_000,
    maxDiscoverAttempts: options.maxDiscoverAttempts ?? 10,
    discoveryInterval: options.discoveryInterval ?? 100,
    gossipTimeout: options.gossipTimeout ?? 2,
  }
}
