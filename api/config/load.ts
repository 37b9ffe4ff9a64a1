import { randomBytes } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod/mini'
import type {
  CarrierConfig,
  Config,
  IdentityProviderConfig,
  MarketConfig,
  PaymentsConfig,
  PersonCheckConfig,
  TreasuryBankConfig,
} from './config.ts'
import type { Variable } from './schemas.ts'
import { VARIABLES } from './variables.ts'
import { refuseInProduction, refuseOutsideProduction } from './refusals.ts'
import { withFiles } from './from-files.ts'
import { InvalidConfig } from './invalid-config.ts'
import { readOrMake } from './secret-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

const readText = <T>({ name, schema }: Variable<T>, text: string): T => {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new InvalidConfig(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`)
}

interface Reader {
  /** The variable's value or its default; `undefined` when it has neither. */
  readonly optional: <T>(variable: Variable<T>) => T | undefined
  readonly required: <T>(variable: Variable<T>) => T
}

const readerOf = (env: Environment, production: boolean): Reader => {
  const optional = <T>(variable: Variable<T>): T | undefined => {
    const text = env[variable.name]?.trim() || (production ? variable.production : variable.development)
    if (text !== undefined) return readText(variable, text)
    if (production && variable.required)
      throw new InvalidConfig(`${variable.name} is required when NODE_ENV=production`)
    return undefined
  }
  const required = <T>(variable: Variable<T>): T => {
    const value = optional(variable)
    if (value === undefined) throw new InvalidConfig(`${variable.name} is required`)
    return value
  }
  return { optional, required }
}

/**
 * The reader, once each variable was looked at by itself.
 * @throws {InvalidConfig} naming all that are wrong, so that a container is not restarted for one after the other
 */
const checkedReader = (env: Environment, production: boolean): Reader => {
  const reader = readerOf(env, production)
  const problems = Object.values(VARIABLES).flatMap((variable: Variable<unknown>) => {
    try {
      reader.optional(variable)
      return []
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error
      return [error.message]
    }
  })
  if (problems.length > 1) throw new InvalidConfig(problems.join('\n'))
  return reader
}

const Secrets = z.object({ sessionKey: z.string(), keyEncryptionKey: z.string() })

/**
 * Secrets of a development machine: created at the first start and stored, so that sessions and messages outlast it.
 */
const developmentSecrets = (dataDir: string): z.infer<typeof Secrets> => {
  const file = path.join(dataDir, 'secrets.json')
  const text = readOrMake(file, () =>
    JSON.stringify({
      sessionKey: randomBytes(32).toString('base64url'),
      keyEncryptionKey: randomBytes(32).toString('base64'),
    }),
  )
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new InvalidConfig(`${file} cannot be read; delete it to make new secrets (signs everybody out)`)
  }
}

const witnessesOf = ({ optional }: Reader): Pick<Config, 'witnessKeys' | 'witnessUrls' | 'witnessPolicy'> => {
  const witnessKeys = optional(VARIABLES.WITNESS_KEYS) ?? null
  const witnessUrls = optional(VARIABLES.WITNESS_URLS) ?? []
  const witnessPolicy = optional(VARIABLES.WITNESS_POLICY) ?? null
  if (witnessPolicy !== null && (witnessKeys !== null || witnessUrls.length > 0))
    throw new InvalidConfig('WITNESS_POLICY must not be set together with WITNESS_KEYS or WITNESS_URLS')
  if (witnessUrls.length > 0 && witnessKeys === null)
    throw new InvalidConfig('WITNESS_KEYS is required when WITNESS_URLS is set')
  return { witnessKeys, witnessUrls, witnessPolicy }
}

const welcomeOf = ({ required }: Reader): Pick<Config, 'welcomeGrantMinor' | 'welcomePerDayMinor'> => {
  const welcomeGrantMinor = required(VARIABLES.YUT_WELCOME_GRANT)
  const welcomePerDayMinor = required(VARIABLES.YUT_WELCOME_PER_DAY)
  if (welcomePerDayMinor < welcomeGrantMinor)
    throw new InvalidConfig('YUT_WELCOME_PER_DAY must be at least YUT_WELCOME_GRANT, or nobody gets any')
  return { welcomeGrantMinor, welcomePerDayMinor }
}

const identityProviderOf = ({ optional }: Reader): IdentityProviderConfig => {
  const issuer = optional(VARIABLES.OIDC_ISSUER)
  const clientId = optional(VARIABLES.OIDC_CLIENT_ID)
  const clientSecret = optional(VARIABLES.OIDC_CLIENT_SECRET)
  if (!issuer) return { kind: 'development' }
  if (!clientId) throw new InvalidConfig('OIDC_CLIENT_ID is required when OIDC_ISSUER is set')
  if (!clientSecret) throw new InvalidConfig('OIDC_CLIENT_SECRET is required when OIDC_ISSUER is set')
  const clientAuth = optional(VARIABLES.OIDC_CLIENT_AUTH) ?? null
  return { kind: 'external', issuer, clientId, clientSecret, clientAuth }
}

const paymentsOf = ({ optional }: Reader): PaymentsConfig => {
  const secretKey = optional(VARIABLES.STRIPE_SECRET_KEY)
  const kind = optional(VARIABLES.PAYMENT_PROCESSOR) ?? (secretKey === undefined ? 'sandbox' : 'stripe')
  if (kind === 'sandbox') return { kind }
  const webhookSecrets = optional(VARIABLES.STRIPE_WEBHOOK_SECRET)
  const publishableKey = optional(VARIABLES.STRIPE_PUBLISHABLE_KEY)
  const missing = (name: string) => new InvalidConfig(`${name} is required when PAYMENT_PROCESSOR=stripe`)
  if (!secretKey) throw missing('STRIPE_SECRET_KEY')
  if (!webhookSecrets) throw missing('STRIPE_WEBHOOK_SECRET')
  if (!publishableKey) throw missing('STRIPE_PUBLISHABLE_KEY')
  const apiUrl = optional(VARIABLES.STRIPE_API_URL) ?? null
  return { kind, secretKey, webhookSecrets, publishableKey, apiUrl }
}

const carrierOf = ({ optional, required }: Reader): CarrierConfig => {
  const apiKey = optional(VARIABLES.TELNYX_API_KEY)
  const kind = optional(VARIABLES.CARRIER) ?? (apiKey === undefined ? 'sandbox' : 'telnyx')
  if (kind === 'sandbox') return { kind, minuteSeconds: required(VARIABLES.SANDBOX_MINUTE_SECONDS) }
  if (!apiKey) throw new InvalidConfig('TELNYX_API_KEY is required when CARRIER=telnyx')
  return {
    kind,
    apiKey,
    simCardGroupId: optional(VARIABLES.TELNYX_SIM_CARD_GROUP_ID) ?? null,
    apiUrl: optional(VARIABLES.TELNYX_API_URL) ?? null,
  }
}

const marketOf = ({ optional, required }: Reader): MarketConfig => {
  const kind = required(VARIABLES.MARKET)
  if (kind !== 'alpaca') return { kind }
  const needed = <T>(variable: Variable<T>): T => {
    const value = optional(variable)
    if (value === undefined) throw new InvalidConfig(`${variable.name} is required when MARKET=alpaca`)
    return value
  }
  return {
    kind,
    keyId: needed(VARIABLES.ALPACA_KEY_ID),
    secretKey: needed(VARIABLES.ALPACA_SECRET_KEY),
    accountId: needed(VARIABLES.ALPACA_ACCOUNT_ID).toLowerCase(),
    brokerUrl: required(VARIABLES.ALPACA_API_URL),
    dataUrl: required(VARIABLES.ALPACA_DATA_URL),
  }
}

const treasuryBankOf = ({ optional, required }: Reader): TreasuryBankConfig => {
  const kind = required(VARIABLES.TREASURY_BANK)
  if (kind === 'none') return { kind }
  const accounts = required(VARIABLES.INCREASE_ACCOUNTS)
  if (kind === 'sandbox') return { kind, accounts }
  const needed = <T>(variable: Variable<T>): T => {
    const value = optional(variable)
    if (value === undefined)
      throw new InvalidConfig(`${variable.name} is required when TREASURY_BANK=increase`)
    return value
  }
  return {
    kind,
    apiKey: needed(VARIABLES.INCREASE_API_KEY),
    accounts,
    accountId: needed(VARIABLES.INCREASE_ACCOUNT_ID),
    webhookSecrets: optional(VARIABLES.INCREASE_WEBHOOK_SECRET) ?? [],
    apiUrl: required(VARIABLES.INCREASE_API_URL),
  }
}

const personCheckOf = ({ optional, required }: Reader): PersonCheckConfig => {
  const kind = required(VARIABLES.PERSON_CHECK)
  if (kind === 'none') return { kind }
  if (kind === 'sandbox') return { kind, minuteSeconds: required(VARIABLES.SANDBOX_MINUTE_SECONDS) }
  const missing = (name: string) => new InvalidConfig(`${name} is required when PERSON_CHECK=stripe`)
  const secretKey = optional(VARIABLES.STRIPE_IDENTITY_KEY) ?? optional(VARIABLES.STRIPE_SECRET_KEY)
  if (!secretKey) throw missing('STRIPE_IDENTITY_KEY or STRIPE_SECRET_KEY')
  const webhookSecrets = optional(VARIABLES.STRIPE_IDENTITY_WEBHOOK_SECRET)
  if (!webhookSecrets) throw missing('STRIPE_IDENTITY_WEBHOOK_SECRET')
  return { kind, secretKey, webhookSecrets, apiUrl: optional(VARIABLES.STRIPE_API_URL) ?? null }
}

const secretsOf = (
  { optional }: Reader,
  dataDir: string,
): Pick<Config, 'sessionKeys' | 'keyEncryptionKeys'> => {
  const sessionKeys = optional(VARIABLES.SESSION_KEYS)
  const keyEncryptionKeys = optional(VARIABLES.KEY_ENCRYPTION_KEY)
  if (sessionKeys && keyEncryptionKeys) return { sessionKeys, keyEncryptionKeys }
  const made = developmentSecrets(dataDir)
  return {
    sessionKeys: sessionKeys ?? [made.sessionKey],
    keyEncryptionKeys: keyEncryptionKeys ?? [made.keyEncryptionKey],
  }
}

/**
 * Reads the configuration from environment variables.
 * @throws {InvalidConfig} naming each variable that is missing or malformed, else the first that does not fit the others
 */
export const loadConfig = (given: Environment = process.env): Config => {
  const env = withFiles(given)
  const environment = readText(VARIABLES.NODE_ENV, env['NODE_ENV']?.trim() || 'development')
  const reader = checkedReader(env, environment === 'production')
  const { optional, required } = reader
  const dataDir = path.resolve(required(VARIABLES.DATA_DIR))
  const port = required(VARIABLES.PORT)
  const config: Config = {
    environment,
    role: required(VARIABLES.ROLE),
    host: required(VARIABLES.HOST),
    port,
    revision: optional(VARIABLES.REVISION) ?? null,
    publicUrl: optional(VARIABLES.PUBLIC_URL) ?? `http://localhost:${port}`,
    operatorContact: optional(VARIABLES.OPERATOR_CONTACT) ?? null,
    operatorDetails: {
      name: optional(VARIABLES.OPERATOR_NAME) ?? null,
      address: optional(VARIABLES.OPERATOR_ADDRESS) ?? null,
      phone: optional(VARIABLES.OPERATOR_PHONE) ?? null,
    },
    trustProxy: optional(VARIABLES.TRUST_PROXY) ?? [],
    databaseUrl: optional(VARIABLES.DATABASE_URL) ?? null,
    migrationDatabaseUrl: optional(VARIABLES.MIGRATION_DATABASE_URL) ?? null,
    readerDatabaseUrl: optional(VARIABLES.READER_DATABASE_URL) ?? null,
    databaseConnections: required(VARIABLES.DATABASE_CONNECTIONS),
    eventStoreUrl: optional(VARIABLES.EVENTSTORE_URL) ?? null,
    identityProvider: identityProviderOf(reader),
    ...secretsOf(reader, dataDir),
    dataDir,
    ledgerLogKey: optional(VARIABLES.LEDGER_LOG_KEY) ?? null,
    ...witnessesOf(reader),
    checkpointDir: path.resolve(optional(VARIABLES.CHECKPOINT_DIR) ?? path.join(dataDir, 'checkpoints')),
    ...welcomeOf(reader),
    rewardReserveMinor: required(VARIABLES.YUT_REWARD_RESERVE),
    withdrawals: {
      instantFeeCents: required(VARIABLES.INSTANT_WITHDRAWAL_FEE),
      cancelSeconds: required(VARIABLES.WITHDRAWAL_CANCEL_SECONDS),
    },
    seed: required(VARIABLES.SEED),
    passkeys: required(VARIABLES.PASSKEYS),
    sandboxAuthTime: required(VARIABLES.SANDBOX_AUTH_TIME) === 'on',
    sandboxDaySeconds: required(VARIABLES.SANDBOX_DAY_SECONDS),
    payments: paymentsOf(reader),
    carrier: carrierOf(reader),
    market: marketOf(reader),
    treasuryBank: treasuryBankOf(reader),
    personCheck: personCheckOf(reader),
    identityValidDays: required(VARIABLES.IDENTITY_VALID_DAYS),
    unverifiedLimitCents: BigInt(required(VARIABLES.UNVERIFIED_LIMIT)) * 100n,
    pushServices: optional(VARIABLES.PUSH_SERVICES) ?? [],
    logLevel: required(VARIABLES.LOG_LEVEL),
    metricsToken: optional(VARIABLES.METRICS_TOKEN) ?? null,
    tracesUrl: optional(VARIABLES.OTEL_EXPORTER_OTLP_ENDPOINT) ?? null,
    readyLagSeconds: required(VARIABLES.READY_LAG_SECONDS),
    readyBacklogSeconds: required(VARIABLES.READY_BACKLOG_SECONDS),
    shutdownPauseSeconds: required(VARIABLES.SHUTDOWN_PAUSE_SECONDS),
    shutdownSeconds: required(VARIABLES.SHUTDOWN_SECONDS),
    rateLimits: {
      addressPerMinute: required(VARIABLES.RATE_LIMIT_ADDRESS_PER_MINUTE),
      signInPerMinute: required(VARIABLES.RATE_LIMIT_SIGN_IN_PER_MINUTE),
      moneyPerMinute: required(VARIABLES.RATE_LIMIT_MONEY_PER_MINUTE),
      lookupPerMinute: required(VARIABLES.RATE_LIMIT_LOOKUP_PER_MINUTE),
      heavyPerMinute: required(VARIABLES.RATE_LIMIT_HEAVY_PER_MINUTE),
      loopMs: required(VARIABLES.RATE_LIMIT_LOOP_MS),
    },
  }
  if (environment === 'production') refuseInProduction(config)
  else refuseOutsideProduction(config)
  return config
}
