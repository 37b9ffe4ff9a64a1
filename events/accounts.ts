import type { Currency } from './money.ts'

/**
 * The chart of accounts. `liability:member:*` is what we owe a member; `liability:in-flight:*` is money
 * between two streams and returns to zero; `asset:*` is money at processors and the bank.
 */
export type Account =
  | `liability:member:${string}:${'usd' | 'usdc' | 'yut' | 'yut:staked'}`
  | `liability:in-flight:${'transfers' | 'pools' | 'bills' | 'requests' | 'rewards' | 'debts' | 'withdrawals'}`
  | 'asset:card-clearing'
  | 'asset:ach-clearing'
  | 'asset:bank'
  | 'asset:market'
  | 'revenue:card-fees'
  | 'revenue:withdrawal-fees'
  | 'revenue:bank-interest'
  | 'expense:processing'
  | 'expense:bank-fees'
  | 'expense:interest'
  | 'equity:yut-issuance'
  | 'equity:yut-rewards'
  | 'equity:market'
  | 'equity:house'
  | `liability:pool:${string}`
  | `liability:biller:${string}`

const SUFFIX = { USD: 'usd', USDC: 'usdc', YUT: 'yut' } as const

/** The account of what we owe a member in one currency. */
export const memberAccount = (memberId: string, currency: Currency): Account =>
  `liability:member:${memberId}:${SUFFIX[currency]}`

/** The account of a member's staked tokens. */
export const stakeAccount = (memberId: string): Account => `liability:member:${memberId}:yut:staked`

/** A pool's account: its balance is the value of the pool's holding. */
export const poolAccount = (poolId: string): Account => `liability:pool:${poolId}`
/** A biller's account: what members have paid on its bills. */
export const billerAccount = (biller: string): Account => `liability:biller:${biller}`

export const isMemberAccount = (account: Account): boolean => account.startsWith('liability:member:')
export const isInFlightAccount = (account: Account): boolean => account.startsWith('liability:in-flight:')
