import type { Pool, PoolClient } from 'pg'
import type { BaseLogger } from 'pino'
import { addDays, DAY_MS, dayOf, startOfDay } from '../../events/calendar.ts'
import { newOwnKey, type Clock } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { Token } from '../../events/wallet/events.ts'
import { sentOn } from '../../events/wallet/daily-limit.ts'
import { SMALLEST_LEFT_BEHIND } from '../../events/wallet/decide-close.ts'
import type { Holdings } from '../../events/wallet/wallet.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { CLOSING_FAILURES } from '../contract/notifications.ts'
import { inTransaction } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { isClosing } from '../identity/account-open.ts'
import type { Earning } from '../wallet/earning.ts'
import { payInterestDue } from '../wallet/treasury-interest.ts'
import type { Transfers } from '../wallet/transfers.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { LastPayments } from '../withdrawals/last-payments.ts'
import {
  endClosing,
  lockClosing,
  paymentKeyOf,
  tellClosing,
  waitUntil,
  type AccountClosing,
} from './account-closings.ts'
import type { Closings } from './closing.ts'
import { isRefused, type Erasure } from './erasure.ts'

/** Where a closing is after a step. `ended`: the account stays open; `none`: there is no closing any more. */
export type ClosingState = 'closed' | 'waiting' | 'ended' | 'none'

type Failure = (typeof CLOSING_FAILURES)[number]

/** What comes next. `again`: something moved, so all is looked at anew. */
type Next =
  | { readonly kind: 'again' }
  | { readonly kind: 'close' }
  | { readonly kind: 'wait'; readonly until: Date; readonly isPaying?: boolean }
  | { readonly kind: 'fail'; readonly why: Failure }

/** What passes at an unknown time is looked at so often, ms; a payment under way also when a withdrawal moves. */
const LOOK_MS = 10_000
const PAYMENT_MS = 60_000
/** Steps of one call; what is left then is the process's. */
const STEPS_MAX = 10

export interface LeavingParts {
  readonly pool: Pool
  /** The clock for money. */
  readonly clock: Clock
  readonly closings: Pick<Closings, 'freshOf' | 'settleOwed'>
  readonly wallets: Wallets
  readonly earning: Pick<Earning, 'verifiedTimes'>
  readonly transfers: Pick<Transfers, 'send'>
  readonly payments: LastPayments
  readonly erasure: Pick<Erasure, 'begin' | 'carryOn' | 'isClosed'>
  /** Called when the account is not closing any more. */
  readonly onEnded: (memberId: string) => void
  readonly log: Pick<BaseLogger, 'info' | 'warn'>
}

export interface Leaving {
  /**
   * Does what can be done now of a closing: settles what is owed, releases the stake, pays out, sends tokens on, closes
   * the account. Whatever crashes, the next call goes on; several at once are one after another.
   */
  readonly goOn: (memberId: string) => Promise<ClosingState>
  /**
   * Stops a closing; the account stays open, with what it has now.
   * @throws {HttpError} 409 `not_closing` there is none; `closing_ordered` the last payment is with the bank
   */
  readonly stop: (memberId: string) => Promise<void>
}

/** Whether a payment is still ours: in a review, or not handed over. */
const mayCancel = (payment: Holdings['withdrawals'][string] | undefined): boolean =>
  payment?.stage === 'review' || payment?.stage === 'requested'

/** Whether the closing's payment is with the bank, and nothing else is left to pay. */
export const isLastWithBank = (wallet: Holdings, paymentId: string): boolean => {
  const payment = wallet.withdrawals[paymentId]
  return payment !== undefined && !mayCancel(payment) && wallet.balances.USD <= 0n
}

/** The last time at which something that passes by itself is over, as far as is known. */
export const overAt = (waits: readonly Pick<ClosingObstacle, 'from'>[]): Date | null => {
  const known = waits.flatMap(({ from }) => (from === undefined ? [] : [Date.parse(from)]))
  return known.length === 0 ? null : new Date(Math.max(...known))
}

/** Why a refusal ends a closing; null: it passes, or is a failure of ours. */
const failureOf = (error: unknown, otherwise: Failure): Failure | null => {
  if (!isRefused(error)) return error instanceof HttpError && error.status === 404 ? otherwise : null
  return error instanceof Refusal && error.code.startsWith('identity_') ? 'identity' : otherwise
}

const ordered = () =>
  new HttpError(409, 'closing_ordered', 'Your last payment is with the bank already: the account closes.')

export const createLeaving = (parts: LeavingParts): Leaving => {
  const { pool, clock, closings, wallets, earning, transfers, payments, erasure, onEnded, log } = parts

  const later = (ms: number): Date => new Date(clock().getTime() + ms)
  const tomorrow = (): Date => startOfDay(addDays(dayOf(clock()), 1))
  /** A payment is under way. */
  const paying = (): Next => ({ kind: 'wait', until: later(PAYMENT_MS), isPaying: true })
  const paymentOf = (closing: AccountClosing) => ({ memberId: closing.memberId, key: paymentKeyOf(closing) })

  /** Does something that may be refused for good. */
  const orFail = async (work: () => Promise<Next | null>, otherwise: Failure): Promise<Next | null> => {
    try {
      return await work()
    } catch (error) {
      const why = failureOf(error, otherwise)
      if (why === null) throw error
      return { kind: 'fail', why }
    }
  }

  /** What keeps it from going on now; null: nothing. */
  const hindrance = async ({ memberId }: AccountClosing): Promise<Next | null> => {
    const { obstacles } = await closings.freshOf(memberId)
    const left = obstacles.find(({ ends }) => ends === undefined || ends === 'unfamiliar')
    if (left) {
      const isMoney = left.code === 'wallet_overdrawn' || left.code === 'owed_not_covered'
      const isIdentity = left.code === 'withdrawal_not_possible'
      return { kind: 'fail', why: isMoney ? 'money' : isIdentity ? 'identity' : 'obstacle' }
    }
    const waits = obstacles.filter(({ ends }) => ends === 'by_waiting')
    if (waits.length === 0) return null
    const until = overAt(waits)
    const [soon, latest] = [later(LOOK_MS), later(DAY_MS)]
    const isKnown = waits.every(({ from }) => from !== undefined)
    if (!isKnown || until === null || until < soon) return { kind: 'wait', until: soon }
    // What it waits for can end before its time, as a deposit does that comes back.
    return { kind: 'wait', until: until < latest ? until : latest }
  }

  const payOut = async (closing: AccountClosing, wallet: Holdings): Promise<Next | null> => {
    const { memberId, bankAccountId: accountId, begunAt, provenAt } = closing
    if (wallet.balances.USD <= 0n) return null
    const usableFrom = accountId === null ? null : await payments.usableFrom(memberId, accountId)
    if (accountId === null || usableFrom === null) return { kind: 'fail', why: 'account' }
    const room = await payments.limitedTo(wallet, clock().toISOString())
    if (room <= 0n) return { kind: 'wait', until: tomorrow() }
    const cents = wallet.balances.USD < room ? wallet.balances.USD : room
    return orFail(async () => {
      await payments.assertMayPay(memberId, accountId, begunAt)
      await payments.request({ ...paymentOf(closing), accountId, cents, provenAt: provenAt.toISOString() })
      return paying()
    }, 'account')
  }

  const sendTokens = async (closing: AccountClosing, wallet: Holdings): Promise<Next | null> => {
    const { memberId: from, givesUp, sendsTo, provenAt } = closing
    const token = Token.options.find(
      (one) => wallet.balances[one] >= SMALLEST_LEFT_BEHIND[one] && !givesUp.includes(one),
    )
    if (token === undefined) return null
    const to = sendsTo[token]
    if (to === null) return { kind: 'fail', why: 'tokens' }
    try {
      // The balance decides: what a crash repeats finds nothing left to send.
      const { status } = await transfers.send({
        idempotencyKey: newOwnKey(),
        from,
        to,
        amount: money(token, wallet.balances[token]),
        message: null,
        provenAt: provenAt.toISOString(),
        repeated: false,
      })
      return status === 'returned' ? { kind: 'fail', why: 'tokens' } : { kind: 'again' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // What left today counts for the limit of the day.
      const limited = error.code === 'daily_limit' || error.code === 'unverified_limit'
      return limited && sentOn(wallet.sentInDay, clock().toISOString()) > 0n
        ? { kind: 'wait', until: tomorrow() }
        : { kind: 'fail', why: 'tokens' }
    }
  }

  /** Interest of the days that have ended; after the last payment there is none. */
  const payInterest = async ({ memberId, id }: AccountClosing): Promise<void> => {
    const times = earning.verifiedTimes && (await earning.verifiedTimes([memberId]))
    await payInterestDue({ wallets, clock }, memberId, times, id)
  }

  /** The next step while no payment is under way. */
  const next = async (closing: AccountClosing): Promise<Next> => {
    const { memberId } = closing
    const hindered = await hindrance(closing)
    if (hindered) return hindered
    const refused = await orFail(async () => {
      await closings.settleOwed(memberId)
      return null
    }, 'money')
    if (refused) return refused
    await payInterest(closing)
    const wallet = await wallets.stateOf(memberId)
    if (wallet.status !== 'open') return { kind: 'close' }
    return (await payOut(closing, wallet)) ?? (await sendTokens(closing, wallet)) ?? { kind: 'close' }
  }

  /** Looks after the payment under way; null: there is none. */
  const follow = async (client: PoolClient, closing: AccountClosing): Promise<Next | null> => {
    const wallet = await wallets.stateOf(closing.memberId)
    const payment =
      wallet.status === 'absent' ? undefined : wallet.withdrawals[payments.idOf(paymentOf(closing))]
    if (payment === undefined) return closing.isPaying ? { kind: 'fail', why: 'payment' } : null
    if (payment.stage !== 'sent') return paying()
    const told = { state: 'paid', day: null, minor: payment.cents.toString(), reason: null } as const
    await tellClosing(client, closing, told, clock(), paymentKeyOf(closing))
    return { kind: 'again' }
  }

  const fail = async (client: PoolClient, closing: AccountClosing, why: Failure): Promise<void> => {
    const { memberId, id } = closing
    const stopped = why === 'payment' && (await payments.wasCancelled(paymentOf(closing)))
    await endClosing(client, memberId)
    const facts = stopped
      ? ({ state: 'stopped', reason: null } as const)
      : ({ state: 'failed', reason: why } as const)
    await tellClosing(client, closing, { ...facts, day: null, minor: null }, clock())
    log.warn({ closing: id, why }, 'An account that was closing stays open')
  }

  /** One step, with the closing held until what it did is noted. */
  const step = (memberId: string): Promise<ClosingState | 'again' | 'close'> =>
    inTransaction(pool, async (client) => {
      const closing = await lockClosing(client, memberId)
      if (!closing || (await isClosing(client, memberId))) return 'none'
      const followed = await follow(client, closing)
      const come = followed ?? (await next(closing))
      switch (come.kind) {
        case 'again': {
          // What was followed has arrived; the next payment is another.
          const paid = closing.payments + (followed === null ? 0 : 1)
          await waitUntil(client, { memberId, payments: paid, isPaying: false }, clock())
          return 'again'
        }
        case 'wait': {
          const { until, isPaying = false } = come
          await waitUntil(client, { ...closing, isPaying }, until)
          return 'waiting'
        }
        case 'fail':
          await fail(client, closing, come.why)
          return 'ended'
        case 'close':
          await erasure.begin(client, memberId)
          await waitUntil(client, closing, later(LOOK_MS))
          return 'close'
        default:
          return come satisfies never
      }
    })

  /** Closes an account with nothing left; what came in at the last moment is paid out first. */
  const close = async (memberId: string): Promise<ClosingState> => {
    try {
      await erasure.carryOn(memberId)
      return 'closed'
    } catch (error) {
      if (!isRefused(error)) throw error
      return 'waiting'
    }
  }

  const goOn: Leaving['goOn'] = async (memberId) => {
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const state = await step(memberId)
      // Another process may be closing it at this moment: both carry it on, and both know when it is done.
      if (state === 'close' || (state === 'none' && (await erasure.isClosed(memberId))))
        return close(memberId)
      if (state === 'ended') onEnded(memberId)
      if (state !== 'again') return state
    }
    return 'waiting'
  }

  const withdraw = async (closing: AccountClosing): Promise<void> => {
    try {
      await payments.cancel(paymentOf(closing))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'withdrawal_ordered') throw ordered()
      throw error
    }
  }

  return {
    goOn,
    stop: async (memberId) => {
      await inTransaction(pool, async (client) => {
        const closing = await lockClosing(client, memberId)
        if (!closing) throw new HttpError(409, 'not_closing', 'Your account is not closing.')
        const wallet = await wallets.stateOf(memberId)
        if (wallet.status !== 'open' || (await isClosing(client, memberId))) throw ordered()
        const paymentId = payments.idOf(paymentOf(closing))
        if (mayCancel(wallet.withdrawals[paymentId])) await withdraw(closing)
        else if (isLastWithBank(wallet, paymentId)) throw ordered()
        await endClosing(client, memberId)
        await tellClosing(
          client,
          closing,
          { state: 'stopped', day: null, minor: null, reason: null },
          clock(),
        )
      })
      onEnded(memberId)
    },
  }
}
