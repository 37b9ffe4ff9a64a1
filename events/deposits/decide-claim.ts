import { derivedId } from '../ids.ts'
import type { PaymentChange } from './payment-change.ts'
import type { Deposit } from './deposit.ts'
import { codeOf, type DepositEvent } from './events.ts'

type ClaimChange = Extract<PaymentChange, { readonly to: 'claimed' | 'released' }>

/**
 * The wallet's part of `gone` cents taken from a charge; the fee bears the rest. Proportional, and exactly the amount
 * for the whole charge, so parts that are taken one after the other add up to the cent.
 */
const walletPart = (gone: bigint, amount: bigint, fee: bigint): bigint => (amount * gone) / (amount + fee)

const centsOf = (minor: bigint) => ({ currency: 'USD' as const, minor: minor.toString() })

/**
 * Decides what a claim does to a deposit. A report states the total that its claim has taken, so a repeated or outdated
 * report changes nothing. Together, claims never take more than the charge.
 */
export const decideClaim = (change: ClaimChange, deposit: Deposit): DepositEvent[] => {
  if (deposit.stage === 'absent' || deposit.stage === 'returned') return []
  const { depositId, memberId, amount, fee, claims, claimChanges } = deposit
  const charge = amount.minor + fee.minor
  const { claim, reference } = change
  const before = Object.values(claims).reduce((sum, cents) => sum + cents, 0n)
  const own = claims[claim] ?? 0n
  const others = before - own
  const wanted = change.to === 'claimed' ? change.taken.minor : 0n
  const level = wanted > charge - others ? charge - others : wanted
  const isNews = change.to === 'claimed' ? level > own : level < own
  if (!isNews) return []
  // The whole charge at once and for good: the deposit is returned.
  if (change.to === 'claimed' && !change.disputed && level === charge && claimChanges === 0)
    return [{ type: 'DepositReturned', data: { depositId, memberId, reference, code: codeOf(change.code) } }]
  const after = others + level
  const part = (gone: bigint) => walletPart(gone, amount.minor, fee.minor)
  const [wallet, all] =
    after > before
      ? [part(after) - part(before), after - before]
      : [part(before) - part(after), before - after]
  const data = {
    depositId,
    memberId,
    reference,
    takeId: derivedId('deposit-claim', depositId, String(claimChanges)),
    claim,
    level: centsOf(level),
    amount: centsOf(wallet),
    fee: centsOf(all - wallet),
  }
  return change.to === 'claimed'
    ? [{ type: 'DepositClaimed', data: { ...data, code: codeOf(change.code) } }]
    : [{ type: 'DepositReleased', data }]
}
