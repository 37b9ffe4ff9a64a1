import { memberAccount } from '../accounts.ts'
import type { LedgerEvent } from '../ledger-event.ts'

/**
 * A deposit from a processor is initiated before anything else becomes of it, credited once and with what was
 * asked for, after it succeeded; reversed once at most, after it was credited and returned. Whoever is in debt
 * has had a deposit reversed.
 */
export const depositChecks = () => {
  const known = new Map<string, Set<LedgerEvent['type']>>()
  const amounts = new Map<string, string>()
  const debtors = new Set<string>()

  const note = (event: LedgerEvent): void => {
    if (!event.type.startsWith('Deposit') || !('depositId' in event.data)) return
    const { depositId, memberId } = event.data
    const seen = known.get(depositId) ?? new Set()
    known.set(depositId, seen)
    if (seen.has(event.type)) throw new Error(`${event.type} of deposit ${depositId} stands twice`)
    const requires = (type: LedgerEvent['type']) => {
      if (!seen.has(type)) throw new Error(`${event.type} of deposit ${depositId} stands without ${type}`)
    }
    if (event.type === 'DepositInitiated')
      amounts.set(depositId, `${event.data.amount.minor} and a fee of ${event.data.fee.minor}`)
    else if (event.type === 'DepositCredited' || event.type === 'DepositReversed') {
      const { source, amount, fee } = event.data
      if (event.type === 'DepositReversed') requires('DepositCredited')
      if (source !== 'bank') {
        requires(event.type === 'DepositCredited' ? 'DepositSucceeded' : 'DepositReturned')
        const moved = `${amount.minor} and a fee of ${fee?.minor ?? 0}`
        if (amounts.get(depositId) !== moved)
          throw new Error(`${event.type} of deposit ${depositId} moves ${moved}`)
      }
      if (event.type === 'DepositReversed') debtors.add(memberAccount(memberId, 'USD'))
    } else requires('DepositInitiated')
    seen.add(event.type)
  }

  return {
    note,
    explainsDebtOf: (account: string): boolean => debtors.has(account),
    /** Once everything is idle every deposit that succeeded is credited, and what then came back is reversed. */
    finish: ({ idle }: { idle: boolean }): void => {
      if (!idle) return
      for (const [depositId, seen] of known) {
        if (!seen.has('DepositSucceeded')) continue
        if (!seen.has('DepositCredited')) throw new Error(`Deposit ${depositId} is not credited`)
        if (seen.has('DepositReturned') && !seen.has('DepositReversed'))
          throw new Error(`Deposit ${depositId} is not reversed`)
      }
    },
  }
}
