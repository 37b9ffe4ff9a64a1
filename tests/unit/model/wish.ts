import * as fc from 'fast-check'
import type { IssuedType } from '../../../api/contract/credentials.ts'
import type { Currency } from '../../../events/money.ts'

interface Owned {
  readonly id: string
  readonly memberId: string
}

/** State of the world from which a wish chooses its intent; lists have all created so far, oldest first. */
export interface Seen {
  readonly deposits: readonly { readonly id: string }[]
  readonly withdrawals: readonly Owned[]
  readonly requests: readonly {
    readonly id: string
    readonly requesterId: string
    readonly payerId: string
  }[]
  readonly proposals: readonly { readonly id: string }[]
  /** `cents`: their value at their last valuation. */
  readonly pools: readonly (Owned & { readonly cents: bigint })[]
  readonly bills: readonly Owned[]
  readonly devices: readonly Owned[]
  /** `place`: their place among all of this type that the member was ever issued, from 0. */
  readonly credentials: readonly {
    readonly memberId: string
    readonly type: IssuedType
    readonly place: number
  }[]
  /** Balance of a member in a currency, or their stake, in minor units. */
  readonly holds: (member: string, what: Currency | 'staked') => bigint
  readonly funded: bigint
  /** An unused key. */
  readonly key: string
  readonly now: Date
}

/** Chooses an intent from the current state; null when it has no target. */
export type Wish<Intent> = (seen: Seen) => Intent | null

/** Wishes with their relative frequencies. */
export type Wishes<Intent> = readonly (readonly [number, fc.Arbitrary<Wish<Intent>>])[]

/** A share of an amount in thousandths, often all of it, sometimes one minor unit more. */
export const part = fc.oneof(
  fc.record({ share: fc.bigInt(0n, 1_000n), more: fc.constant(0n) }),
  fc.record({ share: fc.constant(1_000n), more: fc.constantFrom(0n, 0n, 1n) }),
)
type Part = { readonly share: bigint; readonly more: bigint }
export const partOf = (minor: bigint, { share, more }: Part): bigint =>
  minor <= 0n ? more : (minor * share) / 1_000n + more

/** One of the newest. */
export const nth = <T>(list: readonly T[], n: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (n % Math.min(list.length, 6))]

/** Mostly true. */
export const rightly = fc.constantFrom(true, true, true, true, true, true, true, false)
