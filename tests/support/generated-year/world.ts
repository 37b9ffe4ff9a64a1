import type { DepositEvent } from '../../../events/deposits/events.ts'
import { depositEvents } from '../../../events/deposits/events.ts'
import { derivedId } from '../../../events/ids.ts'
import type { LedgerEvent } from '../../../events/ledger-event.ts'
import type { Currency } from '../../../events/money.ts'
import { proposalEvents, type ProposalEvent } from '../../../events/governance/events.ts'
import { reserveEvents, type ReserveEvent } from '../../../events/token/events.ts'
import { transferRequestEvents, type TransferRequestEvent } from '../../../events/requests/events.ts'
import { accruingSeconds, type AccrualPause } from '../../../events/wallet/accrual.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'

/** A fact of a generated log, in the order of the log. `at` is ISO 8601, never earlier than the previous fact's. */
export interface GeneratedFact {
  readonly streamId: string
  readonly revision: number
  readonly id: string
  readonly event: LedgerEvent
  readonly actor: string
  readonly at: string
}

export interface Member {
  readonly id: string
  /** Has dollars and earns interest; the others have tokens only. */
  readonly hasDollars: boolean
  /** Closes the wallet at once: transfers to this member are returned. */
  readonly leaves: boolean
  readonly balances: Record<Currency, bigint>
  /** Fraction of a cent carried over to the next interest. */
  remainder: string
  stake: bigint
  stakeSeconds: bigint
  stakedSince: string
  claimed: bigint
  /** Proposals whose votes lock the stake. */
  readonly holds: Set<string>
}

export interface World {
  readonly members: Member[]
  /** Periods in which the reward reserve was empty. */
  readonly pauses: AccrualPause[]
  reserve: bigint
  totalStake: bigint
  /** Milliseconds since 1970. */
  now: number
  readonly at: () => string
  readonly facts: () => number
  /** From 0 (inclusive) to 1, the same for the same seed. */
  readonly random: () => number
  /** A whole number from 1 to `max`. */
  readonly upTo: (max: number) => number
  readonly newId: (what: string) => string
  readonly wallet: (member: Member, event: WalletEvent) => void
  readonly deposit: (event: DepositEvent) => void
  readonly request: (event: TransferRequestEvent) => void
  readonly rewardReserve: (event: ReserveEvent) => void
  readonly proposal: (event: ProposalEvent) => void
  /** Appends to any other kind of stream. */
  readonly append: (streamId: string, id: string, event: LedgerEvent, actor?: string) => void
  /** Removes and returns the facts since the last call. */
  readonly drain: () => GeneratedFact[]
}

/** mulberry32 */
const numbersFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Time between two facts, short enough for all facts of a day. */
const STEP_MS = 1

export const createWorld = (seed: number, start: number): World => {
  const random = numbersFrom(seed)
  const revisions = new Map<string, number>()
  let buffer: GeneratedFact[] = []
  let facts = 0
  let ids = 0
  const at = () => new Date(world.now).toISOString()

  const append = (streamId: string, id: string, event: LedgerEvent, actor = 'system'): void => {
    const revision = (revisions.get(streamId) ?? -1) + 1
    revisions.set(streamId, revision)
    buffer.push({ streamId, revision, id, event, actor, at: at() })
    facts += 1
    world.now += STEP_MS
  }

  const world: World = {
    members: [],
    pauses: [],
    reserve: 0n,
    totalStake: 0n,
    now: start,
    at,
    facts: () => facts,
    random,
    upTo: (max) => 1 + Math.floor(random() * max),
    newId: (what) => derivedId('generated', what, String(seed), String(ids++)),
    wallet: (member, event) =>
      append(walletEvents.streamOf(member.id), walletEvents.idOf(event), event, member.id),
    deposit: (event) => append(`deposit-${event.data.depositId}`, depositEvents.idOf(event), event),
    request: (event) =>
      append(`transferRequest-${event.data.requestId}`, transferRequestEvents.idOf(event), event),
    rewardReserve: (event) => append('rewardReserve-yut', reserveEvents.idOf(event), event),
    proposal: (event) => append(`proposal-${event.data.proposalId}`, proposalEvents.idOf(event), event),
    append,
    drain: () => {
      const taken = buffer
      buffer = []
      return taken
    },
  }
  return world
}

/** Adds up a member's accrual until now and returns it as text, the form that events have. */
export const accrued = (world: World, member: Member): string => {
  const now = world.at()
  if (member.stake > 0n)
    member.stakeSeconds += member.stake * accruingSeconds(member.stakedSince, now, world.pauses)
  member.stakedSince = now
  return member.stakeSeconds.toString()
}
