import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import { payoutOf } from './bank.ts'
import type { WithdrawalIntent } from './intents.ts'

export const createWithdrawalReference = ({ wallets, open, spendable, now }: Books) => {
  const withdrawals = new Map<string, { cents: bigint; state: 'sent' | 'ended' | 'returned' }>()

  const takeOut = ({ member, cents, stop, key }: Extract<WithdrawalIntent, { do: 'take out' }>): string => {
    const wallet = open(member)
    spendable(wallet, 'USD', cents)
    let free = wallet.balances.USD
    for (const lot of wallet.lots) if (lot.lastDay >= Math.floor(now() / DAY)) free -= lot.cents
    if (cents > free) refuse('withdrawal_held')
    const id = derivedId('withdrawal', member, key)
    const isSent = !stop && payoutOf(id, cents).state === 'taken'
    withdrawals.set(id, { cents, state: isSent ? 'sent' : 'ended' })
    if (isSent) wallet.balances.USD -= cents
    if (stop) return 'cancelled'
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
