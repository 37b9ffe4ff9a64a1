import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { withdrawalById, type WithdrawalRow } from '../../projections/withdrawals/queries.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { BANK_WORK, bankCursor, createBankFollower } from '../wallet/following-bank.ts'
import type { SavedAccounts } from './bank-accounts.ts'
import { BankUnavailable, type PayingBank, type PayoutNews } from './paying-bank.ts'
import { withdrawalOfKey, type Withdrawals } from './withdrawals.ts'

/** Between two rounds at least, ms; every minute there is one. */
const EVERY_MS = 1_000
const PAGE = 100
const NAME = 'withdrawal returns'

/**
 * Follows what the bank tells of payouts: gives back what was returned, each once, and puts the numbers of saved accounts
 * right. The cursor moves after what it passes is in the ledger, so that a crash repeats news and loses none.
 */
export const startWithdrawalReturns = ({
  pool,
  bank,
  withdrawals,
  accounts,
  caughtUp,
  log,
}: {
  readonly pool: Pool
  readonly bank: Pick<PayingBank, 'name' | 'newsSince' | 'bankOf'>
  readonly withdrawals: Pick<Withdrawals, 'send' | 'giveBack'>
  readonly accounts: Pick<SavedAccounts, 'correct'>
  /** Waits until the read model has everything that is in the log now. */
  readonly caughtUp: () => Promise<void>
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const find = async (id: string): Promise<WithdrawalRow | null> => {
    const known = await withdrawalById(pool, id)
    if (known) return known
    await caughtUp()
    return withdrawalById(pool, id)
  }

  const take = async ({ key, what }: PayoutNews): Promise<void> => {
    // Settled is not arrived: nothing follows from it.
    if (what.kind === 'settled') return
    const row = await find(withdrawalOfKey(key))
    // Put aside until an operator has looked, with an alert: it is a member's money.
    if (!row) throw new Error(`The bank returned a payout that no withdrawal has: ${key}`)
    if (what.kind === 'corrected') {
      const { routingNumber } = what.to
      const receiving = routingNumber === undefined ? null : await bank.bankOf(routingNumber)
      return accounts.correct(row.memberId, row.accountId, what.to, receiving)
    }
    const { id: withdrawalId, memberId, accountId, minor: cents, position } = row
    const withdrawal = { withdrawalId, memberId, accountId, cents, position }
    // Whoever ordered it died before the answer: first it was sent, then it came back.
    const stage = await withdrawals.send(withdrawal)
    if (stage === 'pending')
      throw new BankUnavailable(`it gave a payout back that it has not decided on: ${key}`)
    // One that failed, or came back already, has put the money back.
    if (stage === 'sent') await withdrawals.giveBack(withdrawal, what.code)
  }

  const follower = createBankFollower({
    name: NAME,
    cursor: bankCursor(pool, 'payout_news_cursor', bank.name),
    read: async (from) => {
      const { news: items, cursor } = await bank.newsSince(from, PAGE)
      return { items, cursor }
    },
    take,
    log,
  })
  return recurring({ name: NAME, everyMs: EVERY_MS, wokenBy: [BANK_WORK], log, ...follower })
}
