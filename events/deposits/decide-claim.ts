import { derivedId } from '../ids.ts'
import type { PaymentChange } from './payment-change.ts'
import type { Deposit, KnownDeposit } from './deposit.ts'
import { codeOf, type DepositEvent } from './events.ts'

type ClaimChange = Extract<PaymentChange, { readonly to: 'claimed' | 'released' }>

/** The claim of all refunds of a charge, by their reported total. */
export const ALL_REFUNDS = 'refunds'
/** The claim of one refund. */
export const refundClaim = (id: string): string => `refund_${id}`
const isRefund = (claim: string): boolean => claim.startsWith('refund_')

/**
 * The wallet's part of `gone` cents taken from a charge; the fee bears the rest. Proportional, and exactly the amount
 * for the whole charge, so parts that are taken one after the other add up to the cent.
 */
const walletPart = (gone: bigint, amount: bigint, fee: bigint): bigint => (amount * gone) / (amount + fee)

const centsOf = (minor: bigint) => ({ currency: 'USD' as const, minor: minor.toString() })
const sumOf = (cents: readonly bigint[]): bigint => cents.reduce((sum, one) => sum + one, 0n)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * Cents that all claims together take of a charge, which is never more than the charge. Refunds are reported twice, as a
 * total and one by one; either may be missing, and a total from before a refund failed still has it.
 */
export const goneOf = ({
  amount,
  fee,
  claims,
  ended,
}: Pick<KnownDeposit, 'amount' | 'fee' | 'claims' | 'ended'>): bigint => {
  const entries = Object.entries(claims)
  const disputes = sumOf(
    entries.filter(([claim]) => claim !== ALL_REFUNDS && !isRefund(claim)).map(([, cents]) => cents),
  )
  const single = sumOf(entries.filter(([claim]) => isRefund(claim)).map(([, cents]) => cents))
  const total = (claims[ALL_REFUNDS] ?? 0n) - sumOf(Object.values(ended))
  const gone = disputes + larger(single, total)
  const charge = amount.minor + fee.minor
  return gone > charge ? charge : gone
}

/**
 * Decides what a claim does to a deposit. A report states all that its claim asks, so a repeated or outdated report
 * changes nothing; one that decides the claim is final, whatever is reported after it or was not reported before.
 */
export const decideClaim = (change: ClaimChange, deposit: Deposit): DepositEvent[] => {
  if (deposit.stage === 'absent' || deposit.stage === 'returned') return []
  const { depositId, memberId, amount, fee, claims, ended, claimChanges } = deposit
  const { claim, reference } = change
  if (claim in ended) return []
  const charge = amount.minor + fee.minor
  const own = claims[claim] ?? 0n
  const isFinal = change.to === 'released' || change.final === true
  const level = change.to === 'claimed' ? larger(change.taken.minor, own) : 0n
  if (level === own && !isFinal) return []
  const failed = change.to === 'released' && isRefund(claim) ? larger(change.failed?.minor ?? 0n, own) : 0n
  const before = goneOf(deposit)
  const after = goneOf({
    ...deposit,
    claims: { ...claims, [claim]: level },
    ended: isFinal ? { ...ended, [claim]: failed } : ended,
  })
  // The whole charge at once and for good: the deposit is returned.
  if (isFinal && change.to === 'claimed' && level >= charge && claimChanges === 0)
    return [{ type: 'DepositReturned', data: { depositId, memberId, reference, code: codeOf(change.code) } }]
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
  if (change.to === 'claimed') {
    const code = codeOf(change.code)
    return [{ type: 'DepositClaimed', data: { ...data, code, ...(isFinal && { final: true as const }) } }]
  }
  return [{ type: 'DepositReleased', data: { ...data, ...(failed > 0n && { failed: centsOf(failed) }) } }]
}
