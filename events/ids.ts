import { v5, v7 } from 'uuid'

/** Namespace of every derived id; never change it, or repeated steps would get new ids. */
const NAMESPACE = '7f1f7c1e-5f5b-5d4e-9d56-0a6c3d1f9a10'

/**
 * The id of something that may be tried again: the same parts give the same id (RFC 9562, UUIDv5),
 * so a repeated step is recognised wherever it is stored.
 */
export const derivedId = (...parts: readonly [string, ...string[]]): string => v5(parts.join('/'), NAMESPACE)

/** A fresh, time-ordered id (RFC 9562, UUIDv7). */
export const newId = (): string => v7()

/** Time comes in as an argument; this is where it comes from. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
