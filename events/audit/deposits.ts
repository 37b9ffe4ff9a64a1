import { memberAccount } from '../accounts.ts'
import type { LedgerEvent } from '../ledger-event.ts'

type DepositFact = Extract<LedgerEvent, { readonly data: { readonly depositId: string } }>

/** Every fact of a deposit has a bit: a log has many deposits, and one that is over may still come back. */
const BITS: Readonly<Record<DepositFact['type'], number>> = {
  DepositInitiated: 1,
  DepositSubmitted: 2,
  DepositActionRequired: 4,
  DepositProcessing: 8,
  DepositFailed: 16,
  DepositSucceeded: 32,
  DepositReturned: 64,
  DepositCredited: 128,
  DepositReversed: 256,
}

interface Known {
  /** Bits of what has happened. */
  seen: number
  /** What was asked for and the fee on top, in cents; null when no processor was asked. */
  asked: string | null
  fee: string
}

const isDepositFact = (event: LedgerEvent): event is DepositFact => event.type in BITS

/**
 * A deposit from a processor is initiated before anything else becomes of it, credited once and with what was
 * asked for, after it succeeded; reversed once at most, after it was credited and returned. Whoever is in debt
 * has had a deposit reversed.
 */
export const depositChecks = () => {
  const deposits = new Map<string, Known>()
  const debtors = new Set<string>()

  const note = (event: LedgerEvent): void => {
    if (!isDepositFact(event)) return
    const { depositId, memberId } = event.data
    let known = deposits.get(depositId)
    if (!known) deposits.set(depositId, (known = { seen: 0, asked: null, fee: '0' }))
    const { seen, asked } = known
    if (seen & BITS[event.type]) throw new Error(`${event.type} of deposit ${depositId} stands twice`)
    const requires = (type: DepositFact['type']) => {
      if (!(seen & BITS[type]))
        throw new Error(`${event.type} of deposit ${depositId} stands without ${type}`)
    }
    if (event.type === 'DepositInitiated') {
      known.asked = event.data.amount.minor
      known.fee = event.data.fee.minor
    } else if (event.type === 'DepositCredited' || event.type === 'DepositReversed') {
      const { source, amount, fee } = event.data
      if (event.type === 'DepositReversed') requires('DepositCredited')
      if (source !== 'bank') {
        requires(event.type === 'DepositCredited' ? 'DepositSucceeded' : 'DepositReturned')
        const charged = fee?.minor ?? '0'
        if (asked !== amount.minor || known.fee !== charged)
          throw new Error(
            `${event.type} of deposit ${depositId} moves ${amount.minor} and a fee of ${charged}`,
          )
      }
      if (event.type === 'DepositReversed') debtors.add(memberAccount(memberId, 'USD'))
    } else requires('DepositInitiated')
    known.seen |= BITS[event.type]
  }

  return {
    note,
    explainsDebtOf: (account: string): boolean => debtors.has(account),
    /** Once everything is idle every deposit that succeeded is credited, and what then came back is reversed. */
    finish: ({ idle }: { idle: boolean }): void => {
      if (!idle) return
      for (const [depositId, { seen }] of deposits) {
        if (!(seen & BITS.DepositSucceeded)) continue
        if (!(seen & BITS.DepositCredited)) throw new Error(`Deposit ${depositId} is not credited`)
        if (seen & BITS.DepositReturned && !(seen & BITS.DepositReversed))
          throw new Error(`Deposit ${depositId} is not reversed`)
      }
    },
  }
}
