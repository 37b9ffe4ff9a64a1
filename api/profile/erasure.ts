import type { PoolClient } from 'pg'
import { derivedId, type Clock } from '../../events/ids.ts'
import { decideErasure, memberKind } from '../../events/profile/member.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Token } from '../../events/wallet/events.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'
import { pendingRequestsOf } from '../../projections/requests/queries.ts'
import { HttpError } from '../http/errors.ts'
import { isClosing } from '../identity/account-open.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { inTransaction } from '../database/database.ts'
import type { TransferRequests } from '../requests/transfer-requests.ts'
import { ownersOfClosedWallets } from '../../projections/wallet/queries.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { WalletArea } from '../wallet/context.ts'

/**
 * The steps of closing an account, in order. Closing the wallet is the commit: before it nothing has happened; after it
 * all other steps follow, in whichever process. Each may be repeated.
 */
const STEPS = ['wallet', 'requests', 'credentials', 'ledger', 'data', 'sweep'] as const
type Step = (typeof STEPS)[number]

/** Time for a request to run its steps; until then the background process does not touch the account. */
const CALL_MS = 30_000
/** By then requests in flight at the deletion have ended; the sweep deletes what they wrote. */
const SWEEP_AFTER_MS = 60_000

export interface ErasureParts extends Pick<WalletArea, 'pool' | 'store' | 'clock'> {
  /**
   * Makes sure that nothing is left in any area, and settles what is owed; safe to repeat.
   * @throws {HttpError | Refusal} 422: something is left; the account stays open
   */
  readonly settle: (memberId: string) => Promise<void>
  /** The tokens that the member gives up. */
  readonly givenUp: (memberId: string) => Promise<readonly Token[]>
  readonly wallets: Pick<Wallets, 'execute'>
  readonly requests: Pick<TransferRequests, 'answer'>
  readonly credentials: Pick<Credentials, 'revokeAll'>
  readonly messageKeys: Pick<MessageKeys, 'destroy'>
  /** In the order of deletion; identity last. */
  readonly areas: readonly PersonalData[]
  /** The clock of ledger events. */
  readonly ledgerClock: Clock
  /** Called once a member's data is deleted, to clear this process's caches. */
  readonly onErased: (memberId: string) => void
}

export interface Erasure {
  /**
   * Closes the account. When it returns, the member's data is deleted; when it throws anything but a refusal, the
   * background process continues.
   * @throws {Refusal} `wallet_not_empty`: nothing has happened
   */
  readonly close: (memberId: string) => Promise<void>
  /** Begins to close it with the transaction of `client`; {@link carryOn} has to follow. */
  readonly begin: (client: PoolClient, memberId: string) => Promise<void>
  /** The rest of {@link close} after {@link begin}. */
  readonly carryOn: (memberId: string) => Promise<void>
  /** Whether the account is closed or being closed. */
  readonly isClosed: (memberId: string) => Promise<boolean>
  /** Erasures that are to go on now, the longest due first. */
  readonly unfinished: (limit: number) => Promise<readonly UnfinishedErasure[]>
  /** Continues one. */
  readonly finish: (unfinished: UnfinishedErasure) => Promise<void>
  /**
   * Repeats the erasure of members who reappeared in a restored backup: the log has their closed account, the older
   * database does not. Returns how many; `finish` continues unfinished ones.
   */
  readonly reapply: () => Promise<number>
}

/** An erasure and the step that comes next. */
export interface UnfinishedErasure {
  readonly memberId: string
  readonly step: Step
}

/** Closing the wallet commits an erasure, so an owner of a closed wallet ($2) without one comes from a backup. */
const RESTORED = `
  insert into app.erasure (member_id, step, begun_at, next_at)
  select id, 'requests', $1, $1 from app.member
  where id = any($2::uuid[]) and not exists (select from app.erasure where erasure.member_id = member.id)
  on conflict do nothing returning member_id`

export const isRefused = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof HttpError && error.status === 422)

export const createErasure = (parts: ErasureParts): Erasure => {
  const {
    pool,
    store,
    settle,
    givenUp,
    wallets,
    requests,
    credentials,
    messageKeys,
    areas,
    clock,
    ledgerClock,
    onErased,
  } = parts
  const members = createStreamCommands({ store, stream: memberKind, decide: decideErasure })

  const causeOf = (memberId: string) => ({
    actor: memberId,
    correlationId: derivedId('erasure', memberId),
    causationId: derivedId('erasure', memberId),
  })

  /** Ends open requests, which nobody could answer any more: declines incoming ones, cancels outgoing ones. */
  const endRequests = async (memberId: string): Promise<void> => {
    for (const { id: requestId, isMine } of await pendingRequestsOf(pool, memberId))
      try {
        await requests.answer(isMine ? 'cancel' : 'decline', {
          requestId,
          memberId,
          idempotencyKey: derivedId('erasure', requestId),
          provenAt: null,
        })
      } catch (error) {
        // The request was answered or expired meanwhile.
        if (!(error instanceof Refusal)) throw error
      }
  }

  const deleteData = async (memberId: string): Promise<void> => {
    await messageKeys.destroy(memberId)
    await inTransaction(pool, async (client) => {
      for (const { erase } of areas) await erase(client, memberId)
      await client.query('update app.erasure set erased_at = coalesce(erased_at, $2) where member_id = $1', [
        memberId,
        clock(),
      ])
    })
    onErased(memberId)
  }

  const carryOut: Readonly<Record<Step, (memberId: string) => Promise<unknown>>> = {
    wallet: async (memberId) => {
      await settle(memberId)
      await wallets.execute(
        memberId,
        { type: 'closeWallet', givesUp: await givenUp(memberId) },
        { ...causeOf(memberId), at: ledgerClock().toISOString(), contested: true },
      )
    },
    requests: endRequests,
    credentials: (memberId) => credentials.revokeAll(memberId, 'erased'),
    ledger: (memberId) =>
      members.execute(memberId, memberId, {
        ...causeOf(memberId),
        at: ledgerClock().toISOString(),
        contested: true,
      }),
    data: deleteData,
    sweep: deleteData,
  }

  /** Stores the next step; finished steps are never run again, even when two processes work on one account. */
  const advance = async (memberId: string, from: Step, now: Date): Promise<void> => {
    const next = STEPS[STEPS.indexOf(from) + 1]
    const delayMs = next === 'sweep' ? SWEEP_AFTER_MS : CALL_MS
    await pool.query('update app.erasure set step = $3, next_at = $4 where member_id = $1 and step = $2', [
      memberId,
      from,
      next ?? 'done',
      new Date(now.getTime() + delayMs),
    ])
  }

  const run = async (memberId: string, from: Step, until: Step): Promise<void> => {
    for (const step of STEPS.slice(STEPS.indexOf(from), STEPS.indexOf(until) + 1)) {
      try {
        await carryOut[step](memberId)
      } catch (error) {
        // Something is left, or money came in at the last moment: the account stays open.
        if (step === 'wallet' && isRefused(error))
          await pool.query(`delete from app.erasure where member_id = $1 and step = 'wallet'`, [memberId])
        throw error
      }
      await advance(memberId, step, clock())
    }
  }

  const begin: Erasure['begin'] = async (client, memberId) => {
    // Locks the member's row: credentials are issued under a lock on it, so none is issued after this.
    await client.query('select 1 from app.member where id = $1 for update', [memberId])
    const now = clock()
    await client.query(
      `insert into app.erasure (member_id, step, begun_at, next_at) values ($1, 'wallet', $2, $3)
       on conflict do nothing`,
      [memberId, now, new Date(now.getTime() + CALL_MS)],
    )
  }
  const carryOn: Erasure['carryOn'] = (memberId) => run(memberId, 'wallet', 'data')

  return {
    close: async (memberId) => {
      await inTransaction(pool, (client) => begin(client, memberId))
      await carryOn(memberId)
    },
    begin,
    carryOn,
    isClosed: (memberId) => isClosing(pool, memberId),
    reapply: async () => {
      const { rows } = await pool.query<{ member_id: string }>(RESTORED, [
        clock(),
        await ownersOfClosedWallets(pool),
      ])
      for (const { member_id: memberId } of rows) await run(memberId, 'requests', 'data')
      return rows.length
    },
    unfinished: async (limit) => {
      const { rows } = await pool.query<UnfinishedErasure>({
        name: 'erasure-open',
        text: `select member_id as "memberId", step from app.erasure where step <> 'done' and next_at <= $1
          order by next_at limit $2`,
        values: [clock(), limit],
      })
      return rows
    },
    finish: async ({ memberId, step }) => {
      try {
        await run(memberId, step, step === 'sweep' ? 'sweep' : 'data')
      } catch (error) {
        if (!(isRefused(error) && step === 'wallet')) throw error
      }
    },
  }
}
