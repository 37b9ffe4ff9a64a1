import type { Currency } from '../../../events/money.ts'

export const DAY = 86_400_000
const WELCOME = 100_000_000n

export class Refused extends Error {}
export const refuse = (code: string): never => {
  throw new Refused(code)
}

export interface ReferenceWallet {
  status: 'open' | 'closed'
  readonly balances: Record<Currency, bigint>
  staked: bigint
  /** Σ stake × seconds. */
  stakeSeconds: bigint
  claimed: bigint
  /** Locked stake by proposal. */
  readonly locks: Map<string, { readonly minor: bigint; readonly until: number }>
  /** Closing balances, in cents, of the ended days whose interest is not paid yet. */
  unpaid: bigint[]
  /** Fraction of a cent carried over, in parts of the unit of interest. */
  carried: bigint
  /** Interest paid so far, in cents. */
  interest: bigint
  /** Cents that may not be taken out up to a day, counted from 1970; what ends first comes first. */
  lots: Lot[]
}

interface Lot {
  /** Null for what another member sent. */
  readonly deposit: string | null
  cents: bigint
  readonly lastDay: number
}

/** What all subjects of the reference share: the time, and who has which wallet. */
export const createBooks = (start: number) => {
  const wallets = new Map<string, ReferenceWallet>()
  let now = start

  const open = (member: string): ReferenceWallet => {
    const wallet = wallets.get(member) ?? refuse('wallet_not_open')
    return wallet.status === 'open' ? wallet : refuse('wallet_closed')
  }
  const begin = (member: string): ReferenceWallet => {
    const known = wallets.get(member)
    if (known) return known
    const wallet: ReferenceWallet = {
      status: 'open',
      balances: { USD: 0n, USDC: 0n, YUT: 0n },
      staked: 0n,
      stakeSeconds: 0n,
      claimed: 0n,
      locks: new Map(),
      unpaid: [],
      carried: 0n,
      interest: 0n,
      lots: [],
    }
    wallets.set(member, wallet)
    return wallet
  }

  return {
    wallets,
    now: () => now,
    today: () => new Date(now).toISOString().slice(0, 10),
    forward: (ms: number): void => {
      now += ms
    },
    /** An open wallet. */
    open,
    /** A wallet that is opened if there is none, without the welcome grant. */
    begin,
    welcome: (member: string): ReferenceWallet => {
      const known = wallets.get(member)
      if (known) return known
      const wallet = begin(member)
      wallet.balances.YUT += WELCOME
      return wallet
    },
    spendable: ({ balances }: ReferenceWallet, currency: Currency, minor: bigint): void => {
      if (minor <= 0n) refuse('amount_out_of_range')
      if (balances.USD < 0n) refuse('wallet_overdrawn')
      if (minor > balances[currency]) refuse('insufficient_funds')
    },
    /** Holds cents of a wallet until a day has ended. */
    hold: (wallet: ReferenceWallet, deposit: string | null, cents: bigint, lastDay: number): void => {
      wallet.lots.push({ deposit, cents, lastDay })
      wallet.lots.sort((one, other) => one.lastDay - other.lastDay)
    },
    totalStake: (): bigint => [...wallets.values()].reduce((sum, { staked }) => sum + staked, 0n),
  }
}
export type Books = ReturnType<typeof createBooks>
