export type IdentityProviderConfig =
  | { readonly kind: 'development' }
  | {
      readonly kind: 'external'
      readonly issuer: string
      readonly clientId: string
      readonly clientSecret: string
      /** How the client is registered to send its secret; null: not named. */
      readonly clientAuth: 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | null
    }

export type PaymentsConfig =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'stripe'
      readonly secretKey: string
      /** Newest first; signatures made with older ones are accepted too. */
      readonly webhookSecrets: readonly string[]
      readonly publishableKey: string
      /** Origin of the API; null is Stripe's own. */
      readonly apiUrl: string | null
    }

export type CarrierConfig =
  | { readonly kind: 'sandbox'; readonly minuteSeconds: number }
  | {
      readonly kind: 'telnyx'
      readonly apiKey: string
      /** Null: the account's default group. */
      readonly simCardGroupId: string | null
      /** Origin of the API; null is Telnyx's own. */
      readonly apiUrl: string | null
    }

/** Where pools are invested. */
export type MarketConfig =
  | { readonly kind: 'sandbox' | 'none' }
  | {
      readonly kind: 'alpaca'
      readonly keyId: string
      readonly secretKey: string
      readonly accountId: string
      /** Origins of the Broker API and of the Market Data API. */
      readonly brokerUrl: string
      readonly dataUrl: string
    }

/** What is opened for a member at the bank: a number of the pooled account, or an account of their own with a number. */
export type AccountsAtBank = 'pooled' | 'each'

/** The bank of members' dollars. */
export type TreasuryBankConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'sandbox'; readonly accounts: AccountsAtBank }
  | {
      readonly kind: 'increase'
      readonly apiKey: string
      readonly accounts: AccountsAtBank
      /** The pooled account. */
      readonly accountId: string
      /** Newest first; empty without webhooks. */
      readonly webhookSecrets: readonly string[]
      /** Origin of the API. */
      readonly apiUrl: string
    }

/** Who checks members' documents. */
export type PersonCheckConfig =
  | { readonly kind: 'none' }
  /** Real seconds in a simulated minute. */
  | { readonly kind: 'sandbox'; readonly minuteSeconds: number }
  | {
      readonly kind: 'stripe'
      readonly secretKey: string
      /** Newest first; signatures made with older ones are accepted too. */
      readonly webhookSecrets: readonly string[]
      /** Origin of the API; null is Stripe's own. */
      readonly apiUrl: string | null
    }

/** Calls a minute; 0 is no limit. */
export interface RateLimitConfig {
  readonly addressPerMinute: number
  readonly signInPerMinute: number
  readonly moneyPerMinute: number
  readonly lookupPerMinute: number
  readonly heavyPerMinute: number
  /** Milliseconds of the event loop for one member in ten seconds. */
  readonly loopMs: number
}

/** Who runs this installation; null: not said. */
export interface OperatorDetails {
  readonly name: string | null
  /** Postal, on one line. */
  readonly address: string | null
  readonly phone: string | null
}

/** The whole configuration, checked. See `VARIABLES` for what each means. */
export interface Config {
  readonly environment: 'development' | 'test' | 'production'
  readonly role: 'all' | 'api' | 'worker'
  readonly host: string
  readonly port: number
  /** Which release runs; null: it is not known. */
  readonly revision: string | null
  /** Origin, no trailing slash. */
  readonly publicUrl: string
  /** An e-mail address or an https address. */
  readonly operatorContact: string | null
  /** For notices that a law has us give. */
  readonly operatorDetails: OperatorDetails
  /** Addresses and networks of our own proxies. */
  readonly trustProxy: readonly string[]
  /** Null: start the embedded Postgres. Never null in production. */
  readonly databaseUrl: string | null
  /** URL of the tables' owner. Null: outside production the user of `databaseUrl` migrates. */
  readonly migrationDatabaseUrl: string | null
  /** For the auditors' tools; the server only refuses it in production when it is unsafe. */
  readonly readerDatabaseUrl: string | null
  /** Of the pool for requests and processes, at most. */
  readonly databaseConnections: number
  /** Null: events are stored in Postgres. */
  readonly eventStoreUrl: string | null
  readonly identityProvider: IdentityProviderConfig
  /** Newest first. */
  readonly sessionKeys: readonly string[]
  /** 32 bytes each, base64, newest first. */
  readonly keyEncryptionKeys: readonly string[]
  readonly dataDir: string
  /** Private note key that signs checkpoints. Null: development makes one in `dataDir`; role api has none. */
  readonly ledgerLogKey: string | null
  /** Public note keys of witnesses. Null: that of the development witness. */
  readonly witnessKeys: readonly string[] | null
  /** Prefixes of witnesses that are asked to sign every checkpoint. */
  readonly witnessUrls: readonly string[]
  /** File with a policy in place of both. */
  readonly witnessPolicy: string | null
  /** Folder where signed checkpoints are stored in addition to the database. */
  readonly checkpointDir: string
  /** Millionths of a YUT. */
  readonly welcomeGrantMinor: bigint
  /** What welcome grants of a day come to at most, in millionths of a YUT. */
  readonly welcomePerDayMinor: bigint
  /** Total funding of the reward reserve so far, in millionths of a YUT. */
  readonly rewardReserveMinor: bigint
  readonly withdrawals: {
    /** Cents of an instant one. */
    readonly instantFeeCents: bigint
    /** For so long one can be cancelled. */
    readonly cancelSeconds: number
  }
  readonly seed: 'demo' | 'none'
  /** Whether a fresh sign-in is enough before what is sensitive, or only a passkey. */
  readonly passkeys: 'optional' | 'required'
  /** Whether the sandbox's identity provider states when it authenticated a member. */
  readonly sandboxAuthTime: boolean
  readonly sandboxDaySeconds: number
  readonly payments: PaymentsConfig
  readonly carrier: CarrierConfig
  readonly market: MarketConfig
  readonly treasuryBank: TreasuryBankConfig
  readonly personCheck: PersonCheckConfig
  /** Days until a verification lapses. */
  readonly identityValidDays: number
  /** What members who are not verified may hold when adding, and send in a day. */
  readonly unverifiedLimitCents: bigint
  /** Origins of push services besides the known ones. */
  readonly pushServices: readonly string[]
  readonly logLevel: string
  /** Bearer token of /metrics. Null: open in development, not served in production. */
  readonly metricsToken: string | null
  /** Collector that traces are sent to; null: none are made. */
  readonly tracesUrl: string | null
  readonly readyLagSeconds: number
  readonly readyBacklogSeconds: number
  /** Between SIGTERM and the closing of the port, with readiness answering 503. */
  readonly shutdownPauseSeconds: number
  readonly shutdownSeconds: number
  readonly rateLimits: RateLimitConfig
}
