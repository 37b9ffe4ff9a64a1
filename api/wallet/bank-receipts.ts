import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { bySystem } from '../http/attempt.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { BANK_WORK, bankCursor, createBankFollower } from './following-bank.ts'
import { depositOfReceipt, type BankReceipt, type TreasuryBank } from './treasury-bank.ts'
import type { Wallets } from './wallets.ts'

/** Between two rounds at least, ms; every minute there is one. */
const EVERY_MS = 1_000
const NAME = 'bank receipts'

/**
 * Follows what comes in on members' accounts at the bank and credits it to their wallets, each transaction once,
 * whatever crashes; what was sent back is taken again. The cursor moves after what it passes is in the ledger.
 */
export const startBankReceipts = ({
  pool,
  bank,
  wallets,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly bank: Pick<TreasuryBank, 'name' | 'receiptsSince'>
  readonly wallets: Pick<Wallets, 'execute'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const book = async (receipt: BankReceipt): Promise<void> => {
    const { kind, memberId, cents } = receipt
    const isIn = kind === 'received'
    const depositId = depositOfReceipt(isIn ? receipt.id : receipt.of)
    const booking = { depositId, source: 'bank', amount: usd(cents) } as const
    const step = derivedId(isIn ? 'DepositCredited' : 'DepositReversed', depositId)
    const { outcome } = await wallets.execute(
      memberId,
      isIn
        ? { type: 'creditDeposit', ...booking }
        : { type: 'reverseDeposit', ...booking, reason: 'sent_back' },
      // Looks through the whole stream: the bank may tell of the same transaction years later.
      { ...bySystem(clock, depositId, depositId), step: { eventId: step, after: 0n } },
    )
    if (outcome === 'appended') log.info({ depositId, kind }, 'Booked what came in at the bank')
  }

  const follower = createBankFollower({
    name: NAME,
    cursor: bankCursor(pool, 'treasury_receipt_cursor', bank.name),
    read: async (from) => {
      const { receipts: items, cursor } = await bank.receiptsSince(from)
      return { items, cursor }
    },
    take: book,
    log,
  })
  return recurring({ name: NAME, everyMs: EVERY_MS, wokenBy: [BANK_WORK], log, ...follower })
}
