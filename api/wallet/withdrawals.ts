import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { assertSameAmount, bySystem, causedBy, type Attempt } from '../http/attempt.ts'
import type { Wallets } from './wallets.ts'

/** The bank's answer for good: it has the payout under its `reference`, or does not take it. */
export type Payout =
  | { readonly state: 'taken'; readonly reference: string }
  | { readonly state: 'refused'; readonly reason: string }

/** The bank as it pays out. */
export interface PayingBank {
  /**
   * Orders a payout of cents to a saved bank account; the same key is the same payout.
   * @throws {BankUnavailable} whether it was ordered is unknown
   */
  payOut(order: { readonly key: string; readonly accountId: string; readonly cents: bigint }): Promise<Payout>
  /**
   * The payout that was ordered with a key; null when there is none.
   * @throws {BankUnavailable}
   */
  payoutOf(key: string): Promise<Payout | null>
}

/** The bank gave no answer. */
export class BankUnavailable extends Error {
  readonly code = 'bank_unavailable'
  constructor(why: string, options?: ErrorOptions) {
    super(`The bank gave no answer: ${why}`, options)
    this.name = 'BankUnavailable'
  }
}

/** A withdrawal whose money has left the wallet's balance. */
export interface BegunWithdrawal {
  readonly withdrawalId: string
  readonly memberId: string
  readonly accountId: string
  readonly cents: bigint
  /** Ledger position of WithdrawalRequested. */
  readonly position: bigint
}

export interface Withdrawals {
  /**
   * Takes the money out of the balance; from then on it reaches the bank or comes back, whatever crashes.
   * @param provenAt ISO time of the step-up for this withdrawal
   * @throws {Refusal} the wallet refuses it; nothing was appended
   */
  request(
    attempt: Attempt,
    order: { readonly accountId: string; readonly cents: bigint; readonly provenAt: string },
  ): Promise<BegunWithdrawal>
  /**
   * Hands it to the bank; safe to repeat and to run concurrently, in any state.
   * @throws {Refusal} `withdrawal_not_found` it was cancelled
   * @throws {BankUnavailable} to be repeated
   */
  send(withdrawal: BegunWithdrawal): Promise<'sent' | 'failed'>
  /** @throws {Refusal} `withdrawal_ordered` the bank has been asked */
  cancel(withdrawal: Pick<BegunWithdrawal, 'withdrawalId' | 'memberId' | 'position'>): Promise<void>
  /** The receiving bank returned it, for a reason such as `R03`; safe to repeat. */
  giveBack(
    withdrawal: Pick<BegunWithdrawal, 'withdrawalId' | 'memberId' | 'position'>,
    reason: string,
  ): Promise<void>
}

/** Id of the withdrawal of a member's idempotency key; the bank's order has it as its own. */
export const withdrawalIdOf = ({
  memberId,
  idempotencyKey,
}: Pick<Attempt, 'memberId' | 'idempotencyKey'>): string => derivedId('withdrawal', memberId, idempotencyKey)

const STEPS = {
  orderWithdrawal: 'WithdrawalOrdered',
  sendWithdrawal: 'WithdrawalSent',
  failWithdrawal: 'WithdrawalFailed',
  cancelWithdrawal: 'WithdrawalCancelled',
  returnWithdrawal: 'WithdrawalReturned',
} as const

export const createWithdrawals = ({
  wallets,
  bank,
  clock,
}: {
  wallets: Wallets
  bank: PayingBank
  clock: Clock
}): Withdrawals => {
  /** Takes a step, unless it was taken before. */
  const take = (
    { withdrawalId, memberId, position }: Pick<BegunWithdrawal, 'withdrawalId' | 'memberId' | 'position'>,
    command:
      | { readonly type: 'orderWithdrawal' | 'cancelWithdrawal' }
      | { readonly type: 'sendWithdrawal'; readonly reference: string }
      | { readonly type: 'failWithdrawal' | 'returnWithdrawal'; readonly reason: string },
    actor = 'system',
  ) =>
    wallets.execute(
      memberId,
      { ...command, withdrawalId },
      {
        ...bySystem(clock, withdrawalId, derivedId('WithdrawalRequested', withdrawalId)),
        actor,
        step: { eventId: derivedId(STEPS[command.type], withdrawalId), after: position },
      },
    )

  return {
    request: async (attempt, { accountId, cents, provenAt }) => {
      const { memberId } = attempt
      const withdrawalId = withdrawalIdOf(attempt)
      const { events, position } = await wallets.execute(
        memberId,
        { type: 'requestWithdrawal', withdrawalId, accountId, cents, provenAt },
        {
          ...causedBy(attempt, withdrawalId),
          at: clock().toISOString(),
          ...(attempt.repeated && {
            step: { eventId: derivedId('WithdrawalRequested', withdrawalId), after: 0n },
          }),
        },
      )
      const [requested] = events
      if (requested?.type !== 'WithdrawalRequested')
        throw new Error('A withdrawal was carried out without WithdrawalRequested')
      assertSameAmount(usd(BigInt(requested.data.amount.minor)), usd(cents))
      return { withdrawalId, memberId, accountId: requested.data.accountId, cents, position }
    },
    send: async (withdrawal) => {
      const { withdrawalId: key, accountId, cents } = withdrawal
      const { outcome } = await take(withdrawal, { type: 'orderWithdrawal' })
      // Whoever ordered it before may have reached the bank and died, or lost its answer.
      const known = outcome === 'appended' ? null : await bank.payoutOf(key)
      const payout = known ?? (await bank.payOut({ key, accountId, cents }))
      if (payout.state === 'refused') {
        await take(withdrawal, { type: 'failWithdrawal', reason: payout.reason })
        return 'failed'
      }
      await take(withdrawal, { type: 'sendWithdrawal', reference: payout.reference })
      return 'sent'
    },
    cancel: async (withdrawal) => {
      await take(withdrawal, { type: 'cancelWithdrawal' }, withdrawal.memberId)
    },
    giveBack: async (withdrawal, reason) => {
      await take(withdrawal, { type: 'returnWithdrawal', reason })
    },
  }
}
