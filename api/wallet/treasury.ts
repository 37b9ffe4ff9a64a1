import { walletOf } from '../../projections/wallet/queries.ts'
import { causedBy, type Attempt } from '../http/attempt.ts'
import type { FinancialAddress, TreasuryAccount } from '../contract/wallet.ts'
import type * as z from 'zod/mini'
import { HttpError } from '../http/errors.ts'
import { reply, type Reply } from '../http/reply.ts'
import { freshTo } from '../http/reading.ts'
import type { WalletArea } from './context.ts'
import { treasuryAccountOf } from './overview.ts'

/** Opens the member's treasury account at the bank and in the ledger; repeating it changes nothing. */
export const openTreasuryAccount = async (
  { bank, wallets, clock }: Pick<WalletArea, 'bank' | 'wallets' | 'clock'>,
  attempt: Attempt,
): Promise<{ readonly position: bigint }> => {
  const { accountId } = await bank.openAccount(attempt.memberId)
  return wallets.execute(
    attempt.memberId,
    { type: 'openTreasuryAccount', accountId },
    {
      ...causedBy(attempt, accountId),
      at: clock().toISOString(),
      // A wallet has one account, whoever opens it, and it may have been closed since.
      contested: true,
    },
  )
}

/** Opens the member's treasury account if there is none; returns it. */
export const initializeTreasury = async (
  area: WalletArea,
  attempt: Attempt,
): Promise<Reply<{ financial_account: TreasuryAccount }>> => {
  const { position } = await openTreasuryAccount(area, attempt)
  await freshTo(area, position, ['wallet'])
  const account = await treasuryAccountOf(area.bank, await walletOf(area.pool, attempt.memberId))
  if (!account) throw new Error('A treasury account was opened and its read model does not show it')
  return reply({ financial_account: account }, { position })
}

/** The full account and routing numbers, for the owner only. */
export const revealAccount = async (
  area: WalletArea,
  memberId: string,
): Promise<z.infer<typeof FinancialAddress>> => {
  const row = await walletOf(area.pool, memberId)
  if (!row?.treasuryAccount) {
    throw new HttpError(
      404,
      'treasury_account_not_found',
      'You have no treasury account yet. Open one first.',
    )
  }
  const { routingNumber, accountNumber } = await area.bank.addressOf(row.treasuryAccount.id)
  return { aba: { account_number: accountNumber, routing_number: routingNumber } }
}
