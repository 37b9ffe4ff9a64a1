import type { LedgerEvent } from '../ledger-event.ts'
import { createClaimChecks, type ClaimFact } from './claims.ts'
import { minorColumn, wholeColumn } from './column.ts'
import { createUuidNumbers } from './uuid-set.ts'

type DepositFact = Exclude<Extract<LedgerEvent, { readonly data: { readonly depositId: string } }>, ClaimFact>

/** One bit per type of fact: a log has many deposits, and none can be dropped, as any may still be returned. */
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

const isDepositFact = (event: LedgerEvent): event is DepositFact => event.type in BITS

/**
 * A deposit from a processor is initiated before any other fact of it, credited once, after it succeeded, with the
 * amount and fee it was initiated with, and reversed at most once, after it was credited and returned.
 */
export const depositChecks = () => {
  const deposits = createUuidNumbers()
  /** Bits of the facts so far, by the deposit's number. */
  const happened = wholeColumn()
  /** Amount and fee of DepositInitiated, in cents; zero for a deposit without one. */
  const asked = minorColumn()
  const fees = minorColumn()
  const claims = createClaimChecks()

  const check = (event: LedgerEvent): void => {
    if (claims.check(event)) return
    if (!isDepositFact(event)) return
    const { depositId } = event.data
    const deposit = deposits.of(depositId)
    const seen = happened.get(deposit)
    if (seen & BITS[event.type]) throw new Error(`${event.type} of deposit ${depositId} stands twice`)
    const requires = (type: DepositFact['type']) => {
      if (!(seen & BITS[type]))
        throw new Error(`${event.type} of deposit ${depositId} stands without ${type}`)
    }
    if (event.type === 'DepositInitiated') {
      asked.set(deposit, BigInt(event.data.amount.minor))
      fees.set(deposit, BigInt(event.data.fee.minor))
    } else if (event.type === 'DepositCredited' || event.type === 'DepositReversed') {
      const { source, amount, fee } = event.data
      if (event.type === 'DepositReversed') requires('DepositCredited')
      if (source !== 'bank') {
        requires(event.type === 'DepositCredited' ? 'DepositSucceeded' : 'DepositReturned')
        const charged = fee?.minor ?? '0'
        if (asked.get(deposit) !== BigInt(amount.minor) || fees.get(deposit) !== BigInt(charged))
          throw new Error(
            `${event.type} of deposit ${depositId} moves ${amount.minor} and a fee of ${charged}`,
          )
      }
    } else requires('DepositInitiated')
    happened.set(deposit, seen | BITS[event.type])
  }

  return {
    check,
    /** When idle, every deposit that succeeded is credited and, if it was returned, reversed. */
    finish: ({ idle }: { idle: boolean }): void => {
      if (!idle) return
      claims.finish()
      for (let deposit = 0; deposit < deposits.count(); deposit += 1) {
        const seen = happened.get(deposit)
        if (!(seen & BITS.DepositSucceeded)) continue
        if (!(seen & BITS.DepositCredited))
          throw new Error(`Deposit ${deposits.idOf(deposit)} is not credited`)
        if (seen & BITS.DepositReturned && !(seen & BITS.DepositReversed))
          throw new Error(`Deposit ${deposits.idOf(deposit)} is not reversed`)
      }
    },
  }
}
