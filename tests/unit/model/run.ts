import * as fc from 'fast-check'
import { derivedId } from '../../../events/ids.ts'
import { CURRENCIES } from '../../../events/money.ts'
import { compareAll, same } from './checks.ts'
import { anyWishes, type Intent, type Wish } from './intents.ts'
import { MEMBERS, NAMES } from './members.ts'
import { createReference, type Reference } from './reference.ts'
import { START, type World } from './two-processes.ts'

/** What a command has not written; a pool may have been valued before it was refused. */
const sameLength = (world: World, before: number): void => {
  const written = world.store.log
    .slice(before)
    .filter(({ type }) => type !== 'PoolValued' && type !== 'DividendReceived')
  same('The number of new events is', written.length, 0)
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
  const expected = reference.take(intent)
  const outcome = await world.take(intent, process)
  same('The outcome is', outcome, expected.outcome)
  if (!expected.writes) sameLength(world, before)
  world.check({ idle: true })
  if (intent.do === 'sweep' && intent.process === 'close proposals')
    same('Stakes held for closed proposals are', world.views().locksToRelease().length, 0)
  compareAll(world, reference)
}

/** Sets up the wallets, balances, stakes, pools and devices of the first five members. */
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
  await take({ do: 'bank', member: grace, currency: 'USD', minor: 500_000n, key: derivedId('f') })
  for (const [member, poolType, cents] of [
    [ada, 'bonds', 20_000n],
    [ada, 'mixed', 90_000n],
    [ada, 'index_fund', 60_000n],
    [grace, 'bonds', 50_000n],
    [grace, 'dividend_stocks', 150_000n],
  ] as const)
    await take({ do: 'open pool', member, poolType, cents, autoPay: true, key: derivedId(member, poolType) })
  await take({ do: 'set bills from wallet', member: ada, allowed: true })
  for (const member of [ada, grace])
    await take({ do: 'provision', member, label: 'works', plan: 'standard', key: derivedId('g') })
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
export const anyCommands = fc.oneof(
  ...anyWishes.map((wishes) =>
    fc.commands([fc.tuple(wishes, fc.nat(1)).map(([wish, process]) => new Take(wish, process))], {
      maxCommands: COMMANDS_MAX,
      size: 'max',
    }),
  ),
)

export const newReference = (): Reference => createReference(Date.parse(START))
