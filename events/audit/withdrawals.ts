import { memberAccount } from '../accounts.ts'
import type { Book } from '../book.ts'
import { walletEvents } from '../wallet/events.ts'
import { holdsAfter, holdsAt, type Hold } from '../wallet/holds.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { DatedFact } from './dated-fact.ts'

type Withdrawing = Extract<LedgerEvent, { readonly data: { readonly withdrawalId: string } }>
type Step = Withdrawing['type']

/** What is known of a withdrawal: `cents` come back with its next end, `fee` is their part that is ours once it is sent. */
interface Known {
  readonly step: Step | typeof IN_REVIEW
  readonly member: string
  readonly cents: bigint
  readonly fee: bigint
}

/** Of one that waits for a person: the bank is not asked before it was released. */
const IN_REVIEW = 'WithdrawalRequested, in review'

/** What each step may follow; nothing: it is the first. */
const AFTER: Readonly<Record<Step, readonly Known['step'][]>> = {
  WithdrawalRequested: [],
  WithdrawalReleased: [IN_REVIEW],
  WithdrawalOrdered: ['WithdrawalRequested', 'WithdrawalReleased'],
  WithdrawalCancelled: [IN_REVIEW, 'WithdrawalRequested', 'WithdrawalReleased'],
  WithdrawalRerouted: ['WithdrawalOrdered'],
  WithdrawalSent: ['WithdrawalOrdered', 'WithdrawalRerouted'],
  WithdrawalFailed: [IN_REVIEW, 'WithdrawalOrdered', 'WithdrawalRerouted'],
  WithdrawalReturned: ['WithdrawalSent'],
}

const NO_HOLDS: readonly Hold[] = []

const isWithdrawing = (event: LedgerEvent): event is Withdrawing => event.type in AFTER

const centsOf = ({ amount }: { readonly amount: { readonly minor: string } }): bigint => BigInt(amount.minor)

/** What is known after a step that may follow. @throws {Error} it moves another amount or fee than there is */
const stepped = (event: Withdrawing, known: Known | undefined): Known => {
  const { withdrawalId, memberId: member } = event.data
  if (event.type === 'WithdrawalRequested') {
    const { rail, fee = '0', review } = event.data
    const cents = centsOf(event.data)
    if (BigInt(fee) >= cents || (rail === 'ach' && fee !== '0'))
      throw new Error(`WithdrawalRequested of ${withdrawalId} has a fee of ${fee} cents`)
    return { step: review === undefined ? event.type : IN_REVIEW, member, cents, fee: BigInt(fee) }
  }
  if (!known) throw new Error(`${event.type} of ${withdrawalId} follows nothing`)
  const { cents, fee } = known
  const next = { ...known, step: event.type }
  if (event.type === 'WithdrawalReleased' || event.type === 'WithdrawalOrdered') {
    if (known.member !== member) throw new Error(`${event.type} of ${withdrawalId} is of ${member}`)
    return next
  }
  const moved = centsOf(event.data)
  const due = event.type === 'WithdrawalRerouted' ? fee : cents
  if (known.member !== member || moved !== due)
    throw new Error(`${event.type} of ${withdrawalId} moves ${moved} cents of ${member}`)
  if (event.type === 'WithdrawalSent' && BigInt(event.data.fee ?? '0') !== fee)
    throw new Error(`WithdrawalSent of ${withdrawalId} takes a fee of ${event.data.fee ?? '0'} cents`)
  const isFeeGone = event.type === 'WithdrawalRerouted' || event.type === 'WithdrawalSent'
  return isFeeGone ? { ...next, cents: cents - fee, fee: 0n } : next
}

/**
 * A withdrawal takes one step after the other, each once, always with its member and amount, and takes no money that
 * may not leave the house yet.
 */
export const withdrawalChecks = (book: Pick<Book, 'balanceOf'>) => {
  /** None may be dropped, as any may still be returned. */
  const withdrawals = new Map<string, Known>()
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
      const follows = AFTER[event.type]
      if (known ? !follows.includes(known.step) : follows.length > 0)
        throw new Error(`${event.type} of ${withdrawalId} follows ${known?.step ?? 'nothing'}`)
      withdrawals.set(withdrawalId, stepped(event, known))
      if (event.type === 'WithdrawalRequested') assertFree(memberId, fact)
    },
  }
}
