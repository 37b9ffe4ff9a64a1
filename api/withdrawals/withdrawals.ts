import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import type { PayoutRail } from '../../events/wallet/events.ts'
import type { Withdrawal } from '../../events/wallet/withdrawals.ts'
import { assertSameAmount, bySystem, causedBy, keyedStep, type Attempt } from '../http/attempt.ts'
import type { FormerWallet } from '../../events/wallet/withdrawal-limits.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Payout, PayoutOrder } from './paying-bank.ts'
import type { StopReason } from './reasons.ts'

/** The bank as withdrawals see it: accounts by their ids (`payouts.ts` puts the numbers in). */
export interface Payouts {
  /** The same key is the same payout. @throws {BankUnavailable} whether it was ordered is unknown */
  payOut(order: Omit<PayoutOrder, 'to'> & { readonly accountId: string }): Promise<Payout>
  /** The payout that was ordered with a key; null when there is none. @throws {BankUnavailable} */
  payoutOf(key: string): Promise<Payout | null>
}

/** A withdrawal whose money has left the wallet's balance. */
export interface BegunWithdrawal {
  readonly withdrawalId: string
  readonly memberId: string
  readonly accountId: string
  /** What the bank account gets. */
  readonly cents: bigint
  /** Ledger position of WithdrawalRequested. */
  readonly position: bigint
}

type Known = Pick<BegunWithdrawal, 'withdrawalId' | 'memberId' | 'position'>

export interface Withdrawals {
  /**
   * Takes the money and the fee out of the balance; from then on it reaches the bank or comes back, whatever crashes.
   * @param provenAt ISO time of the step-up for this withdrawal
   * @throws {Refusal} the wallet refuses it; nothing was appended
   */
  request(
    attempt: Attempt,
    order: {
      readonly accountId: string
      readonly cents: bigint
      readonly fee: bigint
      readonly rail: PayoutRail
      readonly provenAt: string
      /** Another member has or had the same bank account. */
      readonly isShared: boolean
      /** By it an account is closed. */
      readonly isLast?: boolean
      /** Wallets that the same person has closed. */
      readonly former?: readonly FormerWallet[]
    },
  ): Promise<BegunWithdrawal>
  /**
   * Hands it to the bank; safe to repeat and to run concurrently, in any state. An instant one that is refused goes by
   * ACH. `pending`: the bank has not decided; to be repeated. `ended`: it failed or came back earlier.
   * @throws {Refusal} `withdrawal_not_found` it was cancelled
   * @throws {BankUnavailable} to be repeated
   */
  send(withdrawal: BegunWithdrawal): Promise<'sent' | 'failed' | 'pending' | 'ended'>
  /**
   * The operator's word about one that waits for a person: it goes on, or its money comes back; safe to repeat.
   * @throws {Refusal} it does not wait any more
   */
  release(withdrawal: Known): Promise<void>
  stop(withdrawal: Known, reason: StopReason): Promise<void>
  /** @throws {Refusal} `withdrawal_ordered` the bank has been asked */
  cancel(withdrawal: Known): Promise<{ readonly position: bigint }>
  /** The receiving bank returned it, for a reason such as `R03`; safe to repeat. */
  giveBack(withdrawal: Known, reason: string): Promise<void>
}

/** Id of the withdrawal of a member's idempotency key. */
export const withdrawalIdOf = ({
  memberId,
  idempotencyKey,
}: Pick<Attempt, 'memberId' | 'idempotencyKey'>): string => derivedId('withdrawal', memberId, idempotencyKey)

const INSTANT = '-instant'

/** The bank's key of a withdrawal's payout: one for each rail, as ACH may follow where instant was refused. */
export const payoutKeyOf = (withdrawalId: string, rail: PayoutRail): string =>
  rail === 'ach' ? withdrawalId : `${withdrawalId}${INSTANT}`

/** The withdrawal whose payout has a key. */
export const withdrawalOfKey = (key: string): string =>
  key.endsWith(INSTANT) ? key.slice(0, -INSTANT.length) : key

const STEPS = {
  releaseWithdrawal: 'WithdrawalReleased',
  stopWithdrawal: 'WithdrawalFailed',
  orderWithdrawal: 'WithdrawalOrdered',
  rerouteWithdrawal: 'WithdrawalRerouted',
  sendWithdrawal: 'WithdrawalSent',
  failWithdrawal: 'WithdrawalFailed',
  cancelWithdrawal: 'WithdrawalCancelled',
  returnWithdrawal: 'WithdrawalReturned',
} as const

type StepCommand =
  | { readonly type: 'releaseWithdrawal' | 'orderWithdrawal' | 'cancelWithdrawal' }
  | { readonly type: 'sendWithdrawal'; readonly reference: string }
  | {
      readonly type: 'stopWithdrawal' | 'rerouteWithdrawal' | 'failWithdrawal' | 'returnWithdrawal'
      readonly reason: string
    }

export const createWithdrawals = ({
  wallets,
  payouts,
  clock,
}: {
  wallets: Pick<Wallets, 'execute' | 'stateOf'>
  payouts: Payouts
  clock: Clock
}): Withdrawals => {
  /** Takes a step, unless it was taken before. */
  const take = ({ withdrawalId, memberId, position }: Known, command: StepCommand, actor = 'system') =>
    wallets.execute(
      memberId,
      { ...command, withdrawalId },
      {
        ...bySystem(clock, withdrawalId, derivedId('WithdrawalRequested', withdrawalId)),
        actor,
        step: { eventId: derivedId(STEPS[command.type], withdrawalId), after: position },
      },
    )

  const standing = async ({ memberId, withdrawalId }: Known): Promise<Withdrawal | undefined> => {
    const wallet = await wallets.stateOf(memberId)
    return wallet.status === 'absent' ? undefined : wallet.withdrawals[withdrawalId]
  }

  /** @param isNew nobody can have ordered it from the bank on this rail before */
  const payOut = async (
    { withdrawalId, accountId, cents }: BegunWithdrawal,
    rail: PayoutRail,
    isNew: boolean,
  ): Promise<Payout> => {
    const key = payoutKeyOf(withdrawalId, rail)
    // Whoever ordered it before may have reached the bank and died, or lost its answer.
    const known = isNew ? null : await payouts.payoutOf(key)
    return known ?? payouts.payOut({ key, rail, accountId, cents })
  }

  const settle = async (
    withdrawal: BegunWithdrawal,
    rail: PayoutRail,
    isNew: boolean,
  ): Promise<'sent' | 'failed' | 'pending'> => {
    const payout = await payOut(withdrawal, rail, isNew)
    switch (payout.state) {
      case 'pending':
        return 'pending'
      case 'taken':
        await take(withdrawal, { type: 'sendWithdrawal', reference: payout.reference })
        return 'sent'
      case 'refused': {
        const { reason } = payout
        if (rail === 'instant') {
          const { outcome } = await take(withdrawal, { type: 'rerouteWithdrawal', reason })
          return settle(withdrawal, 'ach', outcome === 'appended')
        }
        await take(withdrawal, { type: 'failWithdrawal', reason })
        return 'failed'
      }
    }
  }

  return {
    request: async (attempt, order) => {
      const { memberId } = attempt
      const withdrawalId = withdrawalIdOf(attempt)
      const { events, position } = await wallets.execute(
        memberId,
        { type: 'requestWithdrawal', withdrawalId, ...order },
        {
          ...causedBy(attempt, withdrawalId),
          at: clock().toISOString(),
          ...keyedStep(attempt, derivedId('WithdrawalRequested', withdrawalId)),
        },
      )
      const [requested] = events
      if (requested?.type !== 'WithdrawalRequested')
        throw new Error('A withdrawal was carried out without WithdrawalRequested')
      const { amount, fee: taken = '0' } = requested.data
      const paid = BigInt(amount.minor) - BigInt(taken)
      assertSameAmount(usd(paid), usd(order.cents))
      return { withdrawalId, memberId, accountId: requested.data.accountId, cents: paid, position }
    },
    send: async (withdrawal) => {
      const { outcome } = await take(withdrawal, { type: 'orderWithdrawal' })
      const known = await standing(withdrawal)
      if (!known) return 'ended'
      if (known.stage === 'sent') return 'sent'
      return settle(withdrawal, known.rail, outcome === 'appended')
    },
    release: async (withdrawal) => {
      await take(withdrawal, { type: 'releaseWithdrawal' })
    },
    stop: async (withdrawal, reason) => {
      await take(withdrawal, { type: 'stopWithdrawal', reason })
    },
    cancel: async (withdrawal) => {
      const { position } = await take(withdrawal, { type: 'cancelWithdrawal' }, withdrawal.memberId)
      return { position }
    },
    giveBack: async (withdrawal, reason) => {
      await take(withdrawal, { type: 'returnWithdrawal', reason })
    },
  }
}
