import { formatMinor, type Currency } from '../../events/money.ts'
import type { Model, Operation, Verdict } from './linearizability.ts'

/** What a member has in one form: `ada:usd`, `ada:yut`, `ada:yut:staked`. */
export type Account = string

/** What was seen of the bank: money moved, or did not as too little was there, or a member looked. */
export type BankStep =
  | { readonly kind: 'moved'; readonly changes: ReadonlyMap<Account, bigint> }
  /** Only so much was available, it said. */
  | {
      readonly kind: 'refused'
      readonly account: Account
      readonly minor: bigint
      readonly available: bigint
    }
  | { readonly kind: 'read'; readonly balances: ReadonlyMap<Account, bigint> }

/** Minor units by account. */
export type Balances = ReadonlyMap<Account, bigint>

export type BankOperation = Operation<BankStep>

const afterChanges = (balances: Balances, changes: Balances): Balances | null => {
  const next = new Map(balances)
  for (const [account, change] of changes) {
    const minor = (balances.get(account) ?? 0n) + change
    if (minor < 0n) return null
    next.set(account, minor)
  }
  return next
}

/**
 * A bank whose balances are never below zero. It moves what is covered and nothing else; it refuses only what is not
 * covered, and then names the balance.
 */
export const bank = (initial: Balances): Model<Balances, BankStep> => ({
  initial,
  apply: (balances, step) => {
    switch (step.kind) {
      case 'moved':
        return afterChanges(balances, step.changes)
      case 'refused': {
        const { account, minor, available } = step
        return balances.get(account) === available && available < minor ? balances : null
      }
      case 'read':
        return [...step.balances].every(([account, minor]) => balances.get(account) === minor)
          ? balances
          : null
      default:
        return step satisfies never
    }
  },
  keyOf: (balances) => [...balances.values()].join(),
})

export const currencyIn = (account: Account): Currency => (account.endsWith(':usd') ? 'USD' : 'YUT')

const inWords = (balances: Balances): string =>
  [...balances].map(([account, minor]) => `${account} ${formatMinor(currencyIn(account), minor)}`).join(', ')

const stepInWords = (step: BankStep): string => {
  switch (step.kind) {
    case 'moved':
      return `moved ${inWords(step.changes)}`
    case 'refused': {
      const { account, minor, available } = step
      return `refused ${inWords(new Map([[account, minor]]))}, said ${formatMinor(currencyIn(account), available)} is available`
    }
    case 'read':
      return `read ${inWords(step.balances)}`
    default:
      return step satisfies never
  }
}

const LAST_SHOWN = 12

/** For a test's message: how far an order goes, and what could not come next. */
export const verdictInWords = (verdict: Verdict<Balances, BankStep>): string => {
  if (verdict.legal) return 'linearizable'
  const line = ({ name, step, calledAt, returnedAt }: BankOperation) =>
    `  ${calledAt.toFixed(1)}–${returnedAt.toFixed(1)} ms ${name}: ${stepInWords(step)}`
  return [
    `not linearizable: ${verdict.order.length} operations have an order, which ends with`,
    ...verdict.order.slice(-LAST_SHOWN).map(line),
    `then there is ${inWords(verdict.state)}, and none of these can be next:`,
    ...verdict.next.map(line),
  ].join('\n')
}
