import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../api/config/load.ts'
import { missingDetails } from '../../../api/config/missing-details.ts'
import { InvalidConfig } from '../../../api/config/invalid-config.ts'
import { openLog } from '../../../api/ledger-cli/open-log.ts'
import { loadWitnessConfig } from '../../../api/witness/config.ts'
import { readDatabaseUrl } from '../../../api/config/connections.ts'
import { VARIABLES } from '../../../api/config/variables.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'youtility-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.example.com',
  DATABASE_URL: 'postgres://u:p@db/youtility?sslmode=verify-full',
  OIDC_ISSUER: 'https://accounts.google.com',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEYS: '8J2kq0mXvT5cZr1LwYpB7nHsE4uGdAfo, 9iQVx3tCjN6bMhRzKeWyUgD2vXaPqLsT',
  KEY_ENCRYPTION_KEY: 'n3Wc8mQ0Zr5uXoVt1yJpL7aKfG2sHdEbTqNi94RwUvM=',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_7hQ2mXvT5cZr1LwYpB9nHsE4uGdAfoKi',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  TELNYX_API_KEY: 'KEY_1',
  // The example key of Go's note package.
  LEDGER_LOG_KEY: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
}
const alpaca = {
  MARKET: 'alpaca',
  ALPACA_KEY_ID: 'CKLIVE0123456789',
  ALPACA_SECRET_KEY: 'a secret key of Alpaca',
  ALPACA_ACCOUNT_ID: '61e69015-8549-4bfd-b9c3-01e75843f47d',
}
const refuses = (env: Record<string, string | undefined>, message: RegExp) => {
  expect(() => loadConfig(env)).toThrow(InvalidConfig)
  expect(() => loadConfig(env)).toThrow(message)
}

describe('configuration', () => {
  it('needs nothing in development, and keeps the secrets it makes', () => {
    const first = loadConfig({ DATA_DIR })
    expect(first).toMatchObject({
      environment: 'development',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      operatorContact: null,
      operatorDetails: { name: null, address: null, phone: null },
      databaseUrl: null,
      eventStoreUrl: null,
      identityProvider: { kind: 'development' },
      welcomeGrantMinor: 100_000_000n,
      welcomePerDayMinor: 100_000_000_000n,
      seed: 'demo',
    })
    expect(loadConfig({ DATA_DIR, PORT: '9' }).sessionKeys).toEqual(first.sessionKeys)
    expect(Buffer.from(first.keyEncryptionKeys[0] ?? '', 'base64')).toHaveLength(32)
    expect(statSync(path.join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  it('reads production, newest session key first', () => {
    const config = loadConfig(production)
    expect(config.sessionKeys).toEqual([
      '8J2kq0mXvT5cZr1LwYpB7nHsE4uGdAfo',
      '9iQVx3tCjN6bMhRzKeWyUgD2vXaPqLsT',
    ])
    expect(config).toMatchObject({ seed: 'none', logLevel: 'info', identityProvider: { kind: 'external' } })
    expect(config.rateLimits.signInPerMinute).toBe(20)
  })

  it('signs checkpoints in production with a key that is given, and needs none to serve only', () => {
    refuses({ ...production, LEDGER_LOG_KEY: '' }, /^LEDGER_LOG_KEY is required when NODE_ENV=production$/)
    refuses({ ...production, LEDGER_LOG_KEY: 'secret' }, /^LEDGER_LOG_KEY must be a private note key/)
    expect(loadConfig({ ...production, LEDGER_LOG_KEY: '', ROLE: 'api' }).ledgerLogKey).toBeNull()
    refuses({ ...production, WITNESS_KEYS: 'me' }, /^WITNESS_KEYS must be public note keys/)
    const WITNESS_URLS = 'https://a.example/witness/, https://b.example'
    const WITNESS_KEYS = 'w.example+00000000+BAAA'
    refuses({ ...production, WITNESS_URLS }, /^WITNESS_KEYS is required when WITNESS_URLS is set$/)
    refuses({ ...production, WITNESS_KEYS, WITNESS_URLS: 'http://a.example' }, /^WITNESS_URLS must be https/)
    refuses({ ...production, WITNESS_KEYS, WITNESS_POLICY: 'p' }, /^WITNESS_POLICY must not be set together/)
    expect(loadConfig({ ...production, WITNESS_KEYS, WITNESS_URLS })).toMatchObject({
      witnessUrls: ['https://a.example/witness/', 'https://b.example'],
      witnessPolicy: null,
    })
    expect(loadConfig({ DATA_DIR }).checkpointDir).toBe(path.join(DATA_DIR, 'checkpoints'))
  })

  it('takes payments through Stripe in production, and through the sandbox only when told to', () => {
    const stripe = {
      kind: 'stripe',
      secretKey: 'sk_live_1',
      webhookSecrets: [production.STRIPE_WEBHOOK_SECRET],
      publishableKey: 'pk_live_1',
      apiUrl: null,
    }
    expect(loadConfig(production).payments).toEqual(stripe)
    expect(loadConfig({ ...production, PAYMENT_PROCESSOR: 'sandbox' }).payments).toEqual({ kind: 'sandbox' })
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'])
      refuses(
        { ...production, [name]: '' },
        new RegExp(`^${name} is required when PAYMENT_PROCESSOR=stripe$`),
      )
  })

  it('has nobody verified in production unless somebody is named who looks at documents', () => {
    expect(loadConfig(production).personCheck).toEqual({ kind: 'none' })
    const standIns = { ...production, PERSON_CHECK: 'sandbox', PAYMENT_PROCESSOR: 'sandbox' }
    expect(loadConfig(standIns).personCheck.kind).toBe('sandbox')
    expect(loadConfig({ DATA_DIR }).personCheck).toEqual({ kind: 'sandbox', minuteSeconds: 5 })
    const secret = production.STRIPE_WEBHOOK_SECRET
    const stripe = { ...production, PERSON_CHECK: 'stripe', STRIPE_IDENTITY_WEBHOOK_SECRET: secret }
    const checked = { kind: 'stripe', secretKey: 'sk_live_1', webhookSecrets: [secret], apiUrl: null }
    expect(loadConfig(stripe).personCheck).toEqual(checked)
    expect(loadConfig({ ...stripe, STRIPE_IDENTITY_KEY: 'rk_live_2' }).personCheck).toEqual({
      ...checked,
      secretKey: 'rk_live_2',
    })
    refuses({ ...stripe, STRIPE_IDENTITY_KEY: 'rk_test_2' }, /^STRIPE_IDENTITY_KEY must be a live key/)
    refuses(
      { ...stripe, STRIPE_IDENTITY_WEBHOOK_SECRET: 'whsec_short' },
      /^STRIPE_IDENTITY_WEBHOOK_SECRET must be the signing secret/,
    )
    refuses(
      { ...stripe, STRIPE_IDENTITY_WEBHOOK_SECRET: '' },
      /^STRIPE_IDENTITY_WEBHOOK_SECRET is required when PERSON_CHECK=stripe$/,
    )
    refuses({ DATA_DIR, PERSON_CHECK: 'stripe' }, /^STRIPE_IDENTITY_KEY or STRIPE_SECRET_KEY is required/)
    expect(loadConfig({ ...production, UNVERIFIED_LIMIT: '250' }).unverifiedLimitCents).toBe(250_00n)
  })

  it('takes an EventStoreDB of several hosts with ports, as compose.cluster.yml gives it, and judges all of it', () => {
    const at = (hosts: string, rest = '?tls=true') => ({
      ...production,
      EVENTSTORE_URL: `esdb://admin:7hQ2mXvT5cZr1LwYpB9n@${hosts}${rest}`,
    })
    const three = at('eventstore:2113,eventstore-2:2113,eventstore-3:2113')
    expect(loadConfig(three).eventStoreUrl).toBe(three.EVENTSTORE_URL)
    expect(loadConfig(at('a,b:2113,[::1]:1')).eventStoreUrl).toMatch(/^esdb:/)
    refuses(at('a:1,b:2', '?tls=false'), /^EVENTSTORE_URL must not say tls=false/)
    for (const hosts of ['', 'a:1,', 'a:1,b:99999', 'a b'])
      refuses(at(hosts), /^EVENTSTORE_URL must be esdb:\/\/user:password@host:2113.*several, separated/)
    refuses({ ...production, EVENTSTORE_URL: 'http://a' }, /^EVENTSTORE_URL must be esdb:/)
  })

  it('names every variable that is missing or malformed at once, a line each', () => {
    const { OIDC_CLIENT_ID: _id, ...rest } = production
    refuses(
      { ...rest, PORT: 'x', LOG_LEVEL: 'loud' },
      /^PORT must be .*\nOIDC_CLIENT_ID is required when NODE_ENV=production\nLOG_LEVEL must be .*$/,
    )
  })

  it('takes each variable from a file, as engines hand over secrets, but not from two places', () => {
    const file = path.join(DATA_DIR, 'session_keys')
    writeFileSync(file, `${production.SESSION_KEYS}\n`)
    const { SESSION_KEYS, ...rest } = production
    expect(loadConfig({ ...rest, SESSION_KEYS_FILE: file }).sessionKeys).toHaveLength(2)
    refuses(
      { ...rest, SESSION_KEYS, SESSION_KEYS_FILE: file },
      /^SESSION_KEYS and SESSION_KEYS_FILE are both set/,
    )
    refuses(
      { ...rest, SESSION_KEYS_FILE: `${file}.no` },
      /^SESSION_KEYS_FILE names a file that cannot be used: .*there is no such file/,
    )
  })

  it('sends traces over no network in the clear', () => {
    const to = (url: string) => ({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: url })
    refuses(to('http://collector.example:4318'), /^OTEL_EXPORTER_OTLP_ENDPOINT must be https/)
    for (const url of ['https://collector.example', 'http://127.0.0.1:4318', 'http://localhost:4318'])
      expect(loadConfig(to(url)).tracesUrl).toBe(url)
  })

  describe('what stands in for something', () => {
    const increase = { INCREASE_API_KEY: 'increase_key_of_the_stand_in', INCREASE_ACCOUNT_ID: 'account_1' }
    /** The variables that can name a stand-in: those that say so to a wrong value. */
    const named = Object.keys(VARIABLES).filter((name) => {
      try {
        loadConfig({ [name]: 'no such thing', DATA_DIR })
        return false
      } catch (error) {
        return /must be .*\bsandbox\b/.test(String(error))
      }
    })
    /** Not judged with the others: it moves no money, and its bills are of what the operator decides to charge. */
    const ALONE = ['CARRIER']

    it('is judged as a set, in which everything is that can be named', () => {
      expect(named.toSorted()).toEqual(
        [...ALONE, 'MARKET', 'PAYMENT_PROCESSOR', 'PERSON_CHECK', 'TREASURY_BANK'].toSorted(),
      )
    })

    it.each(named.filter((name) => !ALONE.includes(name)))(
      '%s=sandbox is refused in production beside anything real',
      (name) => {
        const bank = name === 'TREASURY_BANK' ? {} : { TREASURY_BANK: 'increase', ...increase }
        refuses(
          { ...production, ...bank, [name]: 'sandbox' },
          new RegExp(`^${name} must not be sandbox beside \\w+=\\w+: .* when NODE_ENV=production$`),
        )
        const all = Object.fromEntries(named.map((one) => [one, 'sandbox']))
        expect(() => loadConfig({ ...production, ...all })).not.toThrow()
      },
    )
  })

  it('has Telnyx carry the devices in production, and the sandbox where it is told to', () => {
    const telnyx = { kind: 'telnyx', apiKey: 'KEY_1', simCardGroupId: null, apiUrl: null }
    expect(loadConfig(production).carrier).toEqual(telnyx)
    const sandbox = { kind: 'sandbox', minuteSeconds: 60 }
    expect(loadConfig({ ...production, CARRIER: 'sandbox' }).carrier).toEqual(sandbox)
    refuses({ ...production, TELNYX_API_KEY: '' }, /^TELNYX_API_KEY is required when CARRIER=telnyx$/)
    expect(loadConfig({ DATA_DIR }).carrier).toEqual({ kind: 'sandbox', minuteSeconds: 5 })
    expect(loadConfig({ DATA_DIR, TELNYX_API_KEY: 'KEY_1' }).carrier).toEqual(telnyx)
  })

  it('takes payments through the sandbox in development, unless it has a key of Stripe', () => {
    expect(loadConfig({ DATA_DIR }).payments).toEqual({ kind: 'sandbox' })
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    }
    expect(loadConfig({ DATA_DIR, ...keys }).payments).toMatchObject({ kind: 'stripe' })
    expect(loadConfig({ DATA_DIR, ...keys, PAYMENT_PROCESSOR: 'sandbox' }).payments.kind).toBe('sandbox')
  })

  it.each([
    'PUBLIC_URL',
    'DATABASE_URL',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'SESSION_KEYS',
    'KEY_ENCRYPTION_KEY',
  ])('does not start production without %s', (name) => {
    refuses({ ...production, [name]: '' }, new RegExp(`^${name} is required when NODE_ENV=production$`))
  })

  it('names what production lacks to tell members whom to call and write to, and nothing elsewhere', () => {
    const details = { OPERATOR_NAME: 'Example, Inc.', OPERATOR_ADDRESS: '1 Main St, Dover, DE 19901' }
    expect(missingDetails(loadConfig({ ...production, ...details }))).toEqual(['OPERATOR_PHONE'])
    const all = loadConfig({ ...production, ...details, OPERATOR_PHONE: '+1 (202) 555-0123' })
    expect(all.operatorDetails).toEqual({
      name: 'Example, Inc.',
      address: '1 Main St, Dover, DE 19901',
      phone: '+1 (202) 555-0123',
    })
    expect(missingDetails(all)).toEqual([])
    expect(missingDetails(loadConfig({ DATA_DIR }))).toEqual([])
  })

  it.each([
    [{ PORT: '80a' }, /^PORT must be a whole number from 0 to 65535$/],
    [{ PORT: '70000' }, /^PORT must be a whole number/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be development, test or production$/],
    [{ PUBLIC_URL: 'https://app.example.com/app' }, /^PUBLIC_URL must be an origin/],
    [
      { OPERATOR_CONTACT: 'http://help.example.com' },
      /^OPERATOR_CONTACT must be an e-mail address or an https/,
    ],
    [{ OPERATOR_PHONE: 'ask for Grace' }, /^OPERATOR_PHONE must be a telephone number/],
    [{ OPERATOR_CONTACT: 'help at example' }, /^OPERATOR_CONTACT must be an e-mail address or an https/],
    [{ PUBLIC_URL: 'https://203.0.113.7' }, /^PUBLIC_URL must name a host and no address: passkeys/],
    [{ PUBLIC_URL: 'https://[2001:db8::1]' }, /^PUBLIC_URL must name a host and no address: passkeys/],
    [{ PUBLIC_URL: 'https://app.example.com.' }, /^PUBLIC_URL must not end with a dot/],
    [{ PUBLIC_URL: 'http://app.example.com' }, /^PUBLIC_URL must be https when NODE_ENV=production$/],
    [{ OIDC_ISSUER: 'http://localhost' }, /^OIDC_ISSUER must be https/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL beginning with postgres/],
    [{ SESSION_KEYS: 'short' }, /^SESSION_KEYS must be keys of at least 32/],
    [{ KEY_ENCRYPTION_KEY: 'short' }, /^KEY_ENCRYPTION_KEY must be 32 random bytes/],
    [{ SEED: 'demo' }, /^SEED must be none/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_SECRET_KEY must be a live key/],
    [{ STRIPE_SECRET_KEY: 'rk_test_1' }, /^STRIPE_SECRET_KEY must be a live key/],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /^STRIPE_PUBLISHABLE_KEY must be a live key/],
    [{ STRIPE_API_URL: 'http://stripe.example' }, /^STRIPE_API_URL must be https/],
    [{ TELNYX_API_URL: 'http://telnyx.example' }, /^TELNYX_API_URL must be https/],
    [{ KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, /^KEY_ENCRYPTION_KEY must be random/],
    [{ KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }, /^KEY_ENCRYPTION_KEY must be random/],
    [
      { KEY_ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => 3 * i)).toString('base64') },
      /^KEY_ENCRYPTION_KEY must be random/,
    ],
    [
      { KEY_ENCRYPTION_KEY: Buffer.from('correct horse battery staple 12!').toString('base64') },
      /^KEY_ENCRYPTION_KEY must be random/,
    ],
    [
      { KEY_ENCRYPTION_KEY: `${production.KEY_ENCRYPTION_KEY},${'A'.repeat(43)}=` },
      /^KEY_ENCRYPTION_KEY must be random/,
    ],
    [{ SESSION_KEYS: 'n'.repeat(32) }, /^SESSION_KEYS must be random/],
    [
      { SESSION_KEYS: production.KEY_ENCRYPTION_KEY },
      /^SESSION_KEYS and KEY_ENCRYPTION_KEY must be different/,
    ],
    [{ DATABASE_URL: 'postgres://u:p@db/youtility' }, /^DATABASE_URL must say sslmode=verify-full/],
    [{ DATABASE_URL: 'postgres://u:p@db/youtility?sslmode=disable' }, /^DATABASE_URL must say sslmode/],
    [{ EVENTSTORE_URL: 'esdb://log:2113?tls=false' }, /^EVENTSTORE_URL must not say tls=false/],
    [{ EVENTSTORE_URL: 'esdb://log:2113?TLS=False' }, /^EVENTSTORE_URL must not say TLS=False/],
    [
      { EVENTSTORE_URL: 'esdb://log?tlsVerifyCert=false' },
      /^EVENTSTORE_URL must not say tlsVerifyCert=false/,
    ],
    [{ EVENTSTORE_URL: 'esdb://log:2113?t_l-s=false' }, /^EVENTSTORE_URL must not say t_l-s=false/],
    [{ EVENTSTORE_URL: 'esdb://log?tls=true&TLS=true' }, /^EVENTSTORE_URL must not say TLS twice/],
    [{ EVENTSTORE_URL: 'esdb://admin:changeit@log' }, /^EVENTSTORE_URL must not have .* initial password/],
    ...['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'READER_DATABASE_URL'].flatMap((name) =>
      [
        ['postgres://u:p@db/y', 'must say sslmode=verify-full'],
        ['postgres://u:p@db/y?sslmode=no-verify', 'must say sslmode=verify-full'],
        ['postgres://u:p@db/y?sslmode=verify-full&sslmode=disable', 'must not say sslmode twice'],
        ['postgres:///y?host=/run/postgresql&host=db', 'must not say host twice'],
        ['postgres://u:p@db/y?host=other&sslmode=verify-full', 'must name its host once'],
        ['postgres://u:p@localhost/y?host=db', 'must name its host once'],
        ['postgres://u:p@db/y?sslmode=require&uselibpqcompat=true', 'must not say uselibpqcompat'],
      ].map(([url, message]): [Record<string, string | undefined>, RegExp] => [
        { [name]: url },
        new RegExp(`^${name} ${message}`),
      ]),
    ),
    ...[
      'http://push.example.com',
      'https://169.254.169.254',
      'https://10.0.0.5',
      'https://203.0.113.9',
      'https://[fd00::1]',
      'https://[::ffff:169.254.169.254]',
      'https://0x7f.1',
      'https://localhost',
      'https://push',
      'https://metadata.google.internal',
      'https://push.corp.',
    ].map((origin): [Record<string, string>, RegExp] => [
      { PUSH_SERVICES: `https://push.example.com,${origin}` },
      /^PUSH_SERVICES must (be https|not name)/,
    ]),
    [{ OIDC_ISSUER: 'https://169.254.169.254' }, /^OIDC_ISSUER must not name an address/],
    [{ STRIPE_API_URL: 'https://10.0.0.5' }, /^STRIPE_API_URL must not name an address/],
    [{ TELNYX_API_URL: 'https://carrier.internal' }, /^TELNYX_API_URL must not name a host of our own/],
    [{ ...alpaca, ALPACA_DATA_URL: 'https://[::1]' }, /^ALPACA_DATA_URL must not name an address/],
    ...[
      '0.0.0.0/0',
      '::/0',
      '0.0.0.0/1',
      '128.0.0.0/1',
      '8.0.0.0/8',
      '10.0.0.0/7',
      '::ffff:0:0/96',
      '2000::/3',
      '64:ff9b::/96',
    ].map((network): [Record<string, string>, RegExp] => [
      { TRUST_PROXY: `172.18.0.1,${network}` },
      /^TRUST_PROXY must name our proxies alone/,
    ]),
    ...[
      '0123456789abcdef0123456789abcdef',
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'correct-horse-battery-staple-youtility',
      'youtility-production-session-key-2026',
      'Sup3rS3cr3tP4ssw0rdSup3rS3cr3tP4ssw0rd',
      'the quick brown fox jumps over the lazy dog',
      'qwertyuiopasdfghjklzxcvbnm1234567890',
      'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6',
      '8J2kq0mX8J2kq0mX8J2kq0mX8J2kq0mX',
    ].map((key): [Record<string, string>, RegExp] => [
      { SESSION_KEYS: `${production.SESSION_KEYS},${key}` },
      /^SESSION_KEYS must be random/,
    ]),
    [
      { SESSION_KEYS: '8J2kq0mXvT5cZr1LwYpB7nHsE4uGdAfo,8J2kq0mXvT5cZr1LwYpB7nHsE4uGdAfo' },
      /^SESSION_KEYS must not name a key twice/,
    ],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_test' }, /^STRIPE_WEBHOOK_SECRET must be the signing secret that/],
    [
      { STRIPE_WEBHOOK_SECRET: `${production.STRIPE_WEBHOOK_SECRET},whsec_${'test'.repeat(9)}` },
      /^STRIPE_WEBHOOK_SECRET must be the signing secret that/,
    ],
    [{ METRICS_TOKEN: 'metrics-metrics-metrics' }, /^METRICS_TOKEN must be random/],
    [
      {
        LEDGER_LOG_KEY: `PRIVATE+KEY+log+c74f20a3+${Buffer.from([1, ...Buffer.alloc(32)]).toString('base64')}`,
      },
      /^LEDGER_LOG_KEY must be random/,
    ],
    [{ RATE_LIMIT_ADDRESS_PER_MINUTE: '0' }, /^RATE_LIMIT_ADDRESS_PER_MINUTE must be above 0/],
    [{ RATE_LIMIT_SIGN_IN_PER_MINUTE: '0' }, /^RATE_LIMIT_SIGN_IN_PER_MINUTE must be above 0/],
    [{ RATE_LIMIT_MONEY_PER_MINUTE: '0' }, /^RATE_LIMIT_MONEY_PER_MINUTE must be above 0/],
    [{ RATE_LIMIT_LOOKUP_PER_MINUTE: '0' }, /^RATE_LIMIT_LOOKUP_PER_MINUTE must be above 0/],
    [{ RATE_LIMIT_LOOP_MS: '0' }, /^RATE_LIMIT_LOOP_MS must be above 0/],
    [{ RATE_LIMIT_HEAVY_PER_MINUTE: '0' }, /^RATE_LIMIT_HEAVY_PER_MINUTE must be above 0/],
    [{ YUT_WELCOME_GRANT: '1e3' }, /^YUT_WELCOME_GRANT must be an amount/],
    [{ YUT_WELCOME_PER_DAY: '99' }, /^YUT_WELCOME_PER_DAY must be at least YUT_WELCOME_GRANT/],
    [{ MARKET: 'nyse' }, /^MARKET must be sandbox, alpaca or none/],
    [{ ...alpaca, ALPACA_KEY_ID: undefined }, /^ALPACA_KEY_ID is required when MARKET=alpaca/],
    [{ ...alpaca, ALPACA_SECRET_KEY: undefined }, /^ALPACA_SECRET_KEY is required when MARKET=alpaca/],
    [{ ...alpaca, ALPACA_ACCOUNT_ID: undefined }, /^ALPACA_ACCOUNT_ID is required when MARKET=alpaca/],
    [{ ...alpaca, ALPACA_ACCOUNT_ID: '7' }, /^ALPACA_ACCOUNT_ID must be the id of an account/],
    [
      { ...alpaca, ALPACA_KEY_ID: 'PKPAPER0123456789' },
      /^ALPACA_KEY_ID must be a key of the Broker API, not of paper/,
    ],
    [{ ...alpaca, ALPACA_API_URL: 'http://broker.example.com' }, /^ALPACA_API_URL must be https/],
    [{ ...alpaca, ALPACA_DATA_URL: 'http://data.example.com' }, /^ALPACA_DATA_URL must be https/],
    [
      { ...alpaca, ALPACA_API_URL: 'https://broker-api.sandbox.alpaca.markets' },
      /^ALPACA_API_URL must not be Alpaca's sandbox/,
    ],
    [
      { ...alpaca, ALPACA_DATA_URL: 'https://data.sandbox.alpaca.markets' },
      /^ALPACA_DATA_URL must not be Alpaca's sandbox/,
    ],
  ])('refuses %j', (change, message) => {
    refuses({ ...production, ...change }, message)
  })

  it.each([
    [
      { PUBLIC_URL: 'https://app.example.com' },
      /^PUBLIC_URL must be on this machine .* unless NODE_ENV=production$/,
    ],
    [{ PUBLIC_URL: 'http://192.168.1.20:8080' }, /^PUBLIC_URL must be on this machine/],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, /^PUBLIC_URL must be on this machine/],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.com' }, /^PUBLIC_URL must be on this machine/],
    [{ HOST: '0.0.0.0' }, /^HOST must be an address of this machine alone .* unless NODE_ENV=production$/],
    [{ HOST: '::' }, /^HOST must be an address of this machine alone/],
    [{ HOST: '10.0.0.5' }, /^HOST must be an address of this machine alone/],
    [{ HOST: 'app.example.com' }, /^HOST must be an address of this machine alone/],
  ])('does not start as development where others could reach it: %j', (change, message) => {
    refuses({ DATA_DIR, ...change }, message)
    refuses({ DATA_DIR, ...change, NODE_ENV: 'test' }, message)
    // Worst case: all other production variables are set, only NODE_ENV is missing.
    refuses({ ...production, NODE_ENV: undefined, PUBLIC_URL: undefined, DATA_DIR, ...change }, message)
  })

  it('trades at Alpaca itself in production, and at its sandbox anywhere else', () => {
    expect(loadConfig({ ...production, ...alpaca }).market).toMatchObject({
      kind: 'alpaca',
      brokerUrl: 'https://broker-api.alpaca.markets',
      dataUrl: 'https://data.alpaca.markets',
    })
    expect(loadConfig({ DATA_DIR, ...alpaca }).market).toMatchObject({
      brokerUrl: 'https://broker-api.sandbox.alpaca.markets',
    })
    refuses(
      { DATA_DIR, ...alpaca, ALPACA_API_URL: 'https://broker-api.alpaca.markets' },
      /^ALPACA_API_URL must be Alpaca's sandbox unless NODE_ENV=production/,
    )
  })

  it.each([
    [{ HOST: 'localhost' }],
    [{ HOST: '::1' }],
    [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://127.0.0.2:8080' }],
    [{ PUBLIC_URL: 'http://[::1]:8080' }],
    [{ PUBLIC_URL: 'https://localhost' }],
  ])('starts as development on this machine: %j', (change) => {
    expect(loadConfig({ DATA_DIR, ...change }).environment).toBe('development')
  })

  it('takes any key that is random, for the limits of randomness are never met by chance', () => {
    for (let n = 0; n < 1_000; n += 1) {
      const random = (what: string) => createHash('sha256').update(`${what} ${n}`).digest()
      loadConfig({
        ...production,
        SESSION_KEYS: `${random('one').toString('base64')},${random('other').toString('hex')}`,
        KEY_ENCRYPTION_KEY: random('wrapping').toString('base64'),
      })
    }
    loadConfig({
      ...production,
      EVENTSTORE_URL: 'esdb://log:2113?tls=true',
      TRUST_PROXY: '10.0.0.0/8,fd00::/8,172.18.0.1,104.16.0.0/13,2a06:98c0::/29,::1',
      PUSH_SERVICES: 'https://push.example.com',
      READER_DATABASE_URL: 'postgres:///youtility?host=/run/postgresql',
    })
  })

  it('refuses them in the commands too, which read the database URLs alone', async () => {
    const env = { NODE_ENV: 'production', READER_DATABASE_URL: 'postgres://u:p@db/y' }
    expect(() => readDatabaseUrl(env, 'READER_DATABASE_URL')).toThrow(/^READER_DATABASE_URL must say sslmode/)
    expect(readDatabaseUrl({ ...env, NODE_ENV: 'test' }, 'READER_DATABASE_URL')).toBe(env.READER_DATABASE_URL)
    await expect(openLog(env)).rejects.toThrow(/^READER_DATABASE_URL must say sslmode/)
    const witness = { NODE_ENV: 'production', WITNESS_LEDGER_URL: 'http://app.example.com' }
    await expect(loadWitnessConfig(witness, () => new Date())).rejects.toThrow(/must be https/)
  })

  it('names each variable as its key says, with a description', () => {
    for (const [name, variable] of Object.entries(VARIABLES)) {
      expect(variable.name).toBe(name)
      expect(variable.describes).not.toBe('')
    }
  })
})
