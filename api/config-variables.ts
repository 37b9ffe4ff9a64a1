import * as z from 'zod/mini'
import { parseAmount } from '../events/money.ts'
import { isNetwork } from './http/client-address.ts'

const integer = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)),
    ),
  )

const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    )

const origin = z.pipe(
  url('http:', 'https:').check(
    z.refine((text) => {
      const { pathname, search, hash, username } = new URL(text)
      return pathname === '/' && !search && !hash && !username
    }, 'must be an origin without a path, such as https://app.example.com'),
  ),
  z.transform((text: string) => new URL(text).origin),
)

/** 32 bytes in base64 or base64url. */
const key256 = z
  .string()
  .check(
    z.refine(
      (text) => Buffer.from(text, 'base64').length === 32,
      'must be 32 random bytes in base64 (openssl rand -base64 32)',
    ),
  )

const list = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((part) => part.trim())),
    ),
    z.array(item).check(z.minLength(1)),
  )

const yutAmount = z.pipe(
  z.string().check(z.refine((text) => parseAmount('YUT', text).ok, 'must be an amount of YUT such as 100')),
  z.transform((text: string) => {
    const parsed = parseAmount('YUT', text)
    return parsed.ok ? parsed.money.minor : 0n
  }),
)

export interface Variable<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T, string>
  readonly describes: string
  /** Text used when the variable is not set outside production. */
  readonly development?: string
  /** Text used when the variable is not set in production. */
  readonly production?: string
  /** Production does not start without it. */
  readonly required?: true
}

const variable = <T>(name: string, definition: Omit<Variable<T>, 'name'>): Variable<T> => ({
  name,
  ...definition,
})
const limit = (name: string, production: number, describes: string) =>
  variable(name, {
    schema: integer(0, 1_000_000),
    development: '0',
    production: String(production),
    describes: `${describes}; 0 switches the limit off, outside production only`,
  })
const both = (text: string) => ({ development: text, production: text })

/** Every environment variable the server reads: what it means, what it may be, what it is when unset. */
export const VARIABLES = {
  NODE_ENV: variable('NODE_ENV', {
    schema: z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    development: 'development',
    describes:
      'production refuses every default and stand-in that is meant for one machine; anything else answers on this machine alone',
  }),
  ROLE: variable('ROLE', {
    schema: z.enum(['all', 'api', 'worker'], 'must be all, api or worker'),
    ...both('all'),
    describes: 'What this process does: HTTP, projections and processes, or both',
  }),
  HOST: variable('HOST', {
    schema: z.string(),
    development: '127.0.0.1',
    production: '0.0.0.0',
    describes: 'Address to listen on',
  }),
  PORT: variable('PORT', {
    schema: integer(0, 65_535),
    ...both('8080'),
    describes: 'Port to listen on; 0 takes any',
  }),
  PUBLIC_URL: variable('PUBLIC_URL', {
    schema: origin,
    required: true,
    describes: 'Origin that members see, without a path; default in development http://localhost:{PORT}',
  }),
  TRUST_PROXY: variable('TRUST_PROXY', {
    schema: list(
      z
        .string()
        .check(
          z.refine(
            isNetwork,
            'must be addresses or networks of our proxies, separated by commas, such as 172.18.0.0/16',
          ),
        ),
    ),
    describes:
      'Addresses or networks of the reverse proxies in front, such as 172.18.0.0/16; from them alone X-Forwarded-For is believed',
  }),
  DATABASE_URL: variable('DATABASE_URL', {
    schema: url('postgres:', 'postgresql:'),
    required: true,
    describes: 'Postgres; unset in development starts an embedded one in DATA_DIR',
  }),
  MIGRATION_DATABASE_URL: variable('MIGRATION_DATABASE_URL', {
    schema: url('postgres:', 'postgresql:'),
    describes:
      'The same database as the owner of its tables, for `npm run migrate`, `rebuild` and `ledger`; a server of production must not have it',
  }),
  READER_DATABASE_URL: variable('READER_DATABASE_URL', {
    schema: url('postgres:', 'postgresql:'),
    describes: "The same database as a user who only reads it: the auditor's tools go by it where it is set",
  }),
  EVENTSTORE_URL: variable('EVENTSTORE_URL', {
    schema: url('esdb:', 'esdb+discover:'),
    describes: 'EventStoreDB, for more than one machine; unset keeps the events in Postgres',
  }),
  OIDC_ISSUER: variable('OIDC_ISSUER', {
    schema: url('https:', 'http:'),
    required: true,
    describes:
      'Identity provider, such as https://accounts.google.com; unset in development starts a stand-in with demo members',
  }),
  OIDC_CLIENT_ID: variable('OIDC_CLIENT_ID', {
    schema: z.string(),
    required: true,
    describes: 'Client id at the identity provider',
  }),
  OIDC_CLIENT_SECRET: variable('OIDC_CLIENT_SECRET', {
    schema: z.string(),
    required: true,
    describes: 'Client secret at the identity provider',
  }),
  SESSION_KEYS: variable('SESSION_KEYS', {
    schema: list(
      z.string().check(z.minLength(32, 'must be keys of at least 32 characters, comma-separated')),
    ),
    required: true,
    describes: 'Keys that sign the session cookie, newest first; old ones are still accepted',
  }),
  KEY_ENCRYPTION_KEY: variable('KEY_ENCRYPTION_KEY', {
    schema: list(key256),
    required: true,
    describes: 'Keys that wrap the keys of messages and DIDs, newest first: 32 random bytes each in base64',
  }),
  DATA_DIR: variable('DATA_DIR', {
    schema: z.string(),
    ...both('.data'),
    describes: 'Folder of the embedded Postgres and of secrets made in development',
  }),
  LEDGER_LOG_KEY: variable('LEDGER_LOG_KEY', {
    schema: z
      .string()
      .check(
        z.regex(
          /^PRIVATE\+KEY\+[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/,
          'must be a private note key (npm run ledger -- checkpoint --new-key)',
        ),
      ),
    describes:
      'Private key that signs checkpoints of the log; production needs it unless ROLE=api, development makes one in DATA_DIR',
  }),
  WITNESS_KEYS: variable('WITNESS_KEYS', {
    schema: list(
      z
        .string()
        .check(
          z.regex(
            /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/,
            'must be public note keys of witnesses, comma-separated',
          ),
        ),
    ),
    describes:
      'Public keys of witnesses whose cosignatures are taken, former ones too; default in development that of npm run witness',
  }),
  CHECKPOINT_DIR: variable('CHECKPOINT_DIR', {
    schema: z.string(),
    describes:
      'Folder, better of another machine, in which every signed checkpoint is kept; default checkpoints in DATA_DIR',
  }),
  YUT_WELCOME_GRANT: variable('YUT_WELCOME_GRANT', {
    schema: yutAmount,
    ...both('100'),
    describes: 'YUT granted to a new member',
  }),
  YUT_REWARD_RESERVE: variable('YUT_REWARD_RESERVE', {
    schema: yutAmount,
    ...both('1000000'),
    describes:
      'YUT that the reserve for staking rewards has been funded with in all; raise it to fund it again. It is never lowered',
  }),
  SEED: variable('SEED', {
    schema: z.enum(['demo', 'none'], 'must be demo or none'),
    development: 'demo',
    production: 'none',
    describes: 'Demo data on an empty ledger; never in production',
  }),
  SANDBOX_DAY_SECONDS: variable('SANDBOX_DAY_SECONDS', {
    schema: integer(1, 86_400),
    ...both('60'),
    describes: 'How many seconds a simulated day of the sandbox takes',
  }),
  SANDBOX_MINUTE_SECONDS: variable('SANDBOX_MINUTE_SECONDS', {
    schema: integer(1, 60),
    development: '5',
    production: '60',
    describes:
      'How many seconds a simulated minute of the sandbox carrier takes: an eSIM is active after 2 to 5',
  }),
  CARRIER: variable('CARRIER', {
    schema: z.enum(['telnyx', 'sandbox'], 'must be telnyx or sandbox'),
    production: 'telnyx',
    describes:
      'Who runs the mobile network behind the devices; default in development sandbox, unless TELNYX_API_KEY is set. Behind the sandbox is no network, and members are billed for what it makes up',
  }),
  TELNYX_API_KEY: variable('TELNYX_API_KEY', {
    schema: z.string().check(z.regex(/^\S+$/, 'must be an API key of Telnyx (KEY…)')),
    describes: 'API key (version 2) of the Telnyx account; needed with CARRIER=telnyx',
  }),
  TELNYX_SIM_CARD_GROUP_ID: variable('TELNYX_SIM_CARD_GROUP_ID', {
    schema: z.uuid('must be the id of a SIM card group'),
    describes: "SIM card group that new eSIMs join; unset is the account's default",
  }),
  TELNYX_API_URL: variable('TELNYX_API_URL', {
    schema: origin,
    describes: "Origin of another server that speaks Telnyx's API, for tests; unset is Telnyx itself",
  }),
  PAYMENT_PROCESSOR: variable('PAYMENT_PROCESSOR', {
    schema: z.enum(['stripe', 'sandbox'], 'must be stripe or sandbox'),
    production: 'stripe',
    describes:
      'Who takes cards and bank transfers; default in development sandbox, unless STRIPE_SECRET_KEY is set. The sandbox moves no money and credits what test cards pay: never where balances are worth anything',
  }),
  STRIPE_SECRET_KEY: variable('STRIPE_SECRET_KEY', {
    schema: z.string().check(z.regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe (sk_…)')),
    describes: 'Key of the Stripe account; needed with PAYMENT_PROCESSOR=stripe',
  }),
  STRIPE_WEBHOOK_SECRET: variable('STRIPE_WEBHOOK_SECRET', {
    schema: list(
      z
        .string()
        .check(
          z.regex(
            /^whsec_\S+$/,
            "must be a webhook endpoint's signing secrets (whsec_…), separated by commas, newest first",
          ),
        ),
    ),
    describes:
      'Signing secrets of the webhook endpoint {PUBLIC_URL}/api/webhooks/stripe, newest first; old ones are still accepted',
  }),
  STRIPE_PUBLISHABLE_KEY: variable('STRIPE_PUBLISHABLE_KEY', {
    schema: z.string().check(z.regex(/^pk_\w+$/, 'must be a publishable key of Stripe (pk_…)')),
    describes: "Key that members' browsers use for Stripe's card form",
  }),
  STRIPE_API_URL: variable('STRIPE_API_URL', {
    schema: origin,
    describes: "Origin of another server that speaks Stripe's API, for tests; unset is Stripe itself",
  }),
  MARKET: variable('MARKET', {
    schema: z.enum(['sandbox', 'alpaca', 'none'], 'must be sandbox, alpaca or none'),
    development: 'sandbox',
    production: 'none',
    describes:
      'Where pools are invested. The sandbox buys nothing and makes its prices up; with none investing is closed. In production the sandbox has to be named, and the app says so wherever it shows a price',
  }),
  ALPACA_KEY_ID: variable('ALPACA_KEY_ID', {
    schema: z.string().check(z.regex(/^[A-Z0-9]{8,64}$/, "must be the id of a key of Alpaca's Broker API")),
    describes: "Id of the key to Alpaca's Broker API; needed with MARKET=alpaca",
  }),
  ALPACA_SECRET_KEY: variable('ALPACA_SECRET_KEY', {
    schema: z.string().check(z.minLength(16, 'must be the secret of the key, 16 characters or more')),
    describes: 'Secret of that key',
  }),
  ALPACA_ACCOUNT_ID: variable('ALPACA_ACCOUNT_ID', {
    schema: z.uuid('must be the id of an account at Alpaca, a UUID'),
    describes: 'The account at Alpaca in which the units of all pools are held together',
  }),
  ALPACA_API_URL: variable('ALPACA_API_URL', {
    schema: origin,
    development: 'https://broker-api.sandbox.alpaca.markets',
    production: 'https://broker-api.alpaca.markets',
    describes: "Origin of Alpaca's Broker API",
  }),
  ALPACA_DATA_URL: variable('ALPACA_DATA_URL', {
    schema: origin,
    development: 'https://data.sandbox.alpaca.markets',
    production: 'https://data.alpaca.markets',
    describes: "Origin of Alpaca's Market Data API",
  }),
  TREASURY_BANK: variable('TREASURY_BANK', {
    schema: z.enum(['sandbox', 'none'], 'must be sandbox or none'),
    development: 'sandbox',
    production: 'none',
    describes:
      'Who holds members’ dollars. The sandbox makes account numbers up and holds nothing; with none treasury accounts are closed. In production the sandbox has to be named, and the app says that nothing is insured',
  }),
  PUSH_SERVICES: variable('PUSH_SERVICES', {
    schema: list(origin),
    describes:
      'Origins of push services that members’ browsers may use besides those of Google, Mozilla, Apple and Microsoft, separated by commas',
  }),
  LOG_LEVEL: variable('LOG_LEVEL', {
    schema: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    development: 'warn',
    production: 'info',
    describes: 'Least severe log line that is written',
  }),
  METRICS_TOKEN: variable('METRICS_TOKEN', {
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    describes: 'Bearer token for /metrics; unset, production does not serve metrics, development does to all',
  }),
  SHUTDOWN_SECONDS: variable('SHUTDOWN_SECONDS', {
    schema: integer(1, 300),
    ...both('10'),
    describes: 'How long requests in flight may take to finish after SIGTERM',
  }),
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(
    'RATE_LIMIT_ADDRESS_PER_MINUTE',
    1200,
    'Requests a minute from one address',
  ),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: limit(
    'RATE_LIMIT_SIGN_IN_PER_MINUTE',
    20,
    'Sign-ins a minute started or finished from one address',
  ),
  RATE_LIMIT_MONEY_PER_MINUTE: limit(
    'RATE_LIMIT_MONEY_PER_MINUTE',
    60,
    'Calls a minute of one member that move value',
  ),
  RATE_LIMIT_LOOKUP_PER_MINUTE: limit(
    'RATE_LIMIT_LOOKUP_PER_MINUTE',
    30,
    'Payee look-ups a minute of one member',
  ),
  RATE_LIMIT_HEAVY_PER_MINUTE: limit(
    'RATE_LIMIT_HEAVY_PER_MINUTE',
    60,
    'Calls a minute of one member that cost much: exports, statements, balances as of a day, imports, diagnostics',
  ),
} as const
