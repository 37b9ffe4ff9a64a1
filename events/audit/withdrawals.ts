import { memberAccount } from '../accounts.ts'
import type { Book } from '../book.ts'
import { walletEvents } from '../wallet/events.ts'
import { holdsAfter, holdsAt, type Hold } from '../wallet/holds.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { DatedFact } from './dated-fact.ts'

type Withdrawing = Extract<LedgerEvent, { readonly data: { readonly withdrawalId: string } }>
type Step = Withdrawing['type']

/** What each step may follow; null: it is the first. */
const AFTER: Readonly<Record<Step, Step | null>> = {
  WithdrawalRequested: null,
  WithdrawalOrdered: 'WithdrawalRequested',
  WithdrawalCancelled: 'WithdrawalRequested',
  WithdrawalSent: 'WithdrawalOrdered',
  WithdrawalFailed: 'WithdrawalOrdered',
  WithdrawalReturned: 'WithdrawalSent',
}

const NO_HOLDS: readonly Hold[] = []

const isWithdrawing = (event: LedgerEvent): event is Withdrawing => event.type in AFTER

/**
 * A withdrawal takes one step after the other, each once, always with its member and amount, and takes no money that
 * may not leave the house yet.
 */
export const withdrawalChecks = (book: Pick<Book, 'balanceOf'>) => {
  /** The latest step of each withdrawal, its member and its cents; none may be dropped, as any may still be returned. */
  const withdrawals = new Map<string, { step: Step; readonly member: string; readonly cents: string }>()
  /** By the streams of the wallets that have any. */
  const holds = new Map<string, readonly Hold[]>()

  const assertFree = (memberId: string, { at }: DatedFact): void => {
    const held = holdsAt(holds.get(walletEvents.streamOf(memberId)) ?? NO_HOLDS, at).reduce(
      (sum, { cents }) => sum + cents,
      0n,
    )
    const left = -book.balanceOf(memberAccount(memberId, 'USD'), 'USD')
    if (left < held) throw new Error(`a withdrawal leaves ${left} cents, and ${held} are held`)
  }

  return {
    /** After the event of a stream was posted. */
    check: (fact: DatedFact, streamId: string): void => {
      const { event, at } = fact
      const before = holds.get(streamId) ?? NO_HOLDS
      const after = holdsAfter(before, event, at)
      if (after !== before) holds.set(streamId, after)
      if (!isWithdrawing(event)) return
      const { withdrawalId, memberId } = event.data
      const known = withdrawals.get(withdrawalId)
      if ((known?.step ?? null) !== AFTER[event.type])
        throw new Error(`${event.type} of ${withdrawalId} follows ${known?.step ?? 'nothing'}`)
      const cents = 'amount' in event.data ? event.data.amount.minor : known?.cents
      if (known && (known.member !== memberId || known.cents !== cents))
        throw new Error(`${event.type} of ${withdrawalId} moves ${cents} cents of ${memberId}`)
      if (event.type === 'WithdrawalRequested') assertFree(memberId, fact)
      if (known) known.step = event.type
      else withdrawals.set(withdrawalId, { step: event.type, member: memberId, cents: cents ?? '' })
    },
  }
}
