import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { columnsOf } from '../database.ts'
import type { BankDetails, PaymentProcessor, SavedBankAccount } from './processor.ts'

/** A bank account that a member pays in from. */
interface BankAccountRow extends SavedBankAccount {
  readonly id: string
  readonly accountType: 'checking' | 'savings'
}

/** Members' saved bank accounts, by tokens: numbers go to the processor and are kept nowhere. */
export interface BankAccounts {
  /** Saves an account at the processor; one that the member has saved before is answered as it is. */
  save(details: Omit<BankDetails, 'fingerprint'>): Promise<BankAccountRow>
  /** One of the member's accounts; null when it is unknown or another's. */
  find(memberId: string, id: string): Promise<BankAccountRow | null>
}

const COLUMNS = columnsOf<BankAccountRow>('id', 'token', 'customer', 'last4', 'bankName', 'accountType')

export const createBankAccounts = ({
  pool,
  processor,
  fingerprintKeys,
  clock,
}: {
  pool: Pool
  processor: PaymentProcessor
  /**
   * Account numbers are few enough to be tried out: without these keys their hashes tell nothing. Newest first: it is
   * used, and all of them recognise.
   */
  fingerprintKeys: readonly [Buffer, ...Buffer[]]
  clock: Clock
}): BankAccounts => {
  const fingerprintOf = (
    key: Buffer,
    { routingNumber, accountNumber, accountType }: Omit<BankDetails, 'fingerprint'>,
  ) =>
    createHmac('sha256', key).update(`${routingNumber} ${accountNumber} ${accountType}`).digest('base64url')

  const byFingerprint = async (memberId: string, fingerprints: readonly string[]) => {
    const { rows } = await pool.query<BankAccountRow>(
      `select ${COLUMNS} from app.bank_account where member_id = $1 and provider = $2 and fingerprint = any($3)
      order by created_at, id limit 1`,
      [memberId, processor.name, fingerprints],
    )
    return rows[0] ?? null
  }

  return {
    save: async (details) => {
      const { memberId, accountType } = details
      const fingerprint = fingerprintOf(fingerprintKeys[0], details)
      const known = await byFingerprint(
        memberId,
        fingerprintKeys.map((key) => fingerprintOf(key, details)),
      )
      if (known) return known
      const { token, customer, last4, bankName } = await processor.saveBankAccount({
        ...details,
        fingerprint,
      })
      await pool.query(
        `insert into app.bank_account
          (id, member_id, provider, token, customer, last4, bank_name, account_type, fingerprint, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (member_id, provider, fingerprint) do nothing`,
        [
          randomUUID(),
          memberId,
          processor.name,
          token,
          customer,
          last4,
          bankName,
          accountType,
          fingerprint,
          clock(),
        ],
      )
      const saved = await byFingerprint(memberId, [fingerprint])
      if (!saved) throw new Error('A bank account was saved and cannot be found')
      return saved
    },
    find: async (memberId, id) => {
      const { rows } = await pool.query<BankAccountRow>(
        `select ${COLUMNS} from app.bank_account
        where member_id = $1 and provider = $2 and id::text = $3`,
        [memberId, processor.name, id.toLowerCase()],
      )
      return rows[0] ?? null
    },
  }
}
