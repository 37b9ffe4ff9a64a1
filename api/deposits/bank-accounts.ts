import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { columnsOf } from '../database.ts'
import type { BankDetails, PaymentProcessor, SavedBankAccount } from './processor.ts'

/** A saved bank account of a member, for deposits. */
interface BankAccountRow extends SavedBankAccount {
  readonly id: string
  readonly accountType: 'checking' | 'savings'
}

/** Members' saved bank accounts, by tokens: account numbers go to the processor and are not stored. */
export interface BankAccounts {
  /** Saves an account at the processor; an account saved before is returned unchanged. */
  save(details: Omit<BankDetails, 'fingerprint'>): Promise<BankAccountRow>
  /** One of the member's accounts; null when the id is unknown or another member's. */
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
   * Keys of the hashes, newest first. Account numbers are few enough for brute force, so plain hashes would reveal
   * them. New hashes use the newest key; all keys are used to recognize accounts.
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
