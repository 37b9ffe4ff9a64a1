import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitConfig } from '../config.ts'
import { HttpError } from './errors.ts'

/** Counts one call of `key`; rejects with 429 and `Retry-After` when there were too many. */
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
  /** Calls that cost much, by member. */
  readonly heavy: RateLimit
}

const limitOf = (points: number): RateLimit => {
  if (points === 0) return async () => {}
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new HttpError(
        429,
        'too_many_requests',
        'Too many requests. Please wait a moment and try again.',
        {
          retryAfterSeconds: Math.max(1, refused.msBeforeNext / 1000),
        },
      )
    }
  }
}

/** Limits by the minute, counted in this process's memory: a bound on each process, not on all together. */
export const createRateLimits = (config: RateLimitConfig): RateLimits => ({
  address: limitOf(config.addressPerMinute),
  signIn: limitOf(config.signInPerMinute),
  money: limitOf(config.moneyPerMinute),
  lookup: limitOf(config.lookupPerMinute),
  heavy: limitOf(config.heavyPerMinute),
})

/** One subscriber: an IPv4 address, or the /64 that an IPv6 subscriber chooses addresses from. */
export const addressKey = (ip: string): string => {
  if (ip.startsWith('::ffff:')) return ip.slice(7)
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (ip.includes('::')) {
    const after = tail.split(':').filter(Boolean).length
    while (groups.length < 8 - after && groups.length < 4) groups.push('0')
  }
  return groups
    .concat(tail.split(':').filter(Boolean))
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
