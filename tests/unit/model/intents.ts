import * as fc from 'fast-check'
import { derivedId } from '../../../events/ids.ts'
import { CURRENCIES, type Currency } from '../../../events/money.ts'
import type { Vote } from '../../../events/vote.ts'

/** Four members have a wallet, the fifth has closed it, the sixth has never opened one. */
export const NAMES = ['ada', 'grace', 'katherine', 'edsger', 'alan', 'barbara'] as const
export const MEMBERS = NAMES.map((name) => derivedId('member', name))

export const PROCESSES = [
  'deliver transfers',
  'settle deposits',
  'settle requests',
  'expire requests',
  'complete claims',
  'complete votes',
  'close proposals',
  'pay interest',
] as const
export type ProcessName = (typeof PROCESSES)[number]
export type Change = 'action_required' | 'processing' | 'succeeded' | 'failed' | 'returned'

/** A step of a member, the processor, the clock or a process. Amounts in minor units; `key`: idempotency key. */
export type Intent =
  | { readonly do: 'open' | 'close'; readonly member: string }
  | {
      readonly do: 'bank'
      readonly member: string
      readonly currency: Currency
      readonly minor: bigint
      readonly key: string
    }
  | {
      readonly do: 'pay in'
      readonly member: string
      readonly method: 'card' | 'ach'
      readonly cents: bigint
      readonly key: string
    }
  /** `off`: cents that the payer was overcharged. */
  | { readonly do: 'webhook'; readonly depositId: string; readonly to: Change; readonly off: bigint }
  | {
      readonly do: 'send'
      readonly member: string
      readonly to: string
      readonly currency: Currency
      readonly minor: bigint
      readonly key: string
    }
  | {
      readonly do: 'request'
      readonly member: string
      readonly payer: string
      readonly cents: bigint
      readonly key: string
    }
  | {
      readonly do: 'approve' | 'decline' | 'cancel'
      readonly member: string
      readonly requestId: string
      readonly key: string
    }
  | {
      readonly do: 'stake' | 'unstake'
      readonly member: string
      readonly minor: bigint
      readonly key: string
    }
  | { readonly do: 'claim'; readonly member: string; readonly key: string }
  /** Raises the total funding of the reserve to `total`. */
  | { readonly do: 'fund reserve'; readonly total: bigint }
  | { readonly do: 'propose'; readonly member: string; readonly days: number; readonly key: string }
  | {
      readonly do: 'vote'
      readonly member: string
      readonly proposalId: string
      readonly vote: Vote
      readonly key: string
    }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'sweep'; readonly process: ProcessName }
  | { readonly do: 'crash' }

/** State of the world from which a wish chooses its intent. */
export interface Seen {
  /** All created so far, oldest first. */
  readonly deposits: readonly { readonly id: string }[]
  readonly requests: readonly {
    readonly id: string
    readonly requesterId: string
    readonly payerId: string
  }[]
  readonly proposals: readonly { readonly id: string }[]
  /** Balance of a member in a currency, or their stake, in minor units. */
  readonly holds: (member: string, what: Currency | 'staked') => bigint
  readonly funded: bigint
  /** All intents with a key so far. */
  readonly past: readonly Intent[]
  /** An unused key. */
  readonly key: string
  readonly now: Date
}

/** Chooses an intent from the current state; null when it has no target. */
export type Wish = (seen: Seen) => Intent | null

/** Repeats an earlier intent with the same key, as a client does after a lost response. */
const again: fc.Arbitrary<Wish> = fc.nat().map(
  (n): Wish =>
    ({ past }) =>
      past.length === 0 ? null : (past[past.length - 1 - (n % Math.min(past.length, 12))] ?? null),
)

const currency = fc.constantFrom<Currency>('USD', 'USD', 'USDC', 'YUT')
const cents = fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(100n, 600_000n))
/** A share of a balance in thousandths, often all of it, sometimes one minor unit more. */
const part = fc.oneof(
  fc.record({ share: fc.bigInt(0n, 1_000n), more: fc.constant(0n) }),
  fc.record({ share: fc.constant(1_000n), more: fc.constantFrom(0n, 0n, 1n) }),
)
type Part = { readonly share: bigint; readonly more: bigint }
const partOf = (minor: bigint, { share, more }: Part): bigint =>
  minor <= 0n ? more : (minor * share) / 1_000n + more

const nth = <T>(list: readonly T[], n: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (n % Math.min(list.length, 6))]

/** A step towards closing a wallet: unstakes, sends one remaining balance to another member, or closes it. */
const leave: fc.Arbitrary<Wish> = fc
  .constantFrom<readonly [number, number]>([3, 0], [3, 0], [1, 2])
  .map(([who, to]): Wish => ({ holds, key }) => {
    const [from = '', recipient = ''] = [MEMBERS[who], MEMBERS[to]]
    const staked = holds(from, 'staked')
    if (staked > 0n) return { do: 'unstake', member: from, minor: staked, key }
    const held = CURRENCIES.find((of) => holds(from, of) > 0n)
    if (!held) return { do: 'close', member: from }
    return { do: 'send', member: from, to: recipient, currency: held, minor: holds(from, held), key }
  })

const SECOND = 1_000
const DAY = 86_400 * SECOND
const time = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 90 * SECOND }) },
  { weight: 40, arbitrary: fc.integer({ min: 90 * SECOND, max: 3 * DAY }) },
  { weight: 20, arbitrary: fc.integer({ min: 3 * DAY, max: 40 * DAY }) },
  { weight: 1, arbitrary: fc.integer({ min: 40 * DAY, max: 1_100 * DAY }) },
)

/** Moves the clock to a few milliseconds before midnight. */
const toMidnight: fc.Arbitrary<Wish> = fc.integer({ min: 1, max: 4 }).map((short): Wish => ({ now }) => ({
  do: 'pass',
  ms: Math.max(0, DAY - (now.getTime() % DAY) - short),
}))

const wishesOf = (member: fc.Arbitrary<string>): readonly (readonly [number, fc.Arbitrary<Wish>])[] => [
  [
    1,
    member.map((who): Wish => () => ({ do: 'open', member: who })),
  ],
  [
    1,
    member.map((who): Wish => () => ({ do: 'close', member: who })),
  ],
  [4, leave],
  [
    4,
    fc.tuple(member, currency, fc.bigInt(1n, 90_000_000n)).map(([who, of, minor]): Wish => ({ key }) => ({
      do: 'bank',
      member: who,
      currency: of,
      minor,
      key,
    })),
  ],
  [
    6,
    fc
      .tuple(member, fc.constantFrom('card', 'ach'), fc.bigInt(100n, 90_000n))
      .map(([who, method, amount]): Wish => ({ key }) => ({
        do: 'pay in',
        member: who,
        method,
        cents: amount,
        key,
      })),
  ],
  [
    12,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom('action_required', 'processing', 'succeeded', 'succeeded', 'failed', 'returned'),
        fc.constantFrom(0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n),
      )
      .map(([n, to, off]): Wish => ({ deposits }) => {
        const deposit = nth(deposits, n)
        return deposit ? { do: 'webhook', depositId: deposit.id, to, off } : null
      }),
  ],
  [
    16,
    fc.tuple(member, member, currency, part).map(([who, to, of, amount]): Wish => ({ holds, key }) => ({
      do: 'send',
      member: who,
      to,
      currency: of,
      minor: partOf(holds(who, of), amount),
      key,
    })),
  ],
  [
    6,
    fc.tuple(member, member, cents).map(([who, payer, amount]): Wish => ({ key }) => ({
      do: 'request',
      member: who,
      payer,
      cents: amount,
      key,
    })),
  ],
  [
    12,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom('approve', 'approve', 'approve', 'decline', 'cancel'),
        fc.constantFrom(true, true, true, true, true, false),
      )
      .map(([n, what, rightly]): Wish => ({ requests, key }) => {
        const request = nth(requests, n)
        if (!request) return null
        const party = (what === 'cancel') === rightly ? request.requesterId : request.payerId
        return { do: what, member: party, requestId: request.id, key }
      }),
  ],
  [
    8,
    fc.tuple(member, part).map(([who, amount]): Wish => ({ holds, key }) => ({
      do: 'stake',
      member: who,
      minor: partOf(holds(who, 'YUT'), amount),
      key,
    })),
  ],
  [
    6,
    fc.tuple(member, part).map(([who, amount]): Wish => ({ holds, key }) => ({
      do: 'unstake',
      member: who,
      minor: partOf(holds(who, 'staked'), amount),
      key,
    })),
  ],
  [
    6,
    member.map((who): Wish => ({ key }) => ({ do: 'claim', member: who, key })),
  ],
  [
    2,
    fc.bigInt(0n, 3_000_000n).map((more): Wish => ({ funded }) => ({
      do: 'fund reserve',
      total: funded + more,
    })),
  ],
  [
    4,
    fc.tuple(member, fc.integer({ min: 3, max: 14 })).map(([who, days]): Wish => ({ key }) => ({
      do: 'propose',
      member: who,
      days,
      key,
    })),
  ],
  [
    12,
    fc
      .tuple(member, fc.nat(), fc.constantFrom<Vote>('for', 'for', 'against', 'abstain'))
      .map(([who, n, vote]): Wish => ({ proposals, key }) => {
        const proposal = nth(proposals, n)
        return proposal ? { do: 'vote', member: who, proposalId: proposal.id, vote, key } : null
      }),
  ],
  [
    13,
    time.map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [2, toMidnight],
  [
    6,
    fc.constantFrom(...PROCESSES).map((process): Wish => () => ({ do: 'sweep', process })),
  ],
  [
    8,
    fc
      .constantFrom<ProcessName>('pay interest', 'close proposals', 'expire requests')
      .map((process): Wish => () => ({ do: 'sweep', process })),
  ],
  [2, fc.constant<Wish>(() => ({ do: 'crash' }))],
  [8, again],
]

const anyOf = (wishes: readonly (readonly [number, fc.Arbitrary<Wish>])[]): fc.Arbitrary<Wish> =>
  fc.oneof(...wishes.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Wishes of all members, weighted by frequency. */
export const anyWish: fc.Arbitrary<Wish> = anyOf(
  wishesOf(fc.constantFrom(...MEMBERS, ...MEMBERS.slice(0, 4), ...MEMBERS.slice(0, 4))),
)

/** Wishes of only two members, so that they conflict more often. */
export const anyWishOfTwo: fc.Arbitrary<Wish> = anyOf(wishesOf(fc.constantFrom(...MEMBERS.slice(0, 2))))
