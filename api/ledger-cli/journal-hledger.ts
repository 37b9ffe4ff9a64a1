import { CURRENCIES, DECIMALS, formatMinor } from '../../events/money.ts'
import type { Journal } from './journal.ts'

const amountOf = (currency: (typeof CURRENCIES)[number], minor: bigint): string =>
  `${formatMinor(currency, minor)} ${currency}`

/**
 * A journal for hledger: an assertion of the running balance on every posting. Accounts are declared at the end, when
 * all are known; hledger accepts declarations anywhere in a file.
 */
export const hledgerJournal = (): Journal => {
  const accounts = new Set<string>()
  return {
    begin: (opening) => {
      const header = [
        '; Youtility ledger. Debits are positive; times are the store\u2019s, UTC.',
        'decimal-mark .',
        ...CURRENCIES.map((currency) => `commodity 1000.${'0'.repeat(DECIMALS[currency])} ${currency}`),
      ]
      if (opening && opening.balances.length > 0) {
        header.push('', `${opening.time.slice(0, 10)} * opening balances`)
        for (const { account, currency, minor } of opening.balances) {
          accounts.add(account)
          header.push(`    ${account}  ${amountOf(currency, minor)} = ${amountOf(currency, minor)}`)
        }
      }
      return `${header.join('\n')}\n`
    },
    entry: ({ recorded, time, postings }) => {
      if (postings.length === 0) return ''
      const { position, type, id, streamId, revision } = recorded
      const lines = postings.map(({ account, currency, minor, balance }) => {
        accounts.add(account)
        return `    ${account}  ${amountOf(currency, minor)} = ${amountOf(currency, balance)}\n`
      })
      const head = `\n${time.slice(0, 10)} * (${position}) ${type}  ; time:${time}, event:${id}, stream:${streamId}, revision:${revision}\n`
      return head + lines.join('')
    },
    end: () =>
      `\n${[...accounts]
        .sort()
        .map((account) => `account ${account}\n`)
        .join('')}`,
  }
}
