import { hash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { types, type Pool, type QueryConfig } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { RateLimitConfig } from '../config/config.ts'
import { rowsChanged } from '../database/database.ts'
import { HttpError } from './errors.ts'
import { createLoopBudget, type LoopBudget } from './loop-budget.ts'
import type { Logger } from '../logging/logger.ts'

/** Counts one call of `key`; rejects with 429 and `Retry-After` above the limit. */
export type RateLimit = (key: string) => Promise<void>

export interface RateLimits {
  /** All requests of an address. */
  readonly address: RateLimit
  /** Starting and finishing sign-ins, by address. */
  readonly signIn: RateLimit
  /** Calls that move value, by member. */
  readonly money: RateLimit
  /** Payee look-ups, by member. */
  readonly lookup: RateLimit
  /** Heavy calls, by member. */
  readonly heavy: RateLimit
  /** Time of the event loop, by member; each process counts its own. */
  readonly loop: LoopBudget
}

const SECONDS = 60
/** A count in memory is written to Postgres after each such part of the limit. */
const PART_WRITTEN = 20

const consumed = async (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> => {
  try {
    return await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a moment and try again.', {
      retryAfterSeconds: Math.max(1, refused.msBeforeNext / 1000),
    })
  }
}

/** Pseudonym of a key, so that the table does not reveal whose it is. */
const nameOf = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22)

interface Counted {
  /** Name of the limit in the table. */
  readonly name: string
  /** Calls per minute; 0: no limit. */
  readonly points: number
  readonly pool: Pool
  /** Told of each failure of Postgres. */
  readonly onAway: (error: unknown) => void
}

const inMemory = (points: number) => new RateLimiterMemory({ points, duration: SECONDS })

const inPostgres = ({ name, points, pool, onAway }: Counted, insuranceLimiter?: RateLimiterMemory) =>
  new RateLimiterPostgres({
    // The limiter calculates with numbers, our own queries with bigints.
    storeClient: {
      query: (query: QueryConfig) =>
        pool.query({ ...query, types }).catch((error: unknown) => {
          onAway(error)
          throw error
        }),
    },
    storeType: 'pool',
    schemaName: 'app',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: SECONDS,
    // Callers over the limit are refused without another query.
    inMemoryBlockOnConsumed: points,
    ...(insuranceLimiter && { insuranceLimiter }),
  })

/** Counted in Postgres at every call: exact across all processes and restarts. In memory while Postgres is down. */
const countedInPostgres = (counted: Counted): RateLimit => {
  if (counted.points === 0) return async () => {}
  const limiter = inPostgres(counted, inMemory(counted.points))
  return async (key) => {
    await consumed(limiter, nameOf(key))
  }
}

/**
 * For calls that come with every request: counted in memory, without waiting. Each twentieth of the limit is added to
 * the count in Postgres after the answer, and callers over the limit there are then blocked in memory. A restart or
 * another process loses at most a twentieth, and most callers never touch the table.
 */
const countedInMemory = (counted: Counted): RateLimit => {
  const { points } = counted
  if (points === 0) return async () => {}
  const memory = inMemory(points)
  const all = inPostgres(counted)
  const part = Math.max(1, Math.floor(points / PART_WRITTEN))
  const write = async (key: string): Promise<void> => {
    const sum = await all.penalty(nameOf(key), part)
    if (sum.consumedPoints >= points) await memory.block(key, Math.ceil(sum.msBeforeNext / 1000))
  }
  return async (key) => {
    const { consumedPoints } = await consumed(memory, key)
    // While Postgres is down, the count in memory continues alone.
    if (consumedPoints % part === 0) write(key).catch(() => {})
  }
}

/** At most one line a minute, however many calls find Postgres away. */
const awayLine = (log: Logger): Counted['onAway'] => {
  let nextMs = 0
  return (error) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + SECONDS * 1_000
    log.warn({ err: error }, 'Limits cannot be counted in the database; each process counts alone meanwhile')
  }
}

/** Limits per minute, shared by all processes and preserved over restarts. */
export const createRateLimits = (
  config: RateLimitConfig,
  { pool, log }: { readonly pool: Pool; readonly log: Logger },
): RateLimits => {
  const onAway = awayLine(log)
  const counted = (name: string, points: number): Counted => ({ name, points, pool, onAway })
  return {
    address: countedInMemory(counted('address', config.addressPerMinute)),
    signIn: countedInPostgres(counted('sign-in', config.signInPerMinute)),
    money: countedInMemory(counted('money', config.moneyPerMinute)),
    lookup: countedInPostgres(counted('look-up', config.lookupPerMinute)),
    heavy: countedInPostgres(counted('heavy', config.heavyPerMinute)),
    loop: createLoopBudget({ budgetMs: config.loopMs }),
  }
}

/** Deletes counts whose minute is over. */
export const purgeRateLimits = (pool: Pool) => (): Promise<number> =>
  rowsChanged(pool, 'delete from app.rate_limit where expire < $1', [Date.now()])

/** One subscriber: an IPv4 address, or the /64 network of an IPv6 subscriber. */
export const addressKey = (ip: string): string => {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')
    : address.toString()
}
