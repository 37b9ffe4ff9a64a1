import { createAudit } from '../../events/audit/audit.ts'
import { memberAccount } from '../../events/accounts.ts'
import type { Command } from './command.ts'
import { parseMoment, readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'

/** Each wallet belongs to one person, for themselves. */
const CATEGORY = 'single'

interface Owner {
  readonly owner: string
  readonly category: typeof CATEGORY
  /** Cents of the wallet; below zero where the owner owes. */
  readonly balance: bigint
  /** Cents that have left the wallet and that the bank has not taken yet. */
  readonly onTheWay: bigint
}

export const owners: Command = {
  name: 'owners',
  usage: 'owners [--at <position|time>]',
  summary: 'whose the dollars were that the bank held, now or on any day',
  help: `Folds the log up to a moment and writes a line for each member with dollars, as a bank needs it that holds them in one
account for all: the owner's id, the ownership category, the cents of the wallet (below zero where the owner owes), and
the cents of withdrawals that the bank has not taken yet, which are still theirs. Comma-separated, with a first line that
names the columns; it ends with all owners together. Money between two wallets, and in pools, is in no line. Names are not
in the log: they are joined by the owner's id.

  --at <moment>   position of the last event to count, or a time by the store's clock: 2026-01-31T12:00:00Z,
                  or 2026-01-31 for the end of that day in UTC; default: the end of the log`,
  options: { at: 'text' },
  takes: 0,
  run: async ({ store, dense, json, out, progress }, given) => {
    const at = given.text('at')
    const audit = createAudit({ dense })
    const leaving = new Map<string, bigint>()
    for await (const { recorded } of readUpTo(store, at === null ? null : parseMoment(at, 'end'))) {
      const { event, entry } = audit.check(recorded)
      for (const { account, minor } of entry)
        if (account === 'liability:in-flight:withdrawals' && 'memberId' in event.data)
          leaving.set(event.data.memberId, (leaving.get(event.data.memberId) ?? 0n) - minor)
      progress(audit.events())
    }
    const found: Owner[] = []
    for (const owner of [...audit.wallets.keys()].toSorted()) {
      const balance = -audit.book.balanceOf(memberAccount(owner, 'USD'), 'USD')
      const onTheWay = leaving.get(owner) ?? 0n
      if (balance !== 0n || onTheWay !== 0n) found.push({ owner, category: CATEGORY, balance, onTheWay })
    }
    const sum = (of: 'balance' | 'onTheWay') => found.reduce((all, { [of]: cents }) => all + cents, 0n)
    const all = { balance: sum('balance'), onTheWay: sum('onTheWay') }
    if (json) return out(jsonLine({ position: audit.position(), owners: found, all }))
    await out('owner,category,balance_cents,on_the_way_cents\n')
    for (const { owner, category, balance, onTheWay } of found)
      await out(`${owner},${category},${balance},${onTheWay}\n`)
    await out(`all,,${all.balance},${all.onTheWay}\n`)
  },
}
