import { createAudit } from '../../events/audit/audit.ts'
import { formatMinor } from '../../events/money.ts'
import type { Command } from './command.ts'
import { Unanswered } from './failure.ts'
import { parseMoment, readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'

export const balances: Command = {
  name: 'balances',
  usage: 'balances [--at <position|time>] [--account <name>]...',
  summary: 'what every account held, now or at any position or time',
  help: `Folds the log up to a moment and prints every account that was ever posted to. A debit is positive, a credit
negative: what we owe a member stands below zero. Up to there the log is checked as in replay.

  --at <moment>      position of the last event to count, or a time by the store's clock: 2026-01-31T12:00:00Z,
                     or 2026-01-31 for the end of that day in UTC; default: the end of the log
  --account <name>   only this account and those below it, such as liability:in-flight; may be repeated`,
  options: { at: 'text', account: 'list' },
  takes: 0,
  run: async ({ store, dense, json, out, progress }, given) => {
    const at = given.text('at')
    const wanted = given.list('account')
    const audit = createAudit({ dense })
    for await (const { recorded } of readUpTo(store, at === null ? null : parseMoment(at, 'end'))) {
      audit.check(recorded)
      progress(audit.events())
    }
    const isBelow = (account: string, name: string) => account === name || account.startsWith(`${name}:`)
    const all = audit.book.balances()
    const unknown = wanted.find((name) => !all.some(({ account }) => isBelow(account, name)))
    if (unknown !== undefined)
      throw new Unanswered(`Up to position ${audit.position()} nothing was ever posted to ${unknown}`)
    const rows = all
      .filter(({ account }) => wanted.length === 0 || wanted.some((name) => isBelow(account, name)))
      .toSorted((a, b) =>
        a.account < b.account ? -1 : a.account > b.account ? 1 : a.currency < b.currency ? -1 : 1,
      )
    if (json) return out(jsonLine({ position: audit.position(), balances: rows }))
    const lines = rows.map(({ account, currency, minor }) => ({
      amount: `${formatMinor(currency, minor)} ${currency.padEnd(4)}`,
      account,
    }))
    const width = Math.max(0, ...lines.map(({ amount }) => amount.length))
    await out(`At position ${audit.position()}, debits positive:\n`)
    for (const { amount, account } of lines) await out(`${amount.padStart(width)}  ${account}\n`)
  },
}
