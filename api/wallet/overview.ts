import { formatMinor, noBalances, type Currency } from '../../events/money.ts'
import { walletWithNet, type WalletRow } from '../../projections/wallet/queries.ts'
import type { TreasuryAccount, Wallet, WalletOverview } from '../contract/wallet.ts'
import type { WalletArea } from './context.ts'
import type { TreasuryBank } from './treasury-bank.ts'

/** Minor units worth one US cent: 1 USDC is 1 USD, 1 YUT counts as 0.10 USD. */
const MINOR_PER_CENT: Readonly<Record<Currency, bigint>> = { USD: 1n, USDC: 10_000n, YUT: 100_000n }

/** Total value in cents, each currency rounded down: USD, USDC, and 10 % of the YUT balance, staked or not. */
export const totalCents = (balances: Readonly<Record<Currency, bigint>>, yutStaked: bigint): bigint =>
  balances.USD + balances.USDC / MINOR_PER_CENT.USDC + (balances.YUT + yutStaked) / MINOR_PER_CENT.YUT

const WALLET_TYPE = { USD: 'treasury', USDC: 'custody' } as const

const walletsOf = (memberId: string, row: WalletRow | null): Wallet[] =>
  (['USD', 'USDC'] as const).map((currency) => ({
    id: `${memberId}:${currency.toLowerCase()}`,
    currency,
    wallet_type: WALLET_TYPE[currency],
    balance: formatMinor(currency, row?.balances[currency] ?? 0n),
    locked_balance: formatMinor(currency, row?.locked[currency] ?? 0n),
  }))

/** The treasury account as shown to its owner, with the account number masked; null before it is opened. */
export const treasuryAccountOf = async (
  bank: TreasuryBank,
  row: WalletRow | null,
): Promise<TreasuryAccount | null> => {
  if (!row?.treasuryAccount || bank.closed !== null) return null
  const { routingNumber, accountNumber } = await bank.maskedAddressOf(row.treasuryAccount.id)
  return {
    status: row.treasuryAccount.status,
    balance: { cash: { usd: Number(row.balances.USD) } },
    financial_addresses: [{ aba: { account_number: accountNumber, routing_number: routingNumber } }],
  }
}

/** Interest and rewards so far in cents, 1 YUT counting as 0.10 USD, rounded down. */
const earnedCents = (row: WalletRow | null): bigint =>
  row ? row.earned.interest + row.earned.rewards / MINOR_PER_CENT.YUT : 0n

/** Amount and message for a member whose balance is below zero; a returned deposit is named only if there was one. */
const overdrawnBy = (row: WalletRow | null): WalletOverview['overdrawn'] => {
  const cents = row?.balances.USD ?? 0n
  if (row === null || cents >= 0n) return null
  const amount = formatMinor('USD', -cents)
  if (-cents <= row.takenBack)
    return {
      amount_usd: amount,
      reason: 'deposit_returned',
      message: `A deposit was returned by the bank and your balance is $${amount} below zero. Add funds before you send.`,
    }
  return {
    amount_usd: amount,
    reason: 'unknown',
    message: `Your balance is $${amount} below zero, and we are looking into why. Nothing can be sent until then.`,
  }
}

/** `GET /api/wallet`: an overview of a member's money from the read models. */
export const walletOverview = async (
  {
    pool,
    bank,
    earning,
    recentDeposits,
    closingAccounts,
    now,
  }: Pick<WalletArea, 'pool' | 'bank' | 'earning' | 'recentDeposits' | 'closingAccounts'> & { now: Date },
  memberId: string,
): Promise<WalletOverview> => {
  const [row, deposits, isEarning, isClosing] = await Promise.all([
    walletWithNet(pool, memberId, now),
    recentDeposits(memberId),
    earning.earnsNow(memberId),
    closingAccounts.isClosing(memberId),
  ])
  const balances = row?.balances ?? noBalances()
  const staked = row?.yutStaked ?? 0n
  return {
    wallets: walletsOf(memberId, row),
    deposits,
    total_usd_value: formatMinor('USD', totalCents(balances, staked)),
    treasury_account: await treasuryAccountOf(bank, row),
    treasury_bank: { simulated: bank.simulated, closed: bank.closed, interest_needs_identity: !isEarning },
    yut: { balance: formatMinor('YUT', balances.YUT), staked_balance: formatMinor('YUT', staked) },
    overdrawn: overdrawnBy(row),
    account_closing: isClosing,
    total_earnings_usd: formatMinor('USD', earnedCents(row)),
    net_30_days_usd: formatMinor('USD', row?.net ?? 0n),
  }
}
