import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import type { Clock } from '../../events/ids.ts'
import { createAnnouncements } from '../../projections/announcements.ts'
import type { RateLimitConfig } from '../../api/config/config.ts'
import { createPool } from '../../api/database/database.ts'
import { createAccessTokens } from '../../api/access-tokens/access-tokens.ts'
import { createApp } from '../../api/http/app.ts'
import type { AppMiddleware } from '../../api/http/context.ts'
import { createFreshSignIn } from '../../api/http/fresh-sign-in.ts'
import type { HealthChecks } from '../../api/health/checks.ts'
import { createIdempotency, withIdempotency, type Idempotency } from '../../api/http/idempotency.ts'
import { listen } from '../../api/http/listen.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { createMetrics } from '../../api/http/metrics.ts'
import { createApiRouter, type ApiRouter } from '../../api/http/operation.ts'
import { createRateLimits } from '../../api/http/rate-limits.ts'
import { createSessions, type Sessions } from '../../api/http/sessions.ts'
import { createBlocks } from '../../api/identity/blocks.ts'
import { createFormerMembers } from '../../api/identity/former-members.ts'
import { createIdentity, type Identity, type IdentityOptions } from '../../api/identity/identity.ts'
import { createMembers, type Members } from '../../api/identity/members.ts'
import { createPasskeys } from '../../api/passkeys/passkeys.ts'
import { createSecurityEvents } from '../../api/security-trail/security-events.ts'
import { createMessageKeys, type MessageKeys } from '../../api/identity/message-keys.ts'
import { createPlatformKeys } from '../../api/keys/platform-keys.ts'
import {
  createDevelopmentProvider,
  type ProviderShape,
} from '../../api/sandbox/identity-provider/provider.ts'
import { freePort } from './free-port.ts'
import { freshDatabase } from './postgres.ts'

export interface TestAppOptions {
  readonly clock?: Clock
  readonly rateLimits?: Partial<RateLimitConfig>
  readonly checks?: HealthChecks
  readonly staticDir?: string
  readonly sessionKeys?: readonly string[]
  readonly metricsToken?: string | null
  readonly trustProxy?: readonly string[]
  readonly onSignedIn?: IdentityOptions['onSignedIn']
  readonly hasPaid?: IdentityOptions['hasPaid']
  /** Use the database of another test app, such as one that was stopped. */
  readonly databaseUrl?: string
  /** Database URL for announcements alone, such as through a proxy. */
  readonly announcementsUrl?: string
  readonly dataDir?: string
  readonly port?: number
  /** Act as behind an https proxy; the identity provider is then unreachable. */
  readonly https?: boolean
  /** How the identity provider behaves, if not as usual. */
  readonly shape?: ProviderShape
  /** How the identity provider is configured here, if not as usual. */
  readonly provider?: Partial<IdentityOptions['provider']>
  /** Answers before everything else, such as in place of the identity provider. */
  readonly mount?: AppMiddleware
  /** Registers the routes under test. */
  readonly routes?: (api: ApiRouter, parts: TestParts) => void
}

export interface TestParts {
  readonly pool: Pool
  readonly sessions: Sessions
  readonly idempotency: Idempotency
  readonly identity: Identity
  readonly members: Members
  readonly messageKeys: MessageKeys
}

export interface TestApp extends TestParts {
  /** Origin, such as `http://localhost:40123`. */
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  /** Everything that was logged so far, one JSON object a line. */
  readonly logged: () => string
  readonly stop: () => Promise<void>
}

export const KEY_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
const SESSION_KEY = 'a session key of thirty-two characters or more'

/**
 * The HTTP API on a real socket, with a real Postgres and the real development identity provider.
 * Only in test projects that start Postgres (`api`).
 */
export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const database = options.databaseUrl ? undefined : await freshDatabase()
  const databaseUrl = options.databaseUrl ?? database?.url ?? inject('postgresUrl')
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'youtility-app-'))
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const clock = options.clock ?? (() => new Date())
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const pool = createPool(databaseUrl, { max: 8, statementTimeoutMs: 60_000 })
  const announcements = createAnnouncements({ url: options.announcementsUrl ?? databaseUrl, log })
  const sessions = createSessions({
    pool,
    announcements,
    keys: options.sessionKeys ?? [SESSION_KEY],
    https: options.https ?? false,
    clock,
  })
  const publicUrl = options.https ? `https://localhost:${port}` : url
  const provider = createDevelopmentProvider({
    publicUrl,
    dataDir,
    environment: 'test',
    log,
    ...(options.shape && { shape: options.shape }),
  })
  const limits = createRateLimits(
    {
      addressPerMinute: 0,
      signInPerMinute: 0,
      moneyPerMinute: 0,
      lookupPerMinute: 0,
      heavyPerMinute: 0,
      loopMs: 0,
      ...options.rateLimits,
    },
    { pool, log },
  )
  const idempotency = createIdempotency({ pool, head: async () => 2n ** 62n, seen: async () => 0n })
  const securityEvents = createSecurityEvents({ pool, clock })
  const api = createApiRouter({
    logReaches: idempotency.logReaches,
    behindMs: async () => 0,
    publicUrl,
    limits,
    sessions,
    tokens: createAccessTokens({ pool, clock }),
    idempotent: (operation, handler, inOneCommit) =>
      withIdempotency(idempotency, operation, handler, inOneCommit),
    checkResponses: true,
    freshSignIn: createFreshSignIn({
      sessions,
      events: securityEvents,
      passkeys: createPasskeys({ pool, clock, publicUrl }),
      required: false,
    }),
  })
  const platformKeys = createPlatformKeys({ pool, keyEncryptionKeys: [KEY_ENCRYPTION_KEY], clock })
  const blocks = createBlocks({ pool, announcements })
  const members = createMembers({
    pool,
    clock,
    announcements,
    formerMembers: createFormerMembers({ keys: platformKeys }),
    blocks,
  })
  const identity = createIdentity({
    pool,
    members,
    blocks,
    sessions,
    securityEvents,
    clock,
    log,
    publicUrl,
    provider: { ...provider.client, ...options.provider },
    onSignedIn: options.onSignedIn ?? (async () => {}),
    hasPaid: options.hasPaid ?? (async () => false),
    paidAmong: async () => [],
  })
  const messageKeys = createMessageKeys({ pool, keyEncryptionKeys: [KEY_ENCRYPTION_KEY] })
  const parts = { pool, sessions, idempotency, identity, members, messageKeys }
  identity.register(api)
  options.routes?.(api, parts)
  const app = createApp({
    log,
    api,
    sessions,
    metrics: createMetrics({ token: options.metricsToken ?? null, open: true, openStreams: () => 0 }),
    checks: { ready: options.checks ?? {}, health: {}, revision: null },
    trustProxy: options.trustProxy ?? [],
    staticDir: options.staticDir ?? path.join(dataDir, 'no-dist'),
    mounts: [...(options.mount ? [options.mount] : []), provider.mount],
  })
  const server = await listen(app, { host: '127.0.0.1', port })
  return {
    ...parts,
    url,
    databaseUrl,
    dataDir,
    logged: () => lines.join(''),
    stop: async () => {
      await server.close(1_000)
      await announcements.close()
      await pool.end()
      await database?.drop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
