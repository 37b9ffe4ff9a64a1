import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import { addDays } from '../../../../events/calendar.ts'
import { REVIEW, WITHDRAWN_CENTS_MAX } from '../../../../events/limits.ts'
import { feeOf, payoutOf, verdictOf } from './bank.ts'
import type { WithdrawalIntent } from './intents.ts'

export const createWithdrawalReference = ({ wallets, open, spendable, now, today }: Books) => {
  const withdrawals = new Map<
    string,
    { member: string; day: string; cents: bigint; state: 'sent' | 'ended' | 'returned' }
  >()

  /** Cents withdrawn by a member, by day and month of the ledger's time. */
  const withdrawn = new Map<string, bigint>()

  /** Something went out a while ago and did not come back: then it does not matter who else has the account. */
  const isKnown = (member: string): boolean =>
    [...withdrawals.values()].some(
      (one) =>
        one.member === member &&
        one.state === 'sent' &&
        one.day <= addDays(today(), -REVIEW.knownAccountDays),
    )

  const takeOut = ({
    member,
    cents,
    rail,
    stop,
    shared,
    key,
  }: Extract<WithdrawalIntent, { do: 'take out' }>): string => {
    const wallet = open(member)
    const fee = feeOf(rail)
    if (cents <= 0n) refuse('amount_out_of_range')
    spendable(wallet, 'USD', cents + fee)
    const date = today()
    const spans = [
      [`${member} ${date}`, WITHDRAWN_CENTS_MAX.day],
      [`${member} ${date.slice(0, 7)}`, WITHDRAWN_CENTS_MAX.month],
    ] as const
    for (const [span, max] of spans)
      if ((withdrawn.get(span) ?? 0n) + cents > BigInt(max)) refuse('withdrawal_limit')
    let free = wallet.balances.USD
    for (const lot of wallet.lots) if (lot.lastDay >= Math.floor(now() / DAY)) free -= lot.cents
    if (cents + fee > free) refuse('withdrawal_held')
    const id = derivedId('withdrawal', member, key)
    const takenBy = (one: typeof rail) => payoutOf(id, one, cents).state === 'taken'
    const isInstant = rail === 'instant' && takenBy('instant')
    const isStopped = shared && !isKnown(member) && verdictOf(id, 'account_ownership') !== 'release'
    const isSent = !stop && !isStopped && (isInstant || takenBy('ach'))
    withdrawals.set(id, { member, day: date, cents, state: isSent ? 'sent' : 'ended' })
    if (isSent) {
      wallet.balances.USD -= cents + (isInstant ? fee : 0n)
      for (const [span] of spans) withdrawn.set(span, (withdrawn.get(span) ?? 0n) + cents)
    }
    if (stop) return 'cancelled'
    if (isStopped) return 'stopped'
    return isSent ? 'sent' : 'failed'
  }

  return {
    take: (intent: WithdrawalIntent): string => {
      if (intent.do === 'take out') return takeOut(intent)
      const known = withdrawals.get(intent.withdrawalId)
      if (known?.state === 'returned') return 'done'
      const wallet = wallets.get(intent.member)
      if (known?.state !== 'sent' || !wallet) return refuse('withdrawal_not_found')
      known.state = 'returned'
      wallet.balances.USD += known.cents
      return 'done'
    },
  }
}
