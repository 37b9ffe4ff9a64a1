import * as z from 'zod/mini'
import { both, integer, list, origin } from './schemas.ts'

/** Signing secrets of an endpoint for Stripe's webhooks. */
const signingSecrets = list(
  z
    .string()
    .check(
      z.regex(
        /^whsec_\S+$/,
        "must be a webhook endpoint's signing secrets (whsec_…), separated by commas, newest first",
      ),
    ),
)

/** Variables of the outside services and their keys: carrier, payment processor, market, bank, push services. */
export const EXTERNAL_SERVICE_VARIABLES = {
  CARRIER: {
    schema: z.enum(['telnyx', 'sandbox'], 'must be telnyx or sandbox'),
    production: 'telnyx',
    describes:
      'Carrier behind the devices: telnyx or sandbox; default in development: sandbox, unless TELNYX_API_KEY is set. The sandbox has no network and bills members for made-up usage',
  },
  TELNYX_API_KEY: {
    schema: z.string().check(z.regex(/^\S+$/, 'must be an API key of Telnyx (KEY…)')),
    describes: 'API key (version 2) of the Telnyx account; needed with CARRIER=telnyx',
  },
  TELNYX_SIM_CARD_GROUP_ID: {
    schema: z.uuid('must be the id of a SIM card group'),
    describes: "SIM card group that new eSIMs join; if unset, the account's default",
  },
  TELNYX_API_URL: {
    schema: origin,
    describes: "Origin of another server with Telnyx's API, for tests; if unset, Telnyx itself",
  },
  PAYMENT_PROCESSOR: {
    schema: z.enum(['stripe', 'sandbox'], 'must be stripe or sandbox'),
    production: 'stripe',
    describes:
      'Processor of card payments and bank transfers: stripe or sandbox; default in development: sandbox, unless STRIPE_SECRET_KEY is set. The sandbox moves no money but credits payments by test cards: never use it where balances have value',
  },
  STRIPE_SECRET_KEY: {
    schema: z.string().check(z.regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe (sk_…)')),
    describes: 'Key of the Stripe account; needed with PAYMENT_PROCESSOR=stripe',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: signingSecrets,
    describes:
      'Signing secrets of the webhook endpoint {PUBLIC_URL}/api/webhooks/stripe, newest first; old ones are still accepted',
  },
  STRIPE_PUBLISHABLE_KEY: {
    schema: z.string().check(z.regex(/^pk_\w+$/, 'must be a publishable key of Stripe (pk_…)')),
    describes: "Key that members' browsers use for Stripe's card form",
  },
  STRIPE_API_URL: {
    schema: origin,
    describes: "Origin of another server with Stripe's API, for tests; if unset, Stripe itself",
  },
  MARKET: {
    schema: z.enum(['sandbox', 'alpaca', 'none'], 'must be sandbox, alpaca or none'),
    development: 'sandbox',
    production: 'none',
    describes:
      'Market of the pools: alpaca, sandbox or none. The sandbox buys nothing and invents its prices; with none, investing is closed. Production uses the sandbox only if you set it, and the app then says so at every price',
  },
  ALPACA_KEY_ID: {
    schema: z.string().check(z.regex(/^[A-Z0-9]{8,64}$/, "must be the id of a key of Alpaca's Broker API")),
    describes: "Id of the key to Alpaca's Broker API; needed with MARKET=alpaca",
  },
  ALPACA_SECRET_KEY: {
    schema: z.string().check(z.minLength(16, 'must be the secret of the key, 16 characters or more')),
    describes: 'Secret of the key ALPACA_KEY_ID',
  },
  ALPACA_ACCOUNT_ID: {
    schema: z.uuid('must be the id of an account at Alpaca, a UUID'),
    describes: 'Account at Alpaca that holds the units of all pools',
  },
  ALPACA_API_URL: {
    schema: origin,
    development: 'https://broker-api.sandbox.alpaca.markets',
    production: 'https://broker-api.alpaca.markets',
    describes: "Origin of Alpaca's Broker API",
  },
  ALPACA_DATA_URL: {
    schema: origin,
    development: 'https://data.sandbox.alpaca.markets',
    production: 'https://data.alpaca.markets',
    describes: "Origin of Alpaca's Market Data API",
  },
  TREASURY_BANK: {
    schema: z.enum(['increase', 'sandbox', 'none'], 'must be increase, sandbox or none'),
    development: 'sandbox',
    production: 'none',
    describes:
      'Bank that holds members’ dollars and pays out: increase, sandbox or none. The sandbox invents account numbers and holds no money; with none, treasury accounts are closed. Production uses the sandbox only if you set it, and the app then says that nothing is insured',
  },
  INCREASE_API_KEY: {
    schema: z.string().check(z.regex(/^\S{16,}$/, 'must be an API key of Increase')),
    describes: 'API key of the program at Increase; needed with TREASURY_BANK=increase',
  },
  INCREASE_ACCOUNT_ID: {
    schema: z
      .string()
      .check(
        z.regex(/^(?:sandbox_)?account_[a-z\d]+$/, 'must be the id of an account at Increase (account_…)'),
      ),
    describes: 'Account at Increase that holds the money of all members and from which withdrawals are paid',
  },
  INCREASE_ACCOUNTS: {
    schema: z.enum(['pooled', 'each'], 'must be pooled or each'),
    ...both('pooled'),
    describes:
      'What is opened for a member at the bank, also at the sandbox: pooled, a number of the one account; each, an account of their own beside it. Members keep what they were opened',
  },
  INCREASE_WEBHOOK_SECRET: {
    schema: list(
      z.string().check(z.regex(/^\S{16,}$/, 'must be webhook secrets, separated by commas, newest first')),
    ),
    describes:
      'Secrets of the webhook endpoint {PUBLIC_URL}/api/webhooks/increase/bank, newest first; if unset, the bank is only asked once a minute',
  },
  INCREASE_API_URL: {
    schema: origin,
    development: 'https://sandbox.increase.com',
    production: 'https://api.increase.com',
    describes: "Origin of Increase's API",
  },
  PERSON_CHECK: {
    schema: z.enum(['stripe', 'sandbox', 'none'], 'must be stripe, sandbox or none'),
    development: 'sandbox',
    production: 'none',
    describes:
      'Who checks the documents of members: stripe (Stripe Identity), sandbox or none. The sandbox looks at nothing: test persons decide the outcome; with none, nobody can be verified. Production uses the sandbox only if you set it, and the app then says so',
  },
  STRIPE_IDENTITY_KEY: {
    schema: z.string().check(z.regex(/^(sk|rk)_\w+$/, 'must be a key of Stripe (rk_…)')),
    describes:
      'Restricted key for Stripe Identity that may read sensitive verification results (birthdays); if unset, STRIPE_SECRET_KEY',
  },
  STRIPE_IDENTITY_WEBHOOK_SECRET: {
    schema: signingSecrets,
    describes:
      'Signing secrets of the webhook endpoint {PUBLIC_URL}/api/webhooks/stripe/identity, newest first; needed with PERSON_CHECK=stripe',
  },
  IDENTITY_VALID_DAYS: {
    schema: integer(60, 3_650),
    ...both('730'),
    describes: 'Days after which a member’s verification lapses and has to be renewed',
  },
  UNVERIFIED_LIMIT: {
    schema: integer(0, 1_000_000),
    ...both('25000'),
    describes:
      'Whole dollars up to which a member who is not verified may add to a balance, and that may leave their wallet in a day (UTC); of everybody with PERSON_CHECK=none',
  },
  PUSH_SERVICES: {
    schema: list(origin),
    describes:
      'Origins of push services that members’ browsers may use besides those of Google, Mozilla, Apple and Microsoft, separated by commas',
  },
} as const
