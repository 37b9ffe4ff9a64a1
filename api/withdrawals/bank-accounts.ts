import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import * as z from 'zod'
import { HOUR_MS } from '../../events/calendar.ts'
import { EncryptedText } from '../../events/encrypted-text.ts'
import { newId, type Clock } from '../../events/ids.ts'
import { NEW_BANK_ACCOUNT_HOURS, SAVED_BANK_ACCOUNTS_MAX } from '../../events/limits.ts'
import type { PayoutRail } from '../../events/wallet/events.ts'
import { inTransaction } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { accountWritings } from '../deposits/account-writings.ts'
import { accountName } from '../deposits/bank-accounts.ts'
import { holdAccountOpen } from '../identity/account-open.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import { addSecurityEvent } from '../security-trail/security-events.ts'
import type { PayoutAccount, PayoutCorrection, ReceivingBank } from './paying-bank.ts'

/** What is shown of a bank account. */
export interface AccountLook {
  readonly bankName: string | null
  readonly last4: string
  readonly accountType: 'checking' | 'savings'
}

/** A bank account that a member has saved, without its numbers. */
export interface SavedAccount extends AccountLook {
  readonly id: string
  readonly memberId: string
  /** As it was before each correction by its bank, until that time (ISO); the oldest first. */
  readonly former: readonly (AccountLook & { readonly until: string })[]
  readonly rails: readonly PayoutRail[]
  readonly createdAt: Date
  readonly usableFrom: Date
  readonly removedAt: Date | null
}

/** How an account was at a time: what was paid before its bank corrected it went to the numbers of then. */
export const lookAt = (account: SavedAccount, time: Date): AccountLook =>
  account.former.find(({ until }) => Date.parse(until) > time.getTime()) ?? account

/** The same, with the name of its holder; null when it cannot be read any more. */
export interface OwnAccount extends SavedAccount {
  readonly holderName: string | null
}

/** Members' own bank accounts for withdrawals. Their numbers are ciphertext of the member's key. */
export interface SavedAccounts {
  /**
   * Saves one, to be used a day later.
   * @throws {HttpError} 422 it is saved already, or the member has as many as one may have; 409 the account is closing
   */
  add(memberId: string, numbers: PayoutAccount, bank: ReceivingBank): Promise<OwnAccount>
  /** A member's accounts that were not removed, newest first. */
  list(memberId: string): Promise<readonly OwnAccount[]>
  /** A member's accounts by ids, removed ones as well. */
  byIds(memberId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SavedAccount>>
  /** Forgets the numbers of one; returns what was removed, null when there is no such account. */
  remove(memberId: string, id: string): Promise<SavedAccount | null>
  /**
   * Puts the numbers of one right, as its bank asked for, and tells the member; nothing when they are so already, or it
   * was removed or cannot be read.
   * @param bank whose routing number is the new one; null where it has not changed
   */
  correct(memberId: string, id: string, to: PayoutCorrection, bank: ReceivingBank | null): Promise<void>
  /** Ids of the other members who have, or had, the same account, checking or savings, also of those who left. */
  othersWith(memberId: string, id: string): Promise<readonly string[]>
  /** Where money of one goes: for the bank alone. Null when it was removed or cannot be read. */
  numbersOf(id: string): Promise<PayoutAccount | null>
}

const Numbers = z.strictObject({
  holderName: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(['checking', 'savings']),
})

interface Sealed {
  readonly sealed: EncryptedText | null
  readonly bankName: string | null
  /** Fingerprints of the numbers that it had before corrections. */
  readonly also: readonly string[]
}

const COLUMNS = `id, member_id as "memberId", bank_name as "bankName", last4, account_type as "accountType", rails, former,
  created_at as "createdAt", usable_from as "usableFrom", removed_at as "removedAt"`
const ADD = `
  insert into app.saved_bank_account
    (id, member_id, fingerprint, sealed, bank_name, last4, account_type, rails, created_at, usable_from, bank_fingerprint)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`
const STANDING = `
  select fingerprint, also_known_as as also from app.saved_bank_account where member_id = $1 and removed_at is null`
const LIST = `
  select ${COLUMNS}, sealed from app.saved_bank_account where member_id = $1 and removed_at is null
  order by created_at desc, id`
const BY_IDS = `select ${COLUMNS} from app.saved_bank_account where member_id = $1 and id = any($2::uuid[])`
const REMOVE = `
  update app.saved_bank_account set removed_at = $3, sealed = null
  where member_id = $1 and id = $2 and removed_at is null returning ${COLUMNS}`
// Where the member has saved the corrected account as well, both stay: payouts go to the same one.
const CORRECT = `
  update app.saved_bank_account a set sealed = $4, last4 = $5, account_type = $6,
    bank_name = case when $7::text[] is null then a.bank_name else $8 end, rails = coalesce($7::text[], a.rails),
    bank_fingerprint = $9,
    fingerprint = case when exists (select from app.saved_bank_account o
      where o.member_id = $1 and o.fingerprint = $3 and o.removed_at is null) then a.fingerprint else $3 end,
    also_known_as = array_remove(a.also_known_as || array[a.fingerprint, $3, a.bank_fingerprint], null),
    former = a.former || jsonb_build_array(jsonb_build_object(
      'bankName', a.bank_name, 'last4', a.last4, 'accountType', a.account_type, 'until', $10::text))
  where a.member_id = $1 and a.id = $2 and a.removed_at is null
  returning ${COLUMNS}`
const SEALED = `
  select sealed, bank_name as "bankName", also_known_as as also from app.saved_bank_account
  where id = $1 and removed_at is null`
const OTHERS = `
  select member_id as id from app.saved_bank_account
  where (fingerprint = any($1) or bank_fingerprint = any($1) or also_known_as && $1) and member_id <> $2
  union
  select member_id from app.former_bank_account f where fingerprint = any($1) and not exists (
    select from app.departed d where d.returned_as = $2 and f.member_id = any(d.member_ids))
  order by id`

const known = () => {
  const sentence = 'You have saved this account already.'
  return new HttpError(422, 'bank_account_known', sentence, { fields: { account_number: sentence } })
}

export const createSavedAccounts = ({
  pool,
  messageKeys,
  fingerprintKeys,
  clock,
}: {
  readonly pool: Pool
  readonly messageKeys: Pick<MessageKeys, 'encrypt' | 'decrypt'>
  /** Keys of the hashes, newest first; accounts are recognized by all of them. */
  readonly fingerprintKeys: readonly [Buffer, ...Buffer[]]
  /** The time for money: the waiting day is one of it. */
  readonly clock: Clock
}): SavedAccounts => {
  // Not the holder, who can be written in many ways.
  const hashWith =
    (key: Buffer, { routingNumber, accountType }: PayoutAccount) =>
    (accountNumber: string) =>
      createHmac('sha256', key)
        .update(`saved ${routingNumber} ${accountNumber} ${accountType}`)
        .digest('base64url')
  const fingerprintOf = (numbers: PayoutAccount): string =>
    hashWith(fingerprintKeys[0], numbers)(accountWritings(numbers.accountNumber)[0])
  /** All that the account may be known by. */
  const fingerprintsOf = (numbers: PayoutAccount): readonly string[] =>
    fingerprintKeys.flatMap((key) => accountWritings(numbers.accountNumber).map(hashWith(key, numbers)))

  /** Of the account at its bank, whichever of the bank's routing numbers names it; null: the bank is not known. */
  const bankHash = (key: Buffer, bank: string, accountNumber: string): string =>
    createHmac('sha256', key).update(`bank ${bank} ${accountNumber}`).digest('base64url')
  const bankFingerprintOf = (bank: string | null, { accountNumber }: PayoutAccount): string | null =>
    bank === null ? null : bankHash(fingerprintKeys[0], bank, accountWritings(accountNumber)[0])
  const bankFingerprintsOf = (bank: string | null, { accountNumber }: PayoutAccount): readonly string[] =>
    bank === null ? [] : fingerprintKeys.map((key) => bankHash(key, bank, accountWritings(accountNumber)[0]))

  const read = async (sealed: EncryptedText | null): Promise<PayoutAccount | null> => {
    const text = sealed && (await messageKeys.decrypt(sealed))
    return text === null ? null : Numbers.parse(JSON.parse(text))
  }

  return {
    add: async (memberId, numbers, { name, rails }) => {
      const sealed = await messageKeys.encrypt(memberId, JSON.stringify(numbers))
      return inTransaction(pool, async (client) => {
        // One at a time, so that two together are not too many.
        await client.query('select 1 from app.member where id = $1 for no key update', [memberId])
        await holdAccountOpen(client, memberId)
        const { rows: others } = await client.query<{ fingerprint: string; also: readonly string[] }>(
          STANDING,
          [memberId],
        )
        const fingerprints = fingerprintsOf(numbers)
        const isKnown = (fingerprint: string) => fingerprints.includes(fingerprint)
        if (others.some(({ fingerprint, also }) => [fingerprint, ...also].some(isKnown))) throw known()
        if (others.length >= SAVED_BANK_ACCOUNTS_MAX)
          throw new HttpError(
            422,
            'too_many_bank_accounts',
            `You have saved ${SAVED_BANK_ACCOUNTS_MAX} bank accounts, the most there can be. Remove one first.`,
          )
        const now = clock()
        const { rows } = await client.query<SavedAccount>(ADD, [
          newId(),
          memberId,
          fingerprintOf(numbers),
          JSON.stringify(sealed),
          name,
          numbers.accountNumber.slice(-4),
          numbers.accountType,
          rails,
          now,
          new Date(now.getTime() + NEW_BANK_ACCOUNT_HOURS * HOUR_MS),
          bankFingerprintOf(name, numbers),
        ])
        const [added] = rows
        if (!added) throw new Error('A bank account was saved and cannot be found')
        return { ...added, holderName: numbers.holderName }
      })
    },
    list: async (memberId) => {
      const { rows } = await pool.query<SavedAccount & { readonly sealed: EncryptedText | null }>(LIST, [
        memberId,
      ])
      return Promise.all(
        rows.map(async ({ sealed, ...account }) => ({
          ...account,
          holderName: (await read(sealed))?.holderName ?? null,
        })),
      )
    },
    byIds: async (memberId, ids) => {
      const { rows } = await pool.query<SavedAccount>(BY_IDS, [memberId, ids])
      return new Map(rows.map((account) => [account.id, account]))
    },
    remove: async (memberId, id) =>
      (await pool.query<SavedAccount>(REMOVE, [memberId, id, clock()])).rows[0] ?? null,
    correct: async (memberId, id, to, bank) => {
      const { rows } = await pool.query<Sealed>(SEALED, [id])
      const numbers = await read(rows[0]?.sealed ?? null)
      if (numbers === null) return
      const corrected = { ...numbers, ...to }
      // The bank tells it more than once.
      if (isDeepStrictEqual(corrected, numbers)) return
      const sealed = JSON.stringify(await messageKeys.encrypt(memberId, JSON.stringify(corrected)))
      await inTransaction(pool, async (client) => {
        const { rows: changed } = await client.query<SavedAccount>(CORRECT, [
          memberId,
          id,
          fingerprintOf(corrected),
          sealed,
          corrected.accountNumber.slice(-4),
          corrected.accountType,
          bank?.rails ?? null,
          bank?.name ?? null,
          bankFingerprintOf(bank === null ? (rows[0]?.bankName ?? null) : bank.name, corrected),
          clock().toISOString(),
        ])
        for (const account of changed)
          await addSecurityEvent(
            client,
            { memberId, kind: 'bank_account_corrected', device: 'Youtility', detail: accountName(account) },
            clock(),
          )
      })
    },
    othersWith: async (memberId, id) => {
      const { rows } = await pool.query<Sealed>(SEALED, [id])
      const numbers = await read(rows[0]?.sealed ?? null)
      if (numbers === null) return []
      const types = ['checking', 'savings'] as const
      const fingerprints = [
        ...types.flatMap((accountType) => fingerprintsOf({ ...numbers, accountType })),
        ...bankFingerprintsOf(rows[0]?.bankName ?? null, numbers),
        ...(rows[0]?.also ?? []),
      ]
      const { rows: others } = await pool.query<{ id: string }>(OTHERS, [fingerprints, memberId])
      return others.map((other) => other.id)
    },
    numbersOf: async (id) => {
      const { rows } = await pool.query<Sealed>(SEALED, [id])
      return read(rows[0]?.sealed ?? null)
    },
  }
}
