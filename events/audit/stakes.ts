import type { DatedFact } from './dated-fact.ts'
import { createUuidSet } from './uuid-set.ts'

interface StakeStep {
  /** Seconds since 1970. */
  readonly second: number
  /** Change of the stake, in millionths of a YUT. */
  readonly minor: bigint
  readonly claimed: bigint
  /** Σ stake × seconds up to the event, as the event states it. */
  readonly stakeSeconds: bigint
  readonly type: DatedFact['event']['type']
  readonly position: bigint
}

/** Types of events that these rules check; most events of a log are of other types. */
const CONCERNS: ReadonlySet<DatedFact['event']['type']> = new Set([
  'YutStaked',
  'YutUnstaked',
  'RewardsClaimed',
  'RewardReserveFunded',
  'RewardsReserved',
  'RewardsReleased',
  'RewardReserveExhausted',
  'RewardReserveReplenished',
])

const secondOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000)

/** Seconds from `from` to `to` that no pause covers. */
const accruing = (from: number, to: number, pauses: readonly (readonly [number, number])[]): bigint => {
  let seconds = Math.max(0, to - from)
  for (const [start, end] of pauses) seconds -= Math.max(0, Math.min(to, end) - Math.max(from, start))
  return BigInt(seconds)
}

/**
 * Staking, recomputed from the facts alone: no stake falls below zero, rewards claimed are within the closed formula
 * over the history of stakes, the reserve never falls below zero, and each claim ends once, with the amount reserved
 * for it.
 */
export const stakeChecks = () => {
  const steps = new Map<string, StakeStep[]>()
  const pauses: [number, number][] = []
  const claims = new Map<string, { readonly memberId: string; readonly minor: string }>()
  /** Only the ids of ended claims, as there are many. */
  const ended = createUuidSet()
  let everReserved = false
  let available = 0n
  let empty = false

  const step = (memberId: string, one: StakeStep): void => {
    const known = steps.get(memberId)
    if (known) known.push(one)
    else steps.set(memberId, [one])
  }

  const endClaim = (claimId: string, memberId: string, minor: string, where: string): void => {
    const claim = claims.get(claimId)
    if (!claim) throw new Error(`${where}: claim ${claimId} was not open`)
    if (claim.memberId !== memberId || claim.minor !== minor)
      throw new Error(`${where}: claim ${claimId} is not what was reserved`)
    claims.delete(claimId)
    ended.add(claimId)
  }

  const check = ({ event, at, position }: DatedFact): void => {
    if (!CONCERNS.has(event.type)) return
    const { type } = event
    const where = `${type} at ${position}`
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are others' checks'
    switch (event.type) {
      case 'YutStaked':
      case 'YutUnstaked': {
        const { memberId, amount, stakeSeconds } = event.data
        const minor = event.type === 'YutStaked' ? BigInt(amount.minor) : -BigInt(amount.minor)
        step(memberId, {
          second: secondOf(at),
          minor,
          claimed: 0n,
          stakeSeconds: BigInt(stakeSeconds),
          type,
          position,
        })
        return
      }
      case 'RewardsClaimed': {
        const { memberId, amount, stakeSeconds, claimId } = event.data
        endClaim(claimId, memberId, amount.minor, where)
        const claimed = BigInt(amount.minor)
        step(memberId, {
          second: secondOf(at),
          minor: 0n,
          claimed,
          stakeSeconds: BigInt(stakeSeconds),
          type,
          position,
        })
        return
      }
      case 'RewardReserveFunded':
        available += BigInt(event.data.amount.minor)
        return
      case 'RewardsReserved': {
        const { claimId, memberId, amount } = event.data
        if (claims.has(claimId) || ended.has(claimId))
          throw new Error(`${where}: claim ${claimId} is reserved twice`)
        claims.set(claimId, { memberId, minor: amount.minor })
        everReserved = true
        available -= BigInt(amount.minor)
        if (available < 0n) throw new Error(`${where}: the reserve is ${available} below zero`)
        return
      }
      case 'RewardsReleased': {
        const { claimId, memberId, amount } = event.data
        endClaim(claimId, memberId, amount.minor, where)
        available += BigInt(amount.minor)
        return
      }
      case 'RewardReserveExhausted':
        if (empty || available !== 0n) throw new Error(`${where}: the reserve holds ${available}`)
        empty = true
        pauses.push([secondOf(event.data.accrualStopsAt), Infinity])
        return
      case 'RewardReserveReplenished': {
        const last = pauses.at(-1)
        if (!empty || !last || available === 0n) throw new Error(`${where}: the reserve holds ${available}`)
        empty = false
        last[1] = secondOf(event.data.accrualResumesAt)
        return
      }
      default:
    }
  }

  const checkMember = (memberId: string): void => {
    let stake = 0n
    let seconds = 0n
    let claimed = 0n
    let since = 0
    for (const one of steps.get(memberId) ?? []) {
      const where = () => `${one.type} at ${one.position}`
      const second = Math.max(since, one.second)
      seconds += stake * accruing(since, second, pauses)
      since = second
      if (seconds !== one.stakeSeconds)
        throw new Error(`${where()} says ${one.stakeSeconds} and the closed formula ${seconds}`)
      stake += one.minor
      claimed += one.claimed
      if (stake < 0n) throw new Error(`${where()}: the stake is ${stake} below zero`)
      const earned = (seconds * 82n) / 31_536_000_000n
      if (claimed > earned) throw new Error(`${where()}: ${claimed} is claimed of ${earned} earned`)
    }
  }

  return {
    check,
    /** The reserve's balance by its own facts, in millionths of a YUT. */
    available: (): bigint => available,
    finish: ({ idle }: { idle: boolean }): void => {
      for (const memberId of steps.keys()) checkMember(memberId)
      if (available === 0n && !empty && everReserved) throw new Error('An empty reserve does not say so')
      const [open] = claims.keys()
      if (idle && open) throw new Error(`Claim ${open} was neither paid nor released`)
    },
  }
}
