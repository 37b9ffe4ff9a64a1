import { addDays } from '../calendar.ts'
import { formatMinor } from '../money.ts'
import { REVIEWS_WAITING_MAX } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { WalletCommand } from './commands.ts'
import type { WalletEvent } from './events.ts'
import { freeAt, holdsAt } from './holds.ts'
import { reviewOf } from './review.ts'
import type { Holdings } from './wallet.ts'

/** Cents as a fact has them. */
const inCents = (cents: bigint) => ({ currency: 'USD', minor: cents.toString() }) as const

/** The fee as a fact has it: none is not written. */
const feeIn = (fee: bigint): { readonly fee?: string } => (fee > 0n ? { fee: fee.toString() } : {})

type CommandOf<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>

/** How many withdrawals wait for a person. */
const waitingFor = ({ withdrawals }: Holdings): number =>
  Object.values(withdrawals).filter(({ stage }) => stage === 'review').length

/**
 * A withdrawal of money that is there and not held, with its fee; where it is odd, with the reason for a review.
 * @throws {Refusal} `withdrawal_held`: a part of it may not leave the house yet; says how much may, and when more may
 */
export const requestWithdrawal = (
  wallet: Holdings,
  command: CommandOf<'requestWithdrawal'>,
  at: string,
): WalletEvent => {
  const { withdrawalId, accountId, cents, fee, rail, provenAt } = command
  const free = freeAt(wallet, at)
  const [first] = holdsAt(wallet.holds, at)
  if (cents + fee > free && first) {
    const sentence = `$${formatMinor('USD', free)} can leave now: the rest came from deposits that can still be taken back, the first of them until ${first.until}. Try again from ${addDays(first.until, 1)} on.`
    throw new Refusal('withdrawal_held', sentence, { amount: sentence })
  }
  const amount = inCents(cents + fee)
  const data = { withdrawalId, memberId: wallet.memberId, accountId, rail, amount, provenAt }
  const review = reviewOf(wallet, command, at)
  if (review !== null && waitingFor(wallet) >= REVIEWS_WAITING_MAX)
    throw new Refusal(
      'too_many_reviews',
      `${REVIEWS_WAITING_MAX} of your withdrawals wait to be looked at by a person, the most there can be. Wait for one of them, or cancel one.`,
    )
  return { type: 'WithdrawalRequested', data: { ...data, ...feeIn(fee), ...(review !== null && { review }) } }
}

/**
 * The next step of a withdrawal; none when it has been ordered already.
 * @throws {Refusal} it cannot be the next: `withdrawal_not_found` when it has ended or never was
 */
export const advanceWithdrawal = (
  { memberId, withdrawals }: Holdings,
  command: CommandOf<
    | 'releaseWithdrawal'
    | 'stopWithdrawal'
    | 'orderWithdrawal'
    | 'rerouteWithdrawal'
    | 'sendWithdrawal'
    | 'failWithdrawal'
    | 'cancelWithdrawal'
    | 'returnWithdrawal'
  >,
): WalletEvent[] => {
  const { withdrawalId } = command
  const known = withdrawals[withdrawalId]
  if (!known) throw new Refusal('withdrawal_not_found', 'There is no such withdrawal, or it has ended.')
  const { stage, cents, fee, rail } = known
  const ended = { withdrawalId, memberId, amount: inCents(cents) }
  const needs = (needed: typeof stage): void => {
    if (stage !== needed)
      throw new Refusal('withdrawal_not_ordered', 'This withdrawal is past this step, or not there yet.')
  }
  switch (command.type) {
    case 'releaseWithdrawal':
      needs('review')
      return [{ type: 'WithdrawalReleased', data: { withdrawalId, memberId } }]
    case 'stopWithdrawal':
      needs('review')
      return [{ type: 'WithdrawalFailed', data: { ...ended, reason: command.reason } }]
    case 'orderWithdrawal':
      if (stage === 'ordered') return []
      needs('requested')
      return [{ type: 'WithdrawalOrdered', data: { withdrawalId, memberId } }]
    case 'cancelWithdrawal':
      if (stage !== 'requested' && stage !== 'review')
        throw new Refusal(
          'withdrawal_ordered',
          'This withdrawal was handed to the bank and cannot be cancelled any more.',
        )
      return [{ type: 'WithdrawalCancelled', data: ended }]
    case 'rerouteWithdrawal':
      needs('ordered')
      if (rail !== 'instant')
        throw new Refusal('withdrawal_not_instant', 'This withdrawal goes by ACH already.')
      return [
        {
          type: 'WithdrawalRerouted',
          data: { withdrawalId, memberId, amount: inCents(fee), reason: command.reason },
        },
      ]
    case 'sendWithdrawal':
      needs('ordered')
      return [{ type: 'WithdrawalSent', data: { ...ended, ...feeIn(fee), reference: command.reference } }]
    case 'failWithdrawal':
      needs('ordered')
      return [{ type: 'WithdrawalFailed', data: { ...ended, reason: command.reason } }]
    case 'returnWithdrawal':
      needs('sent')
      return [{ type: 'WithdrawalReturned', data: { ...ended, reason: command.reason } }]
  }
}
