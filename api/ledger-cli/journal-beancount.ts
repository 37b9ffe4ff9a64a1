import { addDays } from '../../events/calendar.ts'
import { formatMinor, type Currency } from '../../events/money.ts'
import type { Journal, RunningPosting } from './journal.ts'

const ROOTS: Readonly<Record<string, string>> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Income',
  expense: 'Expenses',
}

/**
 * An account name by beancount's rules: one of its five roots, and every part starts with a capital or a digit. Its
 * balances include sub-accounts, so a member's unstaked tokens get an account of their own.
 */
const beancountAccount = (account: string): string => {
  const parts = (account.endsWith(':yut') ? `${account}:available` : account).split(':')
  const [first = '', ...rest] = parts
  const root = ROOTS[first]
  const named = rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  if (root === undefined || !named.every((part) => /^[A-Z0-9][A-Za-z0-9-]*$/.test(part)))
    throw new Error(`${account} cannot be written as an account of beancount`)
  return [root, ...named].join(':')
}

const nextDay = (day: string): string => addDays(day, 1)

/**
 * A journal for beancount, which can assert balances only at the start of a day: each account that a day touched is
 * asserted, exactly, at the start of the next day.
 */
export const beancountJournal = (): Journal => {
  const opened = new Set<string>()
  const touched = new Map<string, { account: string; currency: Currency; balance: bigint }>()
  let day = ''

  const asserted = (): string => {
    const date = day && nextDay(day)
    const lines = [...touched.values()].map(
      ({ account, currency, balance }) =>
        `${date} balance ${account} ${formatMinor(currency, balance)} ~ 0 ${currency}\n`,
    )
    touched.clear()
    return lines.length > 0 ? `\n${lines.join('')}` : ''
  }

  const opens = (account: string): string => {
    if (opened.has(account)) return ''
    opened.add(account)
    return `${day} open ${account}\n`
  }

  const transaction = (head: string, postings: readonly RunningPosting[]): string => {
    const lines = postings.map(({ currency, minor, balance, account }) => {
      const name = beancountAccount(account)
      touched.set(`${name} ${currency}`, { account: name, currency, balance })
      return { open: opens(name), line: `  ${name}  ${formatMinor(currency, minor)} ${currency}\n` }
    })
    return `\n${lines.map(({ open }) => open).join('')}${head}${lines.map(({ line }) => line).join('')}`
  }

  return {
    begin: (opening) => {
      const header = `; Youtility ledger. Debits are positive; times are the store\u2019s, UTC.\noption "title" "Youtility ledger"\n`
      if (!opening || opening.balances.length === 0) return header
      day = opening.time.slice(0, 10)
      const postings = opening.balances.map((balance) => ({ ...balance, balance: balance.minor }))
      return header + transaction(`${day} * "opening balances"\n`, postings)
    },
    entry: ({ recorded, time, postings }) => {
      if (postings.length === 0) return ''
      const before = time.slice(0, 10) === day ? '' : asserted()
      day = time.slice(0, 10)
      const { type, position, id, streamId, revision } = recorded
      const head =
        `${day} * "${type}"\n  position: ${position}\n  time: "${time}"\n` +
        `  event: "${id}"\n  stream: "${streamId}"\n  revision: ${revision}\n`
      return before + transaction(head, postings)
    },
    end: asserted,
  }
}
