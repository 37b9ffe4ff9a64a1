import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { InvalidConfig } from './invalid-config.ts'

/** Whether the host name or address is a loopback. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** Whether the URL is one of Alpaca's servers; of these, its sandbox. */
const isAlpaca = (url: string): boolean => /(^|\.)alpaca\.markets$/.test(hostOf(url))
const isAlpacaSandbox = (url: string): boolean => isAlpaca(url) && /sandbox|paper/.test(hostOf(url))
const isAlpacaLive = (url: string): boolean => isAlpaca(url) && !isAlpacaSandbox(url)

/** The text of the refusal if the market configuration is unsafe; null when orders may go to the broker. */
const marketProblem = ({ market }: Config): string | null => {
  if (market.kind !== 'alpaca') return null
  if (market.keyId.startsWith('PK'))
    return 'ALPACA_KEY_ID must be a key of the Broker API, not of paper trading, which buys nothing,'
  const urls = { ALPACA_API_URL: market.brokerUrl, ALPACA_DATA_URL: market.dataUrl }
  for (const [name, url] of Object.entries(urls)) {
    if (!url.startsWith('https:')) return `${name} must be https`
    if (isAlpacaSandbox(url)) return `${name} must not be Alpaca's sandbox, which buys nothing,`
  }
  return null
}

/**
 * Development signs anybody in without a password and lets anybody change the clock. A server that others can reach
 * therefore refuses to start: one on which NODE_ENV was forgotten must be down, not open.
 * @throws {InvalidConfig} naming the variable at fault
 */
export const refuseOutsideProduction = ({ publicUrl, host, market }: Config): void => {
  if (market.kind === 'alpaca' && isAlpacaLive(market.brokerUrl))
    throw new InvalidConfig(
      "ALPACA_API_URL must be Alpaca's sandbox unless NODE_ENV=production: orders there are carried out with real money",
    )
  if (!isLoopback(hostOf(publicUrl)))
    throw new InvalidConfig(
      'PUBLIC_URL must be on this machine (localhost, 127.0.0.1 or [::1]) unless NODE_ENV=production',
    )
  if (!isLoopback(host))
    throw new InvalidConfig(
      'HOST must be an address of this machine alone (localhost, 127.0.0.1 or ::1) unless NODE_ENV=production',
    )
}

/** 32 random bytes have about 30 different values, and random text of 32 characters more than 10. */
const KEY_VALUES_MIN = 20
const TEXT_VALUES_MIN = 10

/** Whether the bytes are obviously not random: few distinct values, a counting sequence, or text. */
const isGuessable = (key: Buffer): boolean => {
  const steps = new Set(key.map((byte, at) => (byte - (key[at - 1] ?? byte) + 256) % 256))
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  return new Set(key).size < KEY_VALUES_MIN || steps.size < TEXT_VALUES_MIN || isText
}

/** The text of the refusal if a key is weak or used twice; null when the keys may be used. */
const keyProblem = ({ keyEncryptionKeys, sessionKeys }: Config): string | null => {
  if (keyEncryptionKeys.some((key) => isGuessable(Buffer.from(key, 'base64'))))
    return 'KEY_ENCRYPTION_KEY must be random (openssl rand -base64 32), not chosen or counted,'
  if (sessionKeys.some((key) => new Set(key).size < TEXT_VALUES_MIN))
    return 'SESSION_KEYS must be random (openssl rand -base64 32)'
  if (sessionKeys.some((key) => keyEncryptionKeys.includes(key)))
    return 'SESSION_KEYS and KEY_ENCRYPTION_KEY must be different keys'
  return null
}

const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full'])

/** Whether the connection to Postgres leaves this machine unencrypted. */
const isInTheClear = (databaseUrl: string | null): boolean => {
  if (databaseUrl === null) return false
  const { searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostOf(databaseUrl)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false
  return !TLS_MODES.has(searchParams.get('sslmode') ?? '')
}

/** The text of the refusal if a connection to another server is unsafe; null when all may be used. */
const outsideProblem = ({ payments, carrier, eventStoreUrl, ...config }: Config): string | null => {
  for (const [name, url] of [
    ['DATABASE_URL', config.databaseUrl],
    ['MIGRATION_DATABASE_URL', config.migrationDatabaseUrl],
  ] as const)
    if (isInTheClear(url))
      return `${name} must say sslmode=verify-full for a server that is not on this machine`
  if (payments.kind === 'stripe') {
    if (/^(sk|rk)_test_/.test(payments.secretKey))
      return 'STRIPE_SECRET_KEY must be a live key (sk_live_…), test keys move no money,'
    if (payments.publishableKey.startsWith('pk_test_'))
      return 'STRIPE_PUBLISHABLE_KEY must be a live key (pk_live_…)'
    if (payments.apiUrl?.startsWith('http:')) return 'STRIPE_API_URL must be https'
  }
  if (carrier.kind === 'telnyx' && carrier.apiUrl?.startsWith('http:')) return 'TELNYX_API_URL must be https'
  const options = new URL(eventStoreUrl ?? 'esdb://none').searchParams
  // The client ignores case in the names of its options.
  for (const [name, value] of options)
    if (/^tls(verifycert)?$/i.test(name) && value.toLowerCase() === 'false')
      return `EVENTSTORE_URL must not say ${name}=false: events and their writer's password would travel in the clear,`
  return null
}

const LIMITS = {
  addressPerMinute: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
  signInPerMinute: 'RATE_LIMIT_SIGN_IN_PER_MINUTE',
  moneyPerMinute: 'RATE_LIMIT_MONEY_PER_MINUTE',
  lookupPerMinute: 'RATE_LIMIT_LOOKUP_PER_MINUTE',
  heavyPerMinute: 'RATE_LIMIT_HEAVY_PER_MINUTE',
} as const satisfies Record<keyof Config['rateLimits'], string>

/** The text of the refusal if a limit is switched off; null when none is. */
const limitProblem = ({ rateLimits }: Config): string | null => {
  const off = Object.entries(LIMITS).find(([key]) => Reflect.get(rateLimits, key) === 0)
  return off ? `${off[1]} must be above 0` : null
}

/**
 * Rejects a configuration that is unsafe with real members and real money.
 * @throws {InvalidConfig} naming the variable at fault
 */
export const refuseInProduction = (config: Config): void => {
  const { publicUrl, identityProvider, seed, role, ledgerLogKey } = config
  const refuse = (problem: string) => {
    throw new InvalidConfig(`${problem} when NODE_ENV=production`)
  }
  if (!publicUrl.startsWith('https:')) refuse('PUBLIC_URL must be https')
  if (identityProvider.kind !== 'external' || !identityProvider.issuer.startsWith('https:'))
    refuse('OIDC_ISSUER must be https')
  if (seed !== 'none') refuse('SEED must be none')
  if (role !== 'api' && ledgerLogKey === null) refuse('LEDGER_LOG_KEY is required')
  const problem =
    keyProblem(config) ?? outsideProblem(config) ?? marketProblem(config) ?? limitProblem(config)
  if (problem !== null) refuse(problem)
}
