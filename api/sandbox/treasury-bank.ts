import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { inTransaction } from '../database/database.ts'
import { ownerOfTreasuryAccount, walletOf } from '../../projections/wallet/queries.ts'
import type { AccountsAtBank } from '../config/config.ts'
import { endMemberAccount } from '../wallet/member-accounts.ts'
import { masked, type FinancialAddress, type TreasuryBank } from '../wallet/treasury-bank.ts'

/** A test routing number with a valid ABA checksum. */
const ROUTING_NUMBER = '110000000'
/** Two random account numbers may collide; ten times in a row they do not. */
const ATTEMPTS_MAX = 10
const NUMBER_DIGITS = 12

const BY_MEMBER = 'select account_id from app.sandbox_bank_account where member_id = $1 limit 1'
const OPEN = `
  with opened as (
    insert into app.sandbox_bank_account (account_id, member_id, account_number) values ($1, $2, $3)
    on conflict do nothing returning account_id
  )
  insert into app.member_account (bank, account_id, treasury_account_id)
  select 'sandbox', account_id, account_id from opened where $4`
/** Replaces an account that the wallet does not know: a release upgraded before the read models were built again opened one. */
const ADOPT = `
  insert into app.sandbox_bank_account (account_id, member_id, account_number) values ($1, $2, $3)
  on conflict (member_id) do update set account_id = excluded.account_id, account_number = excluded.account_number`
const NUMBER_OF = {
  name: 'sandbox-account-number',
  text: 'select account_number from app.sandbox_bank_account where account_id = $1',
}

const RECEIPTS = `
  select number, member_id as "memberId", cents from app.sandbox_money_in
  where number > $1 and reference is null and member_id is not null order by number limit 100`
const RECEIVE = `
  with received as (
    insert into app.sandbox_money_in (member_id, cents, at)
    select member_id, $2, $3 from app.sandbox_bank_account where account_number = $1 returning number
  ), own as (
    insert into app.sandbox_own_money_in (number, account_id)
    select number, account_id from received, app.sandbox_bank_account join app.member_account own using (account_id)
    where account_number = $1 and bank = 'sandbox'
  )
  select number from received`

/** The bank's id of what came in. */
const receiptId = (number: bigint): string => `in_sandbox_${number}`

/** The sandbox, in which money comes in when it is told so. */
export interface SandboxTreasuryBank extends TreasuryBank {
  /** Somebody pays cents to an account number. Returns the transaction's id; null when nobody has that number. */
  receive(accountNumber: string, cents: bigint): Promise<string | null>
}

const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

/**
 * Number of an account that was opened before numbers were stored: derived from the key-encryption key that was newest
 * then, which the account's id identifies.
 */
const formerNumber = (secrets: readonly string[], accountId: string, memberId: string): string => {
  const opened = secrets.find(
    (one) => accountId === `fa_sandbox_${digest(one, `account ${memberId}`).toString('hex').slice(0, 24)}`,
  )
  return (digest(opened ?? secrets[0] ?? '', `number ${accountId}`).readBigUInt64BE() % 10_000_000_000n)
    .toString()
    .padStart(NUMBER_DIGITS, '0')
}

const newNumber = (): string => Array.from({ length: NUMBER_DIGITS }, () => randomInt(10)).join('')

/**
 * A simulated bank that holds no money. Accounts and their numbers are generated at random once and stored, so that
 * they do not depend on any key and survive its rotation.
 */
export const createSandboxTreasuryBank = ({
  pool,
  clock,
  accounts,
  formerSecrets,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** What it opens for a member: a number of the pooled account, or an account of their own. */
  readonly accounts: AccountsAtBank
  /** Key-encryption keys as text, newest first: earlier releases derived account numbers from one of them. */
  readonly formerSecrets: readonly string[]
}): SandboxTreasuryBank => {
  const accountOf = async (memberId: string): Promise<string | undefined> =>
    (await pool.query<{ account_id: string }>(BY_MEMBER, [memberId])).rows[0]?.account_id ??
    (await walletOf(pool, memberId))?.treasuryAccount?.id
  const numberOf = async (accountId: string): Promise<string | undefined> =>
    (await pool.query<{ account_number: string }>({ ...NUMBER_OF, values: [accountId] })).rows[0]
      ?.account_number

  const adopt = async (accountId: string): Promise<string> => {
    const owner = await ownerOfTreasuryAccount(pool, accountId)
    if (owner === null) throw new Error(`The sandbox's bank has no account ${accountId}`)
    await pool.query(ADOPT, [accountId, owner, formerNumber(formerSecrets, accountId, owner)])
    const number = await numberOf(accountId)
    if (number === undefined) throw new Error(`The account ${accountId} was kept and cannot be found`)
    return number
  }

  const addressOf = async (accountId: string): Promise<FinancialAddress> => ({
    routingNumber: ROUTING_NUMBER,
    accountNumber: (await numberOf(accountId)) ?? (await adopt(accountId)),
  })

  return {
    name: 'sandbox',
    simulated: true,
    closed: null,
    openAccount: async (memberId) => {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const accountId = await accountOf(memberId)
        if (accountId !== undefined) return { accountId }
        const id = `fa_sandbox_${randomBytes(12).toString('hex')}`
        await pool.query(OPEN, [id, memberId, newNumber(), accounts === 'each'])
      }
      throw new Error('No free account number was found')
    },
    addressOf,
    maskedAddressOf: async (accountId) => {
      const { routingNumber, accountNumber } = await addressOf(accountId)
      return { routingNumber, accountNumber: masked(accountNumber) }
    },
    endAccount: async (accountId) => {
      await pool.query('delete from app.sandbox_bank_account where account_id = $1', [accountId])
      await endMemberAccount(pool, 'sandbox', accountId)
    },
    receiptsSince: async (cursor) => {
      const { rows } = await pool.query<{ number: bigint; memberId: string; cents: bigint }>(RECEIPTS, [
        cursor ?? '0',
      ])
      const receipts = rows.map(({ number, memberId, cents }) => ({
        kind: 'received' as const,
        id: receiptId(number),
        memberId,
        cents,
      }))
      return { receipts, cursor: rows.at(-1)?.number.toString() ?? cursor }
    },
    receive: async (accountNumber, cents) => {
      const received = await inTransaction(pool, async (client) => {
        // One after another, so that whoever reads up to one has all before it.
        await client.query('lock table app.sandbox_money_in in exclusive mode')
        return client.query<{ number: bigint }>(RECEIVE, [accountNumber, cents.toString(), clock()])
      })
      return received.rows[0] ? receiptId(received.rows[0].number) : null
    },
  }
}
