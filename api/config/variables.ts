import * as z from 'zod/mini'
import { eventStoreUrl } from './event-store-url.ts'
import { EXTERNAL_SERVICE_VARIABLES } from './external-services.ts'
import {
  both,
  defineVariables,
  integer,
  key256,
  limit,
  list,
  origin,
  url,
  usdAmount,
  yutAmount,
} from './schemas.ts'
import { isNetwork } from './client-address.ts'

/** Every environment variable the server reads: its meaning, allowed values and default. */
export const VARIABLES = defineVariables({
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    development: 'development',
    describes:
      '`production` refuses defaults and sandboxes that you have not set by name; any other value accepts connections from this machine only',
  },
  ROLE: {
    schema: z.enum(['all', 'api', 'worker'], 'must be all, api or worker'),
    ...both('all'),
    describes: 'What this process runs: HTTP (api), projections and processes (worker), or both (all)',
  },
  HOST: {
    schema: z.string(),
    development: '127.0.0.1',
    production: '0.0.0.0',
    describes: 'Address to listen on',
  },
  PORT: {
    schema: integer(0, 65_535),
    ...both('8080'),
    describes: 'Port to listen on; 0 takes any',
  },
  REVISION: {
    schema: z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a name of a release, such as its commit')),
    describes: 'Which release runs, such as its commit, for operators; an image has it from its build',
  },
  PUBLIC_URL: {
    schema: origin,
    required: true,
    describes: 'Origin that members see, without a path; default in development http://localhost:{PORT}',
  },
  OPERATOR_CONTACT: {
    schema: z
      .string()
      .check(
        z.refine(
          (text) => z.email().safeParse(text).success || (text.startsWith('https://') && URL.canParse(text)),
          'must be an e-mail address or an https address',
        ),
      ),
    describes: 'Where members reach you, on the page Help: an e-mail address or an https address of a page',
  },
  OPERATOR_NAME: {
    schema: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
    describes: 'Your company’s name, for the notices of their rights that members find on the page Help',
  },
  OPERATOR_ADDRESS: {
    schema: z.string().check(z.trim(), z.minLength(5), z.maxLength(200)),
    describes: 'Its postal address on one line, for the same',
  },
  OPERATOR_PHONE: {
    schema: z
      .string()
      .check(z.regex(/^\+?\d[\d ().-]{5,24}$/, 'must be a telephone number, such as +1 202 555 0123')),
    describes: 'Its telephone number, for the same',
  },
  TRUST_PROXY: {
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
      'Addresses or networks of the reverse proxies in front, such as 172.18.0.0/16; X-Forwarded-For is used only if it comes from one of them',
  },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    required: true,
    describes:
      'URL of the Postgres database; if unset in development, the server starts an embedded Postgres in DATA_DIR',
  },
  MIGRATION_DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    describes:
      'The same database as the owner of its tables, for `npm run migrate`, `rebuild` and `ledger`; must not be set for a production server',
  },
  READER_DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    describes: "The same database as a read-only user; the auditor's tools use it if it is set",
  },
  DATABASE_CONNECTIONS: {
    schema: integer(2, 100),
    ...both('10'),
    describes:
      'Connections to Postgres for requests and processes, at most; some twenty more are for the log, the read models and keys',
  },
  EVENTSTORE_URL: {
    schema: eventStoreUrl,
    describes: 'URL of EventStoreDB, for more than one machine; if unset, events are stored in Postgres',
  },
  EVENTSTORE_ADMIN_URL: {
    schema: url('esdb:', 'esdb+discover:'),
    describes:
      'The same EventStoreDB as an admin, for `npm run migrate`, which gives the user of EVENTSTORE_URL a password and its rights; no server needs it',
  },
  OIDC_ISSUER: {
    schema: url('https:', 'http:'),
    required: true,
    describes:
      'Identity provider, such as https://accounts.google.com; if unset in development, the server starts a sandbox with demo members',
  },
  OIDC_CLIENT_ID: {
    schema: z.string(),
    required: true,
    describes: 'Client id at the identity provider',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string(),
    required: true,
    describes: 'Client secret at the identity provider',
  },
  OIDC_CLIENT_AUTH: {
    schema: z.enum(
      ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'],
      'must be client_secret_basic, client_secret_post or client_secret_jwt',
    ),
    describes:
      'How the client is registered to send its secret: client_secret_basic, client_secret_post or client_secret_jwt; if unset, those that the provider announces are tried in this order',
  },
  SESSION_KEYS: {
    schema: list(
      z.string().check(z.minLength(32, 'must be keys of at least 32 characters, comma-separated')),
    ),
    required: true,
    describes: 'Keys that sign the session cookie, newest first; old ones are still accepted',
  },
  KEY_ENCRYPTION_KEY: {
    schema: list(key256),
    required: true,
    describes: 'Keys that wrap the keys of messages and DIDs, newest first: 32 random bytes each in base64',
  },
  DATA_DIR: {
    schema: z.string(),
    ...both('.data'),
    describes: 'Folder of the embedded Postgres and of secrets made in development',
  },
  LEDGER_LOG_KEY: {
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
  },
  WITNESS_KEYS: {
    schema: list(
      z.string().check(
        z.regex(
          // Of any kind: one that is not known is named where the keys are read.
          /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/,
          'must be public note keys of witnesses, comma-separated',
        ),
      ),
    ),
    describes:
      'Public keys of the witnesses whose cosignatures are accepted, including former ones; default in development: the key of npm run witness',
  },
  WITNESS_URLS: {
    schema: list(url('https:', 'http:')),
    describes:
      'Prefixes of witnesses that are asked to sign each new checkpoint (C2SP tlog-witness); their keys are in WITNESS_KEYS. Production takes https only',
  },
  WITNESS_POLICY: {
    schema: z.string(),
    describes:
      'File with the witnesses, their keys and prefixes, and whose signatures are enough (C2SP tlog-policy), in place of WITNESS_KEYS and WITNESS_URLS',
  },
  CHECKPOINT_DIR: {
    schema: z.string(),
    describes:
      'Folder for every signed checkpoint, preferably on another machine; default: checkpoints in DATA_DIR',
  },
  YUT_WELCOME_GRANT: {
    schema: yutAmount,
    ...both('100'),
    describes: 'YUT granted to a new member',
  },
  YUT_WELCOME_PER_DAY: {
    schema: yutAmount,
    development: '100000',
    production: '2000',
    describes:
      'YUT that welcome grants of a day (UTC) come to at most; members above it get theirs on a later day, in the order of their sign-in',
  },
  YUT_REWARD_RESERVE: {
    schema: yutAmount,
    ...both('1000000'),
    describes:
      'Total YUT ever paid into the reserve for staking rewards; raise it to add more. A lower value changes nothing',
  },
  INSTANT_WITHDRAWAL_FEE: {
    schema: usdAmount,
    ...both('1.50'),
    describes: 'Dollars that an instant withdrawal costs; by ACH it is free',
  },
  WITHDRAWAL_CANCEL_SECONDS: {
    schema: integer(1, 86_400),
    development: '10',
    production: '600',
    describes: 'Seconds for which a withdrawal can be cancelled, before the bank is asked for it',
  },
  SEED: {
    schema: z.enum(['demo', 'none'], 'must be demo or none'),
    development: 'demo',
    production: 'none',
    describes: 'Demo data on an empty ledger; never in production',
  },
  PASSKEYS: {
    schema: z.enum(['optional', 'required'], 'must be optional or required'),
    ...both('optional'),
    describes:
      'Before what is sensitive: a fresh sign-in or a passkey (optional), or a passkey in any case (required)',
  },
  SANDBOX_AUTH_TIME: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    ...both('on'),
    describes:
      'Whether the sandbox identity provider states when it authenticated a member; off: as Google, so that only passkeys open what is sensitive',
  },
  SANDBOX_DAY_SECONDS: {
    schema: integer(1, 86_400),
    ...both('60'),
    describes: 'Seconds that a simulated day of the sandbox takes',
  },
  SANDBOX_MINUTE_SECONDS: {
    schema: integer(1, 60),
    development: '5',
    production: '60',
    describes: 'Seconds that a simulated minute of the sandbox carrier takes: an eSIM is active after 2 to 5',
  },
  ...EXTERNAL_SERVICE_VARIABLES,
  LOG_LEVEL: {
    schema: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    development: 'warn',
    production: 'info',
    describes: 'Lowest severity that is logged',
  },
  METRICS_TOKEN: {
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    describes:
      'Bearer token for /metrics; if unset, production serves no metrics, development serves them to anybody',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url('https:', 'http:'),
    describes:
      'Collector of OpenTelemetry to which traces are sent (OTLP over HTTP); the other variables of OpenTelemetry apply as well, such as OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER; if unset, there are no traces',
  },
  READY_LAG_SECONDS: {
    schema: integer(1, 3_600),
    ...both('15'),
    describes: 'Seconds for which read models may be behind the ledger before /api/health answers 503',
  },
  READY_BACKLOG_SECONDS: {
    schema: integer(10, 86_400),
    ...both('300'),
    describes:
      'Seconds that begun work (a delivery, a webhook, a push) may wait for its process before it counts as late (`ledger_backlog_late`)',
  },
  SHUTDOWN_PAUSE_SECONDS: {
    schema: integer(0, 120),
    development: '0',
    production: '5',
    describes:
      'Seconds after SIGTERM in which the readiness check answers 503 and requests are still served, so that proxies stop sending them; then the port closes',
  },
  SHUTDOWN_SECONDS: {
    schema: integer(1, 300),
    ...both('10'),
    describes: 'Seconds that requests in flight may take to finish once the port is closed',
  },
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(1200, 'Requests a minute from one address'),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: limit(20, 'Sign-ins a minute started or finished from one address'),
  RATE_LIMIT_MONEY_PER_MINUTE: limit(60, 'Calls a minute by one member that move value'),
  RATE_LIMIT_LOOKUP_PER_MINUTE: limit(30, 'Payee look-ups a minute by one member'),
  RATE_LIMIT_HEAVY_PER_MINUTE: limit(
    60,
    'Expensive calls a minute by one member: exports, statements, balances as of a day, imports, diagnostics',
  ),
  RATE_LIMIT_LOOP_MS: limit(
    2500,
    "Milliseconds of a process's event loop that the calls of one member may take in ten seconds",
  ),
})
