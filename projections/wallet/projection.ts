import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { add, ifGiven, insert, set, update } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { walletChanges, type WalletChange } from './changes.ts'
import { wallet } from './table.ts'

const open = insert(wallet)
const move = update(wallet, {
  status: ifGiven,
  usdMinor: add,
  usdcMinor: add,
  yutMinor: add,
  yutStakedMinor: add,
  interestMinor: add,
  rewardsMinor: add,
  treasuryStatus: ifGiven,
  treasuryAccountId: ifGiven,
  billsFromWallet: ifGiven,
  position: set,
})

const moveOf = (change: WalletChange) => ({
  memberId: change.memberId,
  status: change.status,
  usdMinor: change.balances.USD,
  usdcMinor: change.balances.USDC,
  yutMinor: change.balances.YUT,
  yutStakedMinor: change.stakedMinor,
  interestMinor: change.interestMinor,
  rewardsMinor: change.rewardsMinor,
  treasuryStatus: change.treasuryAccountId === null ? null : ('open' as const),
  treasuryAccountId: change.treasuryAccountId,
  billsFromWallet: change.billsFromWallet,
  position: change.position,
})

/** What each member owns now: table `wallet`. */
export const walletProjection: Projection = {
  name: 'wallet',
  version: 3,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const changes = walletChanges(walletFacts(batch))
    const opened = changes.flatMap((change) => {
      const { openedAt } = change
      if (openedAt === null) return []
      const { status, billsFromWallet, ...rest } = moveOf(change)
      return [
        {
          ...rest,
          status: status ?? 'open',
          billsFromWallet: billsFromWallet ?? false,
          openedAt,
          usdLockedMinor: 0n,
          usdcLockedMinor: 0n,
          yutLockedMinor: 0n,
        },
      ]
    })
    return [...open(opened), ...move(changes.filter(({ openedAt }) => openedAt === null).map(moveOf))]
  },
}
