import { memberAccount } from '../../events/accounts.ts'
import { createBook, type Book } from '../../events/book.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { parseLedgerEvent, type LedgerEvent } from '../../events/ledger-event.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { interestChecks } from './interest-invariants.ts'
import { requestChecks } from './request-invariants.ts'
import { stakeChecks } from './stake-invariants.ts'
import { voteChecks } from './vote-invariants.ts'

export interface LedgerFacts {
  readonly book: Book
  /** Ids of transfers sent, received, returned, in ledger order. */
  readonly sent: readonly string[]
  readonly received: readonly string[]
  readonly returned: readonly string[]
}

const repeated = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i)

/**
 * A deposit from a processor is initiated before anything else becomes of it, credited once and with what was
 * asked for, after it succeeded; reversed once at most, after it was credited and returned. Whoever is in debt
 * has had a deposit reversed.
 */
const depositChecks = () => {
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

/**
 * Folds the whole log and throws at the first broken invariant of the ledger: balanced entries, no member
 * below zero but after a returned deposit, gap-free streams in global order, every transfer sent once and
 * ended at most once, every deposit credited once and reversed at most once, votes, rewards and interest as
 * the checks of their own say. Money in flight, and outcomes of deposits that the wallet does not know yet, are
 * allowed only where `idle` is false.
 */
export const checkLedger = async (
  events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  { idle = true }: { idle?: boolean } = {},
): Promise<LedgerFacts> => {
  const book = createBook()
  const revisions = new Map<string, bigint>()
  const ids = new Set<string>()
  const sent: string[] = []
  const received: string[] = []
  const returned: string[] = []
  const deposits = depositChecks()
  const requests = requestChecks()
  const stakes = stakeChecks()
  const votes = voteChecks()
  const interest = interestChecks()
  let position = 0n
  for await (const recorded of events) {
    const where = `${recorded.type} at ${recorded.position}`
    if (recorded.position <= position) throw new Error(`${where} stands before ${position}`)
    position = recorded.position
    if (recorded.revision !== (revisions.get(recorded.streamId) ?? -1n) + 1n)
      throw new Error(`${where}: gap in its stream`)
    revisions.set(recorded.streamId, recorded.revision)
    if (ids.has(recorded.id)) throw new Error(`${where}: event id ${recorded.id} stands twice`)
    ids.add(recorded.id)
    const event = parseLedgerEvent(recorded)
    const entry = book.post(event)
    const noted = { event, at: happenedAt(recorded), position }
    interest.note(noted, entry)
    stakes.note(noted)
    votes.note(noted)
    deposits.note(event)
    requests.note(event)
    if (event.type === 'TransferSent') sent.push(event.data.transferId)
    if (event.type === 'TransferReceived') received.push(event.data.transferId)
    if (event.type === 'TransferReturned') returned.push(event.data.transferId)
    const [overdrawn] = book.overdrawn().filter(({ account }) => !deposits.explainsDebtOf(account))
    if (overdrawn) throw new Error(`${where}: ${overdrawn.account} is ${overdrawn.minor} below zero`)
  }
  deposits.finish({ idle })
  requests.finish({ idle })
  stakes.finish({ idle })
  votes.finish({ idle })
  const reserve = -book.balanceOf('equity:yut-rewards', 'YUT')
  if (reserve !== stakes.available())
    throw new Error(`The reserve's account holds ${reserve} and its facts say ${stakes.available()}`)
  const ended = [...received, ...returned]
  const sentOnce = new Set(sent)
  for (const [what, list] of [
    ['sent', repeated(sent)],
    ['ended', repeated(ended)],
  ] as const) {
    if (list.length > 0) throw new Error(`Transfers ${what} twice: ${list.join(', ')}`)
  }
  const strangers = ended.filter((id) => !sentOnce.has(id))
  if (strangers.length > 0) throw new Error(`Transfers arrived that nobody sent: ${strangers.join(', ')}`)
  if (idle) {
    const [open] = book.inFlight()
    if (open) throw new Error(`${open.account} holds ${open.minor} ${open.currency}`)
  }
  return { book, sent, received, returned }
}
