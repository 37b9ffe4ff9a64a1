import { createHmac, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { FUNDING_ACCOUNTS_MAX } from '../contract/funding-accounts.ts'
import { columnsOf, inTransaction } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { accountWritings } from './account-writings.ts'
import type { BankDetails, PaymentProcessor, SavedBankAccount } from './processor.ts'

/** A saved bank account of a member, for deposits. */
export interface BankAccountRow extends SavedBankAccount {
  readonly id: string
  readonly accountType: 'checking' | 'savings'
  /** Keyed hash of its numbers, whoever saved it: what limits the account itself (reversible.ts). */
  readonly source: string
  /** Null: none was begun (validations.ts). */
  readonly validation: 'asked' | 'valid' | 'refused' | null
  /** Null while it is being begun. */
  readonly validationReference: string | null
  readonly validationAsks: 'amounts' | 'code' | null
  readonly validationArrivesBy: Date | null
  /** Asked: until when it can be answered. Refused: from when on another one can begin. */
  readonly validationUntil: Date | null
  readonly validationTries: number
}

/** A bank account as its member's trail names it. */
export const accountName = ({ bankName, last4 }: Pick<BankAccountRow, 'bankName' | 'last4'>): string =>
  `${bankName ?? 'Bank'} ••••${last4}`

/** Members' saved bank accounts, by tokens: account numbers go to the processor and are not stored. */
export interface BankAccounts {
  /**
   * Saves an account at the processor; an account saved before is returned unchanged.
   * @throws {HttpError} 422 the member has as many as one may have
   */
  save(details: Omit<BankDetails, 'fingerprint'>): Promise<BankAccountRow>
  /** One of the member's accounts; null when the id is unknown or another member's. */
  find(memberId: string, id: string): Promise<BankAccountRow | null>
  /** The member's accounts, newest first. */
  list(memberId: string): Promise<readonly BankAccountRow[]>
}

/** An account that was saved before it had a source is recognized by its fingerprint. */
const COLUMNS = `${columnsOf<Omit<BankAccountRow, 'source'>>('id', 'token', 'customer', 'last4', 'bankName', 'accountType', 'validation', 'validationReference', 'validationAsks', 'validationArrivesBy', 'validationUntil', 'validationTries')},
  coalesce(source, fingerprint) as source`
const SOURCE = `
  select coalesce(source, fingerprint) as source from app.bank_account
  where source = any($1) or (source is null and fingerprint = any($2)) order by created_at, id limit 1`

const countOf = async (client: Pool | PoolClient, memberId: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from app.bank_account where member_id = $1',
    [memberId],
  )
  return rows[0]?.count ?? 0
}

const tooMany = () =>
  new HttpError(
    422,
    'too_many_funding_accounts',
    `You have saved ${FUNDING_ACCOUNTS_MAX} bank accounts to add funds from, the most there can be. Use one of them, or a card.`,
  )

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

  /**
   * The account's hash as a source: the one that it was first known by, so that a newer key makes no second account of
   * it. A test number that everybody may use is another account for each member.
   */
  const sourceOf = async (details: Omit<BankDetails, 'fingerprint'>): Promise<string> => {
    const { memberId, routingNumber, accountNumber } = details
    const isPublished = processor.isTestAccount(accountNumber)
    const owner = isPublished ? `${memberId} ` : ''
    const hashWith = (key: Buffer, written: string): string =>
      createHmac('sha256', key).update(`source ${owner}${routingNumber} ${written}`).digest('base64url')
    const writings = accountWritings(accountNumber)
    const hashes = fingerprintKeys.flatMap((key) => writings.map((written) => hashWith(key, written)))
    const former = (['checking', 'savings'] as const).flatMap((accountType) =>
      fingerprintKeys.map((key) => fingerprintOf(key, { ...details, accountType })),
    )
    const known = await pool.query<{ source: string }>(SOURCE, [hashes, isPublished ? [] : former])
    return known.rows[0]?.source ?? hashWith(fingerprintKeys[0], writings[0])
  }

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
      // Before the processor is asked, which keeps what it has saved.
      if ((await countOf(pool, memberId)) >= FUNDING_ACCOUNTS_MAX) throw tooMany()
      const { token, customer, last4, bankName } = await processor.saveBankAccount({
        ...details,
        fingerprint,
      })
      const source = await sourceOf(details)
      await inTransaction(pool, async (client) => {
        // One at a time, so that two together are not too many.
        await client.query('select 1 from app.member where id = $1 for no key update', [memberId])
        if ((await countOf(client, memberId)) >= FUNDING_ACCOUNTS_MAX) throw tooMany()
        await client.query(
          `insert into app.bank_account
            (id, member_id, provider, token, customer, last4, bank_name, account_type, fingerprint, created_at, source)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
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
            source,
          ],
        )
      })
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
    list: async (memberId) => {
      const { rows } = await pool.query<BankAccountRow>(
        `select ${COLUMNS} from app.bank_account where member_id = $1 and provider = $2
        order by created_at desc, id`,
        [memberId, processor.name],
      )
      return rows
    },
  }
}
