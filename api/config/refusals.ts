import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { connectionProblem, hostOf, isLoopback, outsideOriginProblem } from './connections.ts'
import { InvalidConfig } from './invalid-config.ts'
import { areGuessable, bitsOf } from './secret-strength.ts'

/** Whether the URL is one of Alpaca's servers; of these, its sandbox. */
const isAlpaca = (url: string): boolean => /(^|\.)alpaca\.markets$/.test(hostOf(url))
const isAlpacaSandbox = (url: string): boolean => isAlpaca(url) && /sandbox|paper/.test(hostOf(url))
const isAlpacaLive = (url: string): boolean => isAlpaca(url) && !isAlpacaSandbox(url)

const isIncreaseSandbox = (url: string): boolean => hostOf(url) === 'sandbox.increase.com'
const isIncreaseLive = (url: string): boolean => hostOf(url) === 'api.increase.com'

/** The text of the refusal if the market configuration is unsafe; null when orders may go to the broker. */
const marketProblem = ({ market }: Config): string | null => {
  if (market.kind !== 'alpaca') return null
  if (market.keyId.startsWith('PK'))
    return 'ALPACA_KEY_ID must be a key of the Broker API, not of paper trading, which buys nothing,'
  const urls = { ALPACA_API_URL: market.brokerUrl, ALPACA_DATA_URL: market.dataUrl }
  for (const [name, url] of Object.entries(urls)) {
    if (isAlpacaSandbox(url)) return `${name} must not be Alpaca's sandbox, which buys nothing,`
  }
  return null
}

/** The text of the refusal if the bank holds no money; null when it does. */
const bankProblem = ({ treasuryBank }: Config): string | null =>
  treasuryBank.kind === 'increase' && isIncreaseSandbox(treasuryBank.apiUrl)
    ? "INCREASE_API_URL must not be Increase's sandbox, which holds no money,"
    : null

/**
 * Development signs anybody in without a password and lets anybody change the clock. A server that others can reach
 * therefore refuses to start: one on which NODE_ENV was forgotten must be down, not open.
 * @throws {InvalidConfig} naming the variable at fault
 */
export const refuseOutsideProduction = ({ publicUrl, host, market, treasuryBank }: Config): void => {
  if (market.kind === 'alpaca' && isAlpacaLive(market.brokerUrl))
    throw new InvalidConfig(
      "ALPACA_API_URL must be Alpaca's sandbox unless NODE_ENV=production: orders there are carried out with real money",
    )
  if (treasuryBank.kind === 'increase' && isIncreaseLive(treasuryBank.apiUrl))
    throw new InvalidConfig(
      "INCREASE_API_URL must be Increase's sandbox unless NODE_ENV=production: payouts there move real money",
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

/** Bits of 16 random bytes, less what looks guessable in them by chance; of a token of 16 letters. */
const KEY_BITS_MIN = 80
const TOKEN_BITS_MIN = 60
/** Letters of a signing secret of Stripe after its prefix, at least; it issues 32 or more. */
const WEBHOOK_LETTERS_MIN = 32

const isGuessableSecret = (secret: string): boolean => {
  const letters = secret.replace(/^whsec_/, '')
  return letters.length < WEBHOOK_LETTERS_MIN || bitsOf(letters) < KEY_BITS_MIN
}

/** The text of the refusal if a key or secret is weak or used twice; null when all may be used. */
const keyProblem = ({
  keyEncryptionKeys,
  sessionKeys,
  payments,
  personCheck,
  treasuryBank,
  ...config
}: Config): string | null => {
  if (keyEncryptionKeys.some((key) => areGuessable(Buffer.from(key, 'base64'))))
    return 'KEY_ENCRYPTION_KEY must be random (openssl rand -base64 32), not chosen or counted,'
  if (sessionKeys.some((key) => bitsOf(key) < KEY_BITS_MIN))
    return 'SESSION_KEYS must be random (openssl rand -base64 32), not chosen, repeated or counted,'
  if (sessionKeys.some((key) => keyEncryptionKeys.includes(key)))
    return 'SESSION_KEYS and KEY_ENCRYPTION_KEY must be different keys'
  for (const keys of [sessionKeys, keyEncryptionKeys])
    if (new Set(keys).size < keys.length)
      return `${keys === sessionKeys ? 'SESSION_KEYS' : 'KEY_ENCRYPTION_KEY'} must not name a key twice`
  if (payments.kind === 'stripe' && payments.webhookSecrets.some(isGuessableSecret))
    return 'STRIPE_WEBHOOK_SECRET must be the signing secret that Stripe issued (whsec_ and 32 letters or more): who guesses it credits money,'
  if (personCheck.kind === 'stripe' && personCheck.webhookSecrets.some(isGuessableSecret))
    return 'STRIPE_IDENTITY_WEBHOOK_SECRET must be the signing secret that Stripe issued (whsec_ and 32 letters or more)'
  if (treasuryBank.kind === 'increase' && treasuryBank.webhookSecrets.some(isGuessableSecret))
    return 'INCREASE_WEBHOOK_SECRET must be random, 32 letters or more (openssl rand -base64 32)'
  if (
    config.ledgerLogKey !== null &&
    areGuessable(Buffer.from(config.ledgerLogKey.slice(-44), 'base64').subarray(1))
  )
    return 'LEDGER_LOG_KEY must be random (npm run ledger -- checkpoint --new-key)'
  if (config.metricsToken !== null && bitsOf(config.metricsToken) < TOKEN_BITS_MIN)
    return 'METRICS_TOKEN must be random (openssl rand -base64 32)'
  return null
}

/** The text of the refusal if payments would move no money; null when they may be taken. */
const paymentsProblem = ({ payments }: Config): string | null => {
  if (payments.kind !== 'stripe') return null
  if (/^(sk|rk)_test_/.test(payments.secretKey))
    return 'STRIPE_SECRET_KEY must be a live key (sk_live_…), test keys move no money,'
  return payments.publishableKey.startsWith('pk_test_')
    ? 'STRIPE_PUBLISHABLE_KEY must be a live key (pk_live_…)'
    : null
}

/** The text of the refusal if documents would not really be looked at; null when they are. */
const personCheckProblem = ({ personCheck }: Config): string | null =>
  personCheck.kind === 'stripe' && /^(sk|rk)_test_/.test(personCheck.secretKey)
    ? 'STRIPE_IDENTITY_KEY must be a live key (rk_live_…), with test keys nobody looks at a document,'
    : null

/**
 * The text of the refusal if some of what credits, identifies and pays out is real and some only stands in; null when
 * they are of one kind. Invented money would be paid out for real, real money to nobody, or either to a person whom
 * nobody has looked at. Services that are not there do neither.
 */
const mixedProblem = ({ payments, market, personCheck, treasuryBank }: Config): string | null => {
  const set = Object.entries({
    PAYMENT_PROCESSOR: payments.kind,
    MARKET: market.kind,
    PERSON_CHECK: personCheck.kind,
    TREASURY_BANK: treasuryBank.kind,
  })
  const standIn = set.find(([, kind]) => kind === 'sandbox')
  const real = set.find(([, kind]) => kind !== 'sandbox' && kind !== 'none')
  if (!standIn || !real) return null
  return `${standIn[0]} must not be sandbox beside ${real[0]}=${real[1]}: what credits, what identifies and what pays out must all be real, or none of them,`
}

const LIMITS = {
  addressPerMinute: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
  signInPerMinute: 'RATE_LIMIT_SIGN_IN_PER_MINUTE',
  moneyPerMinute: 'RATE_LIMIT_MONEY_PER_MINUTE',
  lookupPerMinute: 'RATE_LIMIT_LOOKUP_PER_MINUTE',
  heavyPerMinute: 'RATE_LIMIT_HEAVY_PER_MINUTE',
  loopMs: 'RATE_LIMIT_LOOP_MS',
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
  if (isIP(hostOf(publicUrl)) !== 0)
    refuse('PUBLIC_URL must name a host and no address: passkeys belong to a name,')
  if (hostOf(publicUrl).endsWith('.'))
    refuse(
      'PUBLIC_URL must not end with a dot: passkeys would belong to another name than the one members type,',
    )
  if (identityProvider.kind !== 'external') refuse('OIDC_ISSUER must be https')
  if (seed !== 'none') refuse('SEED must be none')
  for (const url of config.witnessUrls) {
    const open = outsideOriginProblem(url)
    if (open !== null) refuse(`WITNESS_URLS ${open}`)
  }
  if (role !== 'api' && ledgerLogKey === null) refuse('LEDGER_LOG_KEY is required')
  const problem =
    mixedProblem(config) ??
    keyProblem(config) ??
    paymentsProblem(config) ??
    personCheckProblem(config) ??
    connectionProblem(config) ??
    marketProblem(config) ??
    bankProblem(config) ??
    limitProblem(config)
  if (problem !== null) refuse(problem)
}
