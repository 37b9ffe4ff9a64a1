import { CURRENCIES, formatMinor, type Currency } from '../../events/money.ts'
import { SMALLEST_LEFT_BEHIND } from '../../events/wallet/decide-close.ts'
import { claimableAt } from '../../events/wallet/wallet.ts'
import { transfersOnTheWay } from '../../projections/activity/transfers.ts'
import { formatMoney } from '../contract/money.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import { inTransaction } from '../database.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { WalletArea } from '../wallet/context.ts'

const amountText = (currency: Currency, minor: bigint): string =>
  formatMoney(formatMinor(currency, minor), currency)

/** What is left in the wallet, by currency, with what the member can do about it. */
export const walletObstacles = async (
  wallets: Pick<Wallets, 'stateOf'>,
  memberId: string,
): Promise<ClosingObstacle[]> => {
  const wallet = await wallets.stateOf(memberId)
  if (wallet.status !== 'open') return []
  const obstacles: ClosingObstacle[] = []
  if (wallet.stake.minor > 0n)
    obstacles.push({
      code: 'stake_not_released',
      message: `${amountText('YUT', wallet.stake.minor)} is still staked. Claim your rewards and unstake it first.`,
    })
  // Without a stake nothing accrues, so pauses do not matter.
  const rewards = wallet.stake.minor === 0n ? claimableAt(wallet.stake, wallet.stake.since ?? '', []) : 0n
  if (rewards >= SMALLEST_LEFT_BEHIND.YUT)
    obstacles.push({
      code: 'rewards_unclaimed',
      message: `Rewards of ${amountText('YUT', rewards)} are waiting for you. Claim them first.`,
    })
  for (const currency of CURRENCIES) {
    const minor = wallet.balances[currency]
    if (minor < 0n)
      obstacles.push({
        code: 'wallet_overdrawn',
        message: `A returned deposit left your balance at ${amountText(currency, minor)}. Add funds to settle it first.`,
      })
    else if (minor >= SMALLEST_LEFT_BEHIND[currency])
      obstacles.push({
        code: 'wallet_not_empty',
        message: `Your wallet still holds ${amountText(currency, minor)}. Send it to somebody first.`,
      })
  }
  return obstacles
}

/** All obstacles to closing an account, the wallet's first. */
export const closingObstacles = async (
  { pool, wallets }: Pick<WalletArea, 'pool' | 'wallets'>,
  areas: readonly PersonalData[],
  memberId: string,
): Promise<ClosingObstacle[]> => {
  const found = await walletObstacles(wallets, memberId)
  await inTransaction(pool, async (client) => {
    if ((await transfersOnTheWay(client, memberId)) > 0n)
      found.push({
        code: 'transfer_in_progress',
        message: 'A transfer of yours is still on its way. Try again in a moment.',
      })
    for (const { obstacles } of areas) found.push(...((await obstacles?.(client, memberId)) ?? []))
  })
  return found
}
