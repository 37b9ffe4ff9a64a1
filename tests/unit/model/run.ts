import * as fc from 'fast-check'
import { memberAccount, stakeAccount } from '../../../events/accounts.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { CURRENCIES, type Currency } from '../../../events/money.ts'
import { derivedId } from '../../../events/ids.ts'
import { Refusal } from '../../../events/refusal.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { anyWish, MEMBERS, NAMES, type Intent, type Seen, type Wish } from './intents.ts'
import { createReference, type Reference } from './reference.ts'
import { createViews } from './views.ts'
import { startProcess } from './world.ts'

export const START = '2026-01-01T22:00:00.000Z'

/** The application as two processes over one ledger, which is audited after each step. */
export const createWorld = (faultOf?: () => Fault) => {
  const clock = standingClock(START)
  const store = createMemoryStore(faultOf)
  const views = createViews(store.log)
  const audit = createAudit({ dense: true })
  const start = () => startProcess({ store, clock, views })
  const processes = [start(), start()]
  const past: Intent[] = []
  const tried = new Set<string>()
  let keys = 0

  const owed = (member: string, what: Currency | 'staked'): bigint =>
    what === 'staked'
      ? -audit.book.balanceOf(stakeAccount(member), 'YUT')
      : -audit.book.balanceOf(memberAccount(member, what), what)

  return {
    clock,
    store,
    audit,
    views,
    past,
    owed,
    seen: (): Seen => ({
      deposits: views.deposits(),
      requests: views.requests(),
      proposals: views.proposals(),
      holds: owed,
      funded: views.funded(),
      past,
      key: derivedId('key', String((keys += 1))),
      now: clock(),
    }),
    /** Returns the outcome: `refused` with the code, or the result. */
    take: async (intent: Intent, index: number): Promise<string> => {
      if (intent.do === 'pass') clock.forward(intent.ms)
      if (intent.do === 'crash') processes[index] = start()
      const key = 'key' in intent ? `${intent.do} ${intent.member} ${intent.key}` : null
      const repeated = key !== null && tried.has(key)
      if (key !== null && !repeated) {
        tried.add(key)
        past.push(intent)
      }
      try {
        return (await processes[index]?.take(intent, repeated)) ?? 'no process'
      } catch (error) {
        if (error instanceof Refusal) return `refused ${error.code}`
        throw error
      }
    },
    /** Audits the events appended since the last check. */
    check: ({ idle }: { idle: boolean }): void => {
      for (const recorded of store.log.slice(audit.events())) audit.check(recorded)
      audit.finish({ idle })
    },
  }
}
export type World = ReturnType<typeof createWorld>

/** Called millions of times, and cheaper than an assertion library. */
const same = (what: string, got: unknown, expected: unknown): void => {
  if (got !== expected) throw new Error(`${what}: ${String(got)} instead of ${String(expected)}`)
}

/** Runs an intent in the application and the reference, then compares outcomes and all wallets. */
export const compare = async (
  world: World,
  reference: Reference,
  intent: Intent,
  process: number,
): Promise<void> => {
  world.clock.forward(1)
  reference.pass(1)
  if (intent.do === 'pass') reference.pass(intent.ms)
  const before = world.store.log.length
  const hadDone = reference.hasDone(intent)
  const expected = reference.take(intent)
  const outcome = await world.take(intent, process)
  same('The outcome is', outcome, expected)
  // A payment to a closed wallet is sent and returned.
  const cameBack = intent.do === 'approve' && outcome === 'refused wallet_closed'
  if (hadDone || (outcome.startsWith('refused') && !cameBack))
    same('The length of the log is', world.store.log.length, before)
  world.check({ idle: true })
  if (intent.do === 'sweep' && intent.process === 'close proposals')
    same('Stakes held for closed proposals are', world.views.locksToRelease().length, 0)
  for (const member of MEMBERS) {
    const wallet = reference.wallets.get(member)
    const name = NAMES[MEMBERS.indexOf(member)] ?? member
    same(`${name}'s wallet is`, world.audit.wallets.get(member)?.status, wallet?.status)
    same(
      `${name}'s interest is`,
      world.audit.wallets.get(member)?.interestMinor ?? 0n,
      wallet?.interest ?? 0n,
    )
    same(`${name}'s rewards are`, world.audit.wallets.get(member)?.rewardsMinor ?? 0n, wallet?.claimed ?? 0n)
    for (const currency of CURRENCIES)
      same(`${name}'s ${currency} is`, world.owed(member, currency), wallet?.balances[currency] ?? 0n)
    same(`${name}'s stake is`, world.owed(member, 'staked'), wallet?.staked ?? 0n)
  }
  const reserved = -world.audit.book.balanceOf('equity:yut-rewards', 'YUT')
  same('The reserve holds', reserved, reference.reserve.available)
}

/** Sets up the wallets, balances and stakes of the first five members. */
export const furnish = async (world: World, reference?: Reference): Promise<void> => {
  const take = async (intent: Intent): Promise<void> => {
    if (reference) await compare(world, reference, intent, 0)
    else await world.take(intent, 0)
  }
  const [ada = '', grace = '', katherine = '', edsger = '', alan = ''] = MEMBERS
  for (const member of [ada, grace, katherine, edsger, alan]) await take({ do: 'open', member })
  const yut = 100_000_000n
  await take({ do: 'send', member: alan, to: ada, currency: 'YUT', minor: yut, key: derivedId('all of it') })
  await take({ do: 'close', member: alan })
  await take({ do: 'bank', member: ada, currency: 'USD', minor: 250_000n, key: derivedId('a') })
  await take({ do: 'bank', member: grace, currency: 'USD', minor: 1_999n, key: derivedId('b') })
  await take({ do: 'bank', member: grace, currency: 'USDC', minor: 7_000_001n, key: derivedId('c') })
  await take({ do: 'fund reserve', total: 2_000_000n })
  await take({ do: 'stake', member: ada, minor: yut, key: derivedId('d') })
  await take({ do: 'stake', member: katherine, minor: 33_333_333n, key: derivedId('e') })
  world.check({ idle: true })
}

/** An intent in readable form. */
export const printed = (intent: Intent | null): string =>
  intent === null
    ? 'nothing to do'
    : JSON.stringify(intent, (_key, value: unknown) => {
        if (typeof value === 'bigint') return `${value}n`
        return typeof value === 'string' ? (NAMES[MEMBERS.indexOf(value)] ?? value) : value
      })

/** Holdings of all members when the log had `events` events. */
export interface Sample {
  readonly events: number
  readonly held: string
}

interface Model {
  readonly reference: Reference
  readonly samples: Sample[]
}

const heldIn = ({ wallets }: Reference): string =>
  MEMBERS.map((member) => {
    const wallet = wallets.get(member)
    if (!wallet) return 'absent'
    const { status, balances, staked, claimed } = wallet
    return [status, ...CURRENCIES.map((currency) => balances[currency]), staked, claimed]
  }).join('\n')

/** A wish as a fast-check command; printed as the intent it became. */
class Take implements fc.AsyncCommand<Model, World> {
  private readonly wish: Wish
  private readonly process: number
  private became: Intent | null = null
  constructor(wish: Wish, process: number) {
    this.wish = wish
    this.process = process
  }
  check(): boolean {
    return true
  }
  async run({ reference, samples }: Model, world: World): Promise<void> {
    this.became = this.wish(world.seen())
    if (this.became) await compare(world, reference, this.became, this.process)
    samples.push({ events: world.store.log.length, held: heldIn(reference) })
  }
  toString(): string {
    return `${printed(this.became)} in process ${this.process}\n`
  }
}

export const COMMANDS_MAX = 200

/** Up to {@link COMMANDS_MAX} wishes, each in one of two processes. */
export const anyCommands = fc.commands(
  [fc.tuple(anyWish, fc.nat(1)).map(([wish, process]) => new Take(wish, process))],
  { maxCommands: COMMANDS_MAX, size: 'max' },
)

export const newReference = (): Reference => createReference(Date.parse(START))
