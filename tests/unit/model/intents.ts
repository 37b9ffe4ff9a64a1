import * as fc from 'fast-check'
import { BILL_PROCESSES, billWishes, type BillIntent } from './bills/intents.ts'
import { CREDENTIAL_PROCESSES, credentialWishes, type CredentialIntent } from './credentials/intents.ts'
import { DEPOSIT_PROCESSES, depositWishes, type DepositIntent } from './deposits/intents.ts'
import { DEVICE_PROCESSES, deviceWishes, type DeviceIntent } from './devices/intents.ts'
import { GOVERNANCE_PROCESSES, governanceWishes, type GovernanceIntent } from './governance/intents.ts'
import { leave } from './leave.ts'
import { MEMBERS } from './members.ts'
import { POOL_PROCESSES, poolWishes, type PoolIntent } from './pools/intents.ts'
import { REQUEST_PROCESSES, requestWishes, type RequestIntent } from './requests/intents.ts'
import { TOKEN_PROCESSES, tokenWishes, type TokenIntent } from './token/intents.ts'
import { WALLET_PROCESSES, walletWishes, type WalletIntent } from './wallets/intents.ts'
import { WITHDRAWAL_PROCESSES, withdrawalWishes, type WithdrawalIntent } from './withdrawals/intents.ts'
import type { Seen } from './wish.ts'

export const PROCESSES = [
  ...WALLET_PROCESSES,
  ...DEPOSIT_PROCESSES,
  ...WITHDRAWAL_PROCESSES,
  ...REQUEST_PROCESSES,
  ...TOKEN_PROCESSES,
  ...GOVERNANCE_PROCESSES,
  ...POOL_PROCESSES,
  ...BILL_PROCESSES,
  ...DEVICE_PROCESSES,
  ...CREDENTIAL_PROCESSES,
] as const
export type ProcessName = (typeof PROCESSES)[number]

/** A step of a member, the processor, the clock or a process. Amounts in minor units; `key`: idempotency key. */
export type Intent =
  | WalletIntent
  | DepositIntent
  | WithdrawalIntent
  | RequestIntent
  | TokenIntent
  | GovernanceIntent
  | PoolIntent
  | BillIntent
  | DeviceIntent
  | CredentialIntent
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'sweep'; readonly process: ProcessName }
  | { readonly do: 'crash' }

/** `past`: all intents with a key so far. */
export type SeenAll = Seen & { readonly past: readonly Intent[] }
/** Chooses an intent from the current state; null when it has no target. */
export type Wish = (seen: SeenAll) => Intent | null

/** Repeats an earlier intent with the same key, as a client does after a lost response. */
const again: fc.Arbitrary<Wish> = fc.nat().map(
  (n): Wish =>
    ({ past }) =>
      past.length === 0 ? null : (past[past.length - 1 - (n % Math.min(past.length, 12))] ?? null),
)

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

const sweepOf = (...processes: readonly ProcessName[]): fc.Arbitrary<Wish> =>
  fc.constantFrom(...processes).map((process): Wish => () => ({ do: 'sweep', process }))

type Wishes = readonly (readonly [number, fc.Arbitrary<Wish>])[]

const wishesOf = (member: fc.Arbitrary<string>): Wishes => [
  ...walletWishes(member),
  ...depositWishes(member),
  ...withdrawalWishes(member),
  ...requestWishes(member),
  ...tokenWishes(member),
  ...governanceWishes(member),
  ...poolWishes(member),
  ...billWishes(member),
  ...deviceWishes(member),
  ...credentialWishes(member),
  [4, leave],
  [
    18,
    time.map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [2, toMidnight],
  [9, sweepOf(...PROCESSES)],
  // What has work only after time has passed.
  [8, sweepOf('pay interest', 'close proposals', 'expire requests')],
  [12, sweepOf('value pools', 'issue bills', 'issue bills', 'pay bills', 'pay bills', 'note bills past due')],
  [6, sweepOf('sync lines', 'sync lines', 'complete credentials')],
  [2, fc.constant<Wish>(() => ({ do: 'crash' }))],
  [8, again],
]

/** Weeks in which pools are paid into and out of. */
const poolWishesOf = (member: fc.Arbitrary<string>): Wishes => [
  ...walletWishes(member),
  ...poolWishes(member),
  ...billWishes(member),
  [
    12,
    fc.integer({ min: 1, max: 9 * DAY }).map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [8, sweepOf('value pools', 'move pool money', 'issue bills', 'pay bills')],
  [2, fc.constant<Wish>(() => ({ do: 'crash' }))],
  [8, again],
]

/** Months in which pools pay bills, or cannot. */
const billWishesOf = (member: fc.Arbitrary<string>): Wishes => [
  ...poolWishes(member),
  ...billWishes(member),
  [
    40,
    fc.integer({ min: 1, max: 9 * DAY }).map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [20, sweepOf('issue bills')],
  [60, sweepOf('pay bills')],
  [8, sweepOf('note bills past due', 'finish bill payments')],
  [1, fc.constant<Wish>(() => ({ do: 'crash' }))],
  [4, again],
]

/** Minutes of devices, and credentials beside them. */
const deviceAndCredentialWishesOf = (member: fc.Arbitrary<string>): Wishes => [
  ...deviceWishes(member),
  ...credentialWishes(member),
  [
    8,
    fc.integer({ min: 1, max: 240 * SECOND }).map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [
    1,
    fc.integer({ min: DAY, max: 400 * DAY }).map((ms): Wish => () => ({ do: 'pass', ms })),
  ],
  [14, sweepOf('sync lines', 'sync lines', 'sync lines', 'complete credentials')],
  [1, fc.constant<Wish>(() => ({ do: 'crash' }))],
  [3, again],
]

const anyOf = (wishes: Wishes): fc.Arbitrary<Wish> =>
  fc.oneof(...wishes.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const anybody = fc.constantFrom(...MEMBERS, ...MEMBERS.slice(0, 4), ...MEMBERS.slice(0, 4))

/** Wishes of all members, weighted by frequency. */
export const anyWish: fc.Arbitrary<Wish> = anyOf(wishesOf(anybody))

/** All wishes, and those of a few areas alone: these have states that few wishes among all others would reach. */
export const anyWishes: readonly fc.Arbitrary<Wish>[] = [
  anyWish,
  anyWish,
  anyOf(poolWishesOf(anybody)),
  anyOf(billWishesOf(anybody)),
  anyOf(billWishesOf(anybody)),
  anyOf(deviceAndCredentialWishesOf(anybody)),
]

const two = fc.constantFrom(...MEMBERS.slice(0, 2))

/** Wishes of only two members, so that they conflict more often; see {@link anyWishes}. */
export const anyWishesOfTwo: readonly fc.Arbitrary<Wish>[] = [
  anyOf(wishesOf(two)),
  anyOf(wishesOf(two)),
  anyOf(poolWishesOf(two)),
  anyOf(billWishesOf(two)),
  anyOf(billWishesOf(two)),
  anyOf(deviceAndCredentialWishesOf(two)),
]
