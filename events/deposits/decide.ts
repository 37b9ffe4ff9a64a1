import { toAmountJson, usd, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { decideClaim } from './decide-claim.ts'
import type { PaymentChange } from './payment-change.ts'
import { isForward, type Deposit } from './deposit.ts'
import { codeOf, DepositEvent, type DepositMethod } from './events.ts'

export type DepositCommand =
  | {
      type: 'initiateDeposit'
      depositId: string
      memberId: string
      method: DepositMethod
      amount: Money
      fee: Money
      provider: string
    }
  | { type: 'submitDeposit'; reference: string }
  /** `provider`: the processor that reports the change. */
  | { type: 'advanceDeposit'; provider: string; change: PaymentChange }

/**
 * Decides a command on a deposit: returns the new facts, none when it is that far already. Pure.
 * @throws {Refusal} `deposit_not_found`; `deposit_mismatch` when a processor reports on another processor's deposit,
 *   another payment or another amount, which must not be credited
 * @throws {z.ZodError} the command contains a value that is invalid in a fact, such as a malformed reference
 */
export const decide = (command: DepositCommand, deposit: Deposit): DepositEvent[] =>
  // These facts contain processors' texts: a fact that cannot be parsed again would stop every reader of the log.
  facts(command, deposit).map((event) => DepositEvent.parse(event))

const facts = (command: DepositCommand, deposit: Deposit): DepositEvent[] => {
  switch (command.type) {
    case 'initiateDeposit': {
      if (deposit.stage !== 'absent') return []
      const { depositId, memberId, method, amount, fee, provider } = command
      return [
        {
          type: 'DepositInitiated',
          data: {
            depositId,
            memberId,
            method,
            amount: centsOf(amount),
            fee: centsOf(fee),
            provider,
          },
        },
      ]
    }
    case 'submitDeposit': {
      const { stage, depositId, memberId } = known(deposit)
      if (!isForward(stage, 'submitted')) return []
      return [{ type: 'DepositSubmitted', data: { depositId, memberId, reference: command.reference } }]
    }
    case 'advanceDeposit':
      return advance(command.provider, command.change, deposit)
  }
}

const known = (deposit: Deposit) => {
  if (deposit.stage === 'absent') throw new Refusal('deposit_not_found', 'There is no such deposit.')
  return deposit
}

const centsOf = (amount: Money) => {
  const { currency, minor } = toAmountJson(amount)
  if (currency !== 'USD') throw new RangeError('Deposits are in US dollars')
  return { currency, minor }
}

const advance = (provider: string, change: PaymentChange, deposit: Deposit): DepositEvent[] => {
  const { stage, depositId, memberId, amount, fee, ...rest } = known(deposit)
  const { reference } = change
  const isAnothers =
    rest.provider !== provider ||
    (rest.reference !== null && reference !== null && rest.reference !== reference)
  if (isAnothers)
    throw new Refusal('deposit_mismatch', `Deposit ${depositId} is another payment of another processor.`)
  if (change.to === 'claimed' || change.to === 'released') return decideClaim(change, deposit)
  if (!isForward(stage, change.to)) return []
  // Claims have taken a part of the charge: the rest is taken by a claim too.
  if (change.to === 'returned' && rest.claimChanges > 0) {
    const { code, reference: by } = change
    const taken = usd(amount.minor + fee.minor)
    return decideClaim(
      { to: 'claimed', reference: by, claim: 'returned', taken, disputed: false, code, final: true },
      deposit,
    )
  }
  const ids = { depositId, memberId }
  switch (change.to) {
    case 'action_required':
      return [{ type: 'DepositActionRequired', data: { ...ids, reference: change.reference } }]
    case 'processing':
      return [{ type: 'DepositProcessing', data: { ...ids, reference: change.reference } }]
    case 'failed':
      return [{ type: 'DepositFailed', data: { ...ids, reference, reason: codeOf(change.code) } }]
    case 'succeeded': {
      const due = amount.minor + fee.minor
      if (change.charged.currency !== 'USD' || change.charged.minor !== due)
        throw new Refusal(
          'deposit_mismatch',
          `Deposit ${depositId} is due ${due} cents and was charged ${change.charged.minor} ${change.charged.currency}.`,
        )
      return [{ type: 'DepositSucceeded', data: { ...ids, reference: change.reference } }]
    }
    case 'returned':
      return [
        { type: 'DepositReturned', data: { ...ids, reference: change.reference, code: codeOf(change.code) } },
      ]
  }
}
