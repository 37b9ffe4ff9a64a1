import { createAudit, type Audit } from '../../events/audit/audit.ts'
import { memberAccount } from '../../events/accounts.ts'
import type { LedgerEvent } from '../../events/ledger-event.ts'
import { formatMinor } from '../../events/money.ts'
import type { Command } from './command.ts'
import { parseMoment, readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'

/** Every member is one natural person who holds for themself: a single account (12 CFR 330.6; 370, appendix A). */
const CATEGORY = 'SGL'

/** What a fact adds to the withdrawals of a member that have left the balance and not the bank, in cents. */
const leavingBy = (event: LedgerEvent): bigint => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are about no withdrawal
  switch (event.type) {
    case 'WithdrawalRequested':
      return BigInt(event.data.amount.minor)
    case 'WithdrawalRerouted':
    case 'WithdrawalSent':
    case 'WithdrawalFailed':
    case 'WithdrawalCancelled':
      return -BigInt(event.data.amount.minor)
    default:
      return 0n
  }
}

/** One line of the file: cents that are the owner's, and cents on their way out, which still are. */
interface Owner {
  readonly owner: string
  readonly ownershipCategory: typeof CATEGORY
  readonly balanceCents: bigint
  readonly leavingCents: bigint
  readonly wallet: 'open' | 'closed'
}

const ownersOf = (
  { wallets, book }: Pick<Audit, 'wallets' | 'book'>,
  leaving: ReadonlyMap<string, bigint>,
): readonly Owner[] =>
  [...wallets.keys()].toSorted().flatMap((owner) => {
    const balanceCents = -book.balanceOf(memberAccount(owner, 'USD'), 'USD')
    const leavingCents = leaving.get(owner) ?? 0n
    const wallet = wallets.get(owner)?.status ?? 'open'
    const isOwed = balanceCents !== 0n || leavingCents !== 0n
    return isOwed ? [{ owner, ownershipCategory: CATEGORY, balanceCents, leavingCents, wallet }] : []
  })

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)

export const owners: Command = {
  name: 'owners',
  usage: 'owners [--at <position|time>]',
  summary: 'whose the dollars at the bank are, on any day: the file of beneficial owners',
  help: `Folds the log up to a moment, with every check of replay, and writes a line of CSV for each member who is owed dollars:
owner (the member's id), ownership_category, balance_cents, leaving_cents (withdrawn and not yet sent by the bank: still the owner's),
wallet (open or closed). It is what proposed 12 CFR part 375 asks of records of custodial accounts, but for the names, which are in no log:
whoever has to know them joins app.member by the id. The category is ${CATEGORY}, a single account: a member is one natural person.

Dollars in pools are invested, not deposited, and not in it. The last line of the status says what the columns come to.

  --at <moment>      position of the last event to count, or a time by the store's clock: 2026-01-31T12:00:00Z,
                     or 2026-01-31 for the end of that day in UTC; default: the end of the log`,
  options: { at: 'text' },
  takes: 0,
  run: async ({ store, dense, json, out, status, progress }, given) => {
    const at = given.text('at')
    const audit = createAudit({ dense })
    const leaving = new Map<string, bigint>()
    for await (const { recorded } of readUpTo(store, at === null ? null : parseMoment(at, 'end'))) {
      const { event } = audit.check(recorded)
      const cents = leavingBy(event)
      if (cents !== 0n && 'memberId' in event.data)
        leaving.set(event.data.memberId, (leaving.get(event.data.memberId) ?? 0n) + cents)
      progress(audit.events())
    }
    const all = ownersOf(audit, leaving)
    const total = {
      owners: all.length,
      balanceCents: sum(all.map(({ balanceCents }) => balanceCents)),
      leavingCents: sum(all.map(({ leavingCents }) => leavingCents)),
      bankCents: audit.book.balanceOf('asset:bank', 'USD'),
    }
    if (json) return out(jsonLine({ position: audit.position(), ...total, all }))
    await out('owner,ownership_category,balance_cents,leaving_cents,wallet\n')
    for (const { owner, ownershipCategory, balanceCents, leavingCents, wallet } of all)
      await out(`${owner},${ownershipCategory},${balanceCents},${leavingCents},${wallet}\n`)
    status(
      `At position ${audit.position()}: ${total.owners} owners, ${formatMinor('USD', total.balanceCents)} USD, and ` +
        `${formatMinor('USD', total.leavingCents)} leaving; asset:bank is ${formatMinor('USD', total.bankCents)}`,
    )
  },
}
