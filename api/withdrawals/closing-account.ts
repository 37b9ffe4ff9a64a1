import { isOnTheWay } from '../../events/wallet/withdrawals.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { Wallets } from '../wallet/wallets.ts'

/** A withdrawal that the bank has not taken yet. One that was sent may still come back, into the closed wallet too. */
export const withdrawalObstacles = async (
  wallets: Pick<Wallets, 'stateOf'>,
  memberId: string,
): Promise<readonly ClosingObstacle[]> => {
  const wallet = await wallets.stateOf(memberId)
  return wallet.status === 'open' && isOnTheWay(wallet.withdrawals)
    ? [
        {
          code: 'withdrawal_in_progress',
          message: 'A withdrawal of yours is being prepared. Cancel it, or wait until it was sent.',
        },
      ]
    : []
}
