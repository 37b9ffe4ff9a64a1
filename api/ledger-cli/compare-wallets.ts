import { memberAccount, stakeAccount } from '../../events/accounts.ts'
import type { Audit } from '../../events/audit/audit.ts'
import type { AuditedWalletRow } from '../../projections/wallet/all-rows.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { ReadModelDifference } from './failure.ts'

const differs = (
  row: AuditedWalletRow,
  audit: Audit,
): { account: string; log: string; row: string } | null => {
  const { memberId } = row
  const wallet = audit.wallets.get(memberId)
  if (!wallet) return { account: 'the wallet', log: 'there is none', row: `it is ${row.status}` }
  const owes = (account: ReturnType<typeof memberAccount>, currency: 'USD' | 'USDC' | 'YUT') =>
    -audit.book.balanceOf(account, currency)
  const usd = memberAccount(memberId, 'USD')
  const compared: readonly (readonly [string, bigint | string, bigint | string])[] = [
    ['status', wallet.status, row.status],
    [usd, owes(usd, 'USD'), row.usdMinor],
    [memberAccount(memberId, 'USDC'), owes(memberAccount(memberId, 'USDC'), 'USDC'), row.usdcMinor],
    [memberAccount(memberId, 'YUT'), owes(memberAccount(memberId, 'YUT'), 'YUT'), row.yutMinor],
    [stakeAccount(memberId), owes(stakeAccount(memberId), 'YUT'), row.yutStakedMinor],
    ['interest received', wallet.interestMinor, row.interestMinor],
    ['rewards claimed', wallet.rewardsMinor, row.rewardsMinor],
    ['position of the last event', wallet.position, row.position],
  ]
  const found = compared.find(([, log, row]) => log !== row)
  return found ? { account: found[0], log: String(found[1]), row: String(found[2]) } : null
}

/**
 * Compares every row of the wallets' read model with the log at the same position; returns the number of rows.
 * @throws {ReadModelDifference} at the first difference, naming wallet, account and both amounts in minor units
 */
export const compareWallets = async (
  rows: AsyncIterable<AuditedWalletRow>,
  audit: Audit,
): Promise<number> => {
  const seen = new Set<string>()
  for await (const row of rows) {
    seen.add(row.memberId)
    const found = differs(row, audit)
    if (!found) continue
    const last = audit.wallets.get(row.memberId)?.position
    const where = `Stream ${walletEvents.streamOf(row.memberId)}${last === undefined ? '' : ` (last event at position ${last})`}`
    throw new ReadModelDifference(
      `${where}, ${found.account}: the log says ${found.log}, the read model says ${found.row}`,
      {
        member: row.memberId,
        account: found.account,
        stream: walletEvents.streamOf(row.memberId),
        position: last?.toString() ?? null,
      },
    )
  }
  for (const memberId of audit.wallets.keys())
    if (!seen.has(memberId))
      throw new ReadModelDifference(
        `Stream ${walletEvents.streamOf(memberId)}: the read model has no such wallet`,
        {
          member: memberId,
          stream: walletEvents.streamOf(memberId),
        },
      )
  return seen.size
}
