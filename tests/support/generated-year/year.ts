import { derivedId } from '../../../events/ids.ts'
import { interestForDay } from '../../../events/wallet/interest.ts'
import { achDeposit, bankDeposit, cardDeposit, moneyRequest, transfer, withdrawal } from './payments.ts'
import { createPools } from './pools.ts'
import { claim, fundReserve, grant, stake, unstake } from './token.ts'
import { createVoting } from './voting.ts'
import { createWorld, type GeneratedFact, type Member, type World } from './world.ts'

const DAY_MS = 86_400_000
export const YEAR_START = Date.UTC(2025, 0, 1)
const DAYS = 365
/** Interest payments not included. */
const ACTIONS_PER_MEMBER_AND_DAY = 0.16
/** Approximate: facts that one member makes in a year. */
export const FACTS_PER_MEMBER = 210

/** The id of a member of a generated year, counted from 0. */
export const yearMember = (index: number): string => derivedId('generated year', String(index))

export interface YearOptions {
  readonly members: number
  readonly seed?: number
  /** Stops after this many facts, at any point; otherwise the year ends with nothing in flight. */
  readonly facts?: number
}

const join = (world: World, index: number): Member => {
  const member: Member = {
    id: yearMember(index),
    hasDollars: index % 5 < 2,
    leaves: index % 50 === 49,
    balances: { USD: 0n, USDC: 0n, YUT: 0n },
    remainder: '0',
    stake: 0n,
    stakeSeconds: 0n,
    stakedSince: world.at(),
    claimed: 0n,
    holds: new Set(),
  }
  world.wallet(member, { type: 'WalletOpened', data: { memberId: member.id } })
  if (member.leaves) {
    world.wallet(member, { type: 'WalletClosed', data: { memberId: member.id } })
    return member
  }
  grant(world, member, 100_000_000n)
  if (member.hasDollars) {
    const accountId = `fa_${member.id.slice(0, 8)}`
    world.wallet(member, { type: 'TreasuryAccountOpened', data: { memberId: member.id, accountId } })
    bankDeposit(world, member, 'USD', 250_000n)
    for (const end of [
      'cancelled',
      'stopped',
      'released',
      'failed',
      'sent',
      'returned',
      'instant',
      'rerouted',
    ] as const)
      withdrawal(world, member, 1_234n, end)
  }
  bankDeposit(world, member, 'USDC', 40_000_000n)
  return member
}

const payInterest = (world: World, member: Member, day: string): void => {
  const balance = member.balances.USD
  if (balance <= 0n) return
  const { cents, remainder } = interestForDay(balance, member.remainder)
  member.remainder = remainder
  member.balances.USD += cents
  const amount = { currency: 'USD', minor: cents.toString() } as const
  const data = { memberId: member.id, day, balanceMinor: balance.toString(), amount, remainder }
  world.wallet(member, { type: 'InterestPaid', data })
}

/**
 * A year of a valid ledger: `members` who join in its first half, with events of every kind in realistic proportions.
 * The same options give the same facts.
 */
export function* generatedYear({
  members,
  seed = 1,
  facts = Infinity,
}: YearOptions): Generator<GeneratedFact> {
  const world = createWorld(seed, YEAR_START)
  const voting = createVoting(world)
  const pools = createPools(world)
  const dollars: Member[] = []
  const anybody = (): Member | undefined => world.members[world.upTo(world.members.length) - 1]
  const oneOf = (some: readonly Member[]): Member | undefined => some[world.upTo(some.length) - 1]

  const act = (): void => {
    const [one, other, rich, owing] = [anybody(), anybody(), oneOf(dollars), oneOf(dollars)]
    if (!one || !other || !rich || !owing || one.leaves) return
    const roll = world.random()
    if (roll < 0.26) transfer(world, rich, owing, 'USD')
    else if (roll < 0.4) transfer(world, one, other, 'YUT')
    else if (roll < 0.52) transfer(world, one, other, 'USDC')
    else if (roll < 0.62) cardDeposit(world, rich)
    else if (roll < 0.67) achDeposit(world, rich)
    else if (roll < 0.77) moneyRequest(world, rich, owing)
    else if (roll < 0.84) stake(world, one)
    else if (roll < 0.87) unstake(world, one)
    else if (roll < 0.93) claim(world, one)
    else if (roll < 0.95) pools.move()
    else voting.vote(one)
  }

  fundReserve(world, BigInt(members) * 1_000_000n)
  yield* world.drain()
  let joined = 0
  let emptySince: number | null = null
  for (let day = 0; day < DAYS; day += 1) {
    const start = YEAR_START + day * DAY_MS
    world.now = Math.max(world.now, start)
    voting.closeEnded()
    const yesterday = new Date(start - DAY_MS).toISOString().slice(0, 10)
    for (const member of dollars) payInterest(world, member, yesterday)
    pools.revalue()
    if (yesterday.slice(0, 7) !== new Date(start).toISOString().slice(0, 7)) pools.bill()
    emptySince = world.pauses.at(-1)?.to === null ? (emptySince ?? day) : null
    if (emptySince !== null && day - emptySince >= 3) fundReserve(world, BigInt(members) * 20_000_000n)
    const creator = anybody()
    if (day % 14 === 7 && creator && creator.stake > 0n) voting.open(creator, 10)
    yield* world.drain()
    for (; joined < members && joined <= (members * day * 2) / DAYS; joined += 1) {
      const member = join(world, joined)
      world.members.push(member)
      if (member.hasDollars) dollars.push(member)
      if (joined % 20 === 1) pools.open(member)
      yield* world.drain()
    }
    const actions = Math.ceil(joined * ACTIONS_PER_MEMBER_AND_DAY)
    for (let i = 0; i < actions; i += 1) {
      world.now = Math.max(world.now, start + Math.floor((i / actions) * (DAY_MS - 600_000)))
      act()
      yield* world.drain()
      if (world.facts() >= facts) return
    }
  }
  world.now = YEAR_START + (DAYS + 30) * DAY_MS
  voting.closeEnded()
  yield* world.drain()
}
