import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { isBusinessDay } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { usdOfTreasuryAccounts } from '../../projections/wallet/queries.ts'
import { unsentMinor } from '../../projections/withdrawals/queries.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { createClaimed, type Claimed } from '../processes/claimed.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { createTurns } from '../../events/turns.ts'
import { BANK_WORK } from '../wallet/following-bank.ts'
import type { AccountMove, MemberAccounts, MoveState } from './member-accounts.ts'
import { BankUnavailable } from './paying-bank.ts'

/** Between two rounds at least, ms; every minute there is one. */
const EVERY_MS = 1_000
/** Pause before accounts that failed are swept again, ms. */
const AGAIN_MS = 60_000
/** Accounts that the bank is asked for at the same time. */
const AT_ONCE_MAX = 8

const OPEN_MOVES = `
  select key, account_id as "accountId", cents from app.account_move where bank = $1 and state = 'ordered' order by key`
const ACCOUNTS = `
  select account_id as "accountId", treasury_account_id as "treasuryAccountId", ended_at is not null as "isEnded",
    (select coalesce(max(number) + 1, 0) from app.account_move v
      where v.bank = a.bank and v.account_id = a.account_id) as number,
    exists (select from app.account_move v
      where v.bank = a.bank and v.account_id = a.account_id and v.state = 'ordered') as "isMoving"
  from app.member_account a where bank = $1 and closed_at is null order by account_id`
/** One at a time of each account, and the next one of those that were known when its balance was asked for. */
const ORDER = `
  insert into app.account_move (key, bank, account_id, number, cents, ordered_at) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`
const SETTLE = `update app.account_move set state = $2 where key = $1 and state = 'ordered'`
const HAS_ACCOUNTS = 'select from app.member_account where bank = $1 and closed_at is null limit 1'
const CLOSED = 'update app.member_account set closed_at = $3 where bank = $1 and account_id = $2'
const IS_SWEPT = 'select from app.account_sweep where bank = $1 and day >= $2'
const SWEPT = `
  insert into app.account_sweep (bank, day) values ($1, $2) on conflict (bank) do update set day = excluded.day`

const ONE_PAYOUT = `select pg_advisory_xact_lock(hashtextextended('payouts ' || $1::text, 0))`

interface AccountRow {
  readonly accountId: string
  readonly treasuryAccountId: string
  readonly isEnded: boolean
  readonly number: number
  /** A move was ordered that the bank has not decided on. */
  readonly isMoving: boolean
}

/** Keeps members' own accounts at the bank at what the ledger says of their members. */
export interface Sweeps {
  /**
   * Ends the moves that were ordered and not answered, under their own keys.
   * @returns whether none of them failed
   */
  readonly finish: () => Promise<boolean>
  /**
   * Takes what is above the ledger out of members' accounts, and then fills up those below it as far as the pooled
   * account covers them beside the withdrawals under way. Safe to repeat and to run concurrently. An account that the
   * bank fails for, or whose last move it has not decided on, is left out and keeps no other waiting.
   * @returns whether none failed
   * @throws what the bank failed with, when it tells the balance of none
   */
  readonly sweep: () => Promise<boolean>
  /** Accounts that fail again and again. */
  readonly attempts: Claimed
  /**
   * Pays cents out of the pooled account, once it covers them; sweeps where it does not. One after another in all
   * processes, unless the pooled account holds everything.
   */
  readonly covered: <T>(cents: bigint, pay: () => Promise<T>) => Promise<T>
}

export const createSweeps = ({
  pool,
  bank: { name, memberAccounts: bank },
  clock,
  log,
}: {
  readonly pool: Pool
  readonly bank: { readonly name: string; readonly memberAccounts: MemberAccounts }
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}): Sweeps => {
  const claimed = createClaimed({ name: 'account sweeps', log })

  const settle = async (key: string, state: MoveState): Promise<void> => {
    if (state === 'pending') return
    await pool.query(SETTLE, [key, state])
    if (state === 'refused') log.warn({ key }, 'The bank refused to move money between accounts')
  }

  /** @returns whether it was carried out */
  const move = async ({ accountId, number }: AccountRow, cents: bigint): Promise<boolean> => {
    const key = derivedId('account move', name, accountId, String(number))
    const values = [key, name, accountId, number, cents.toString(), clock()]
    if ((await rowsChanged(pool, ORDER, values)) === 0) return false
    const state = await bank.move({ key, accountId, cents })
    await settle(key, state)
    return state === 'done'
  }

  const close = async ({ accountId }: AccountRow): Promise<void> => {
    await bank.close(accountId)
    await pool.query(CLOSED, [name, accountId, clock()])
  }

  const finish = async (): Promise<boolean> => {
    const { rows } = await pool.query<AccountMove>(OPEN_MOVES, [name])
    const { failed } = await claimed.run(rows, AT_ONCE_MAX, async (one) =>
      settle(one.key, (await bank.moveOf(one.key)) ?? (await bank.move(one))),
    )
    return failed === 0
  }

  const sweep = async (): Promise<boolean> => {
    const isFinished = await finish()
    const { rows: all } = await pool.query<AccountRow>(ACCOUNTS, [name])
    // What is on its way is in no balance yet.
    const still = all.filter(({ isMoving }) => !isMoving)
    if (still.length === 0) return isFinished
    const atBank = new Map<string, bigint>()
    const asked = still.map(({ accountId }) => ({ accountId, step: 'balance' }))
    const { failed: unknown, cause } = await claimed.run(asked, AT_ONCE_MAX, async ({ accountId }) => {
      atBank.set(accountId, await bank.balanceOf(accountId))
    })
    if (atBank.size === 0) throw cause
    const rows = still.filter(({ accountId }) => atBank.has(accountId))
    let failures = unknown
    const owed = await usdOfTreasuryAccounts(
      pool,
      rows.map((account) => account.treasuryAccountId),
    )
    const missing = rows.map((account) => {
      const cents = (owed.get(account.treasuryAccountId) ?? 0n) - (atBank.get(account.accountId) ?? 0n)
      return { account, cents }
    })
    const moving = async (
      those: typeof missing,
      work: (account: AccountRow, cents: bigint) => Promise<unknown>,
    ): Promise<void> => {
      const pieces = those.map(({ account: { accountId } }) => ({ accountId, step: 'move' }))
      const { failed } = await claimed.run(pieces, AT_ONCE_MAX, async ({ accountId }) => {
        for (const { account, cents } of those)
          if (account.accountId === accountId) await work(account, cents)
      })
      failures += failed
    }
    const above = missing.filter(({ cents }) => cents <= 0n)
    await moving(above, async (account, cents) => {
      const isEmptied = cents === 0n || (await move(account, cents))
      if (account.isEnded && isEmptied && !owed.has(account.treasuryAccountId)) await close(account)
    })
    const short = missing.filter(({ cents }) => cents > 0n)
    if (short.length === 0) return isFinished && failures === 0
    let left = (await bank.pooledMinor()) - (await unsentMinor(pool))
    if (short.reduce((sum, { cents }) => sum + cents, 0n) > left)
      log.warn("The pooled account does not cover what is missing in members' accounts")
    const covered = short.flatMap(({ account, cents }) => {
      const part = cents < left ? cents : left
      if (part <= 0n) return []
      left -= part
      return [{ account, cents: part }]
    })
    await moving(covered, move)
    return isFinished && failures === 0
  }

  const assertCovered = async (cents: bigint): Promise<void> => {
    if ((await bank.pooledMinor()) >= cents) return
    await sweep()
    if ((await bank.pooledMinor()) < cents)
      throw new BankUnavailable('the pooled account does not cover the withdrawal')
  }
  const inTurn = createTurns()

  return {
    finish,
    sweep,
    attempts: claimed,
    covered: async (cents, pay) => {
      if ((await pool.query(HAS_ACCOUNTS, [name])).rowCount === 0) return pay()
      // In turn first, so that those of one process wait with one connection.
      return inTurn(name, () =>
        inTransaction(pool, async (client) => {
          await client.query(ONE_PAYOUT, [name])
          await assertCovered(cents)
          return pay()
        }),
      )
    },
  }
}

/** Sweeps on every banking day (UTC), once its interest is paid, and ends what was begun. */
export const startAccountSweeps = ({
  pool,
  bankName,
  isInterestDue,
  sweeps,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly bankName: string
  /** Whether a wallet has unpaid days before this one (UTC, `yyyy-mm-dd`). */
  readonly isInterestDue: (today: string) => Promise<boolean>
  readonly sweeps: Pick<Sweeps, 'finish' | 'sweep' | 'attempts'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'account sweeps',
    everyMs: EVERY_MS,
    wokenBy: [BANK_WORK],
    log,
    attempts: sweeps.attempts,
    round: async () => {
      const now = clock()
      const today = dayOf(now)
      const isDue = isBusinessDay(now) && (await pool.query(IS_SWEPT, [bankName, today])).rowCount === 0
      if (!isDue) return (await sweeps.finish()) ? undefined : AGAIN_MS
      // What is paid after the sweep would be missing in the accounts until the next banking day.
      if (await isInterestDue(today)) {
        await sweeps.finish()
        return EVERY_MS
      }
      if (!(await sweeps.sweep())) return AGAIN_MS
      await pool.query(SWEPT, [bankName, today])
      return undefined
    },
  })
