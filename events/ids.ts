import { hash, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** Namespace of every derived id, as its 16 bytes; never change it, or repeated steps would get new ids. */
const NAMESPACE = Buffer.from('7f1f7c1e5f5b5d4e9d560a6c3d1f9a10', 'hex')

/** The digit with the variant's two bits set (RFC 9562), by the digit that it replaces. */
const VARIANT = '89ab89ab89ab89ab'

/**
 * The id of a step that may be repeated: the same parts give the same id (RFC 9562, UUIDv5),
 * so a repeated step is recognised wherever it is stored.
 */
export const derivedId = (...parts: readonly [string, ...string[]]): string => {
  const digest = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(parts.join('/'))]), 'hex')
  const variant = VARIANT[Number.parseInt(digest.charAt(16), 16)]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** A fresh, time-ordered id (RFC 9562, UUIDv7). */
export const newId = (): string => v7()

/**
 * An idempotency key for a command whose caller gave none: nobody can repeat it, so it is kept in no table. Its version
 * (RFC 9562, UUIDv8) says so.
 */
export const newOwnKey = (): string => randomUUID().replace(/^(.{14})4/, '$18')

/** Whether an idempotency key is one of {@link newOwnKey}. */
export const isOwnKey = (key: string): boolean => key[14] === '8'
/** Whether it is derived, as those of demo data and of our processes are, and seldom a caller's. */
export const isDerivedKey = (key: string): boolean => key[14] === '5'

/** The source of the current time; passed as an argument wherever time is needed. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
