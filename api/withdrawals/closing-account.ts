import { isOnTheWay } from '../../events/wallet/withdrawals.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { WithdrawalArea } from './context.ts'
import { whyMayNot } from './may-withdraw.ts'

/**
 * A withdrawal that the bank has not taken yet (one that was sent may still come back, into the closed wallet too), and why
 * what is left, but for cents that are `owed`, could not be paid out.
 */
export const withdrawalObstacles = async (
  {
    wallets,
    bank,
    mayWithdraw,
  }: Pick<WithdrawalArea, 'bank' | 'mayWithdraw'> & {
    readonly wallets: Pick<Wallets, 'stateOf'>
  },
  memberId: string,
  owed: bigint,
): Promise<readonly ClosingObstacle[]> => {
  const wallet = await wallets.stateOf(memberId)
  if (wallet.status !== 'open') return []
  const obstacles: ClosingObstacle[] = []
  if (isOnTheWay(wallet.withdrawals))
    obstacles.push({
      code: 'withdrawal_in_progress',
      message: Object.values(wallet.withdrawals).some(({ stage }) => stage === 'review')
        ? 'A withdrawal of yours goes once somebody has looked at it. We tell you what was decided.'
        : 'A withdrawal of yours is being prepared. Cancel it, or wait until it was sent.',
      ends: 'by_waiting',
    })
  if (wallet.balances.USD > owed) {
    const why = bank.closed ?? (await whyMayNot(mayWithdraw, memberId))
    if (why !== null) obstacles.push({ code: 'withdrawal_not_possible', message: why })
  }
  return obstacles
}
