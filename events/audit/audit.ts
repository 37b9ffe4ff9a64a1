import { createBook, type Book } from '../book.ts'
import { happenedAt } from '../happened-at.ts'
import { newestSchemaVersion, parseLedgerEvent, type LedgerEvent } from '../ledger-event.ts'
import type { Posting } from '../postings.ts'
import type { RecordedEvent } from '../store/event-store.ts'
import { messageOf } from '../thrown.ts'
import { bankChecks } from './bank.ts'
import { billChecks } from './bills.ts'
import { credentialChecks } from './credentials.ts'
import { depositChecks } from './deposits.ts'
import { LedgerFault, type FaultCode } from './fault.ts'
import { interestChecks } from './interest.ts'
import { overdraftChecks, UnexplainedOverdraft } from './overdrafts.ts'
import { poolChecks } from './pools.ts'
import { requestChecks } from './requests.ts'
import { createRevisions } from './revisions.ts'
import { stakeChecks } from './stakes.ts'
import { transferChecks } from './transfers.ts'
import { createUuidSet } from './uuid-set.ts'
import { voteChecks } from './votes.ts'
import { walletChecks, type AuditedWallets } from './wallets.ts'
import { withdrawalChecks } from './withdrawals.ts'

/** An event that passed, with its journal entry. */
export interface Audited {
  readonly event: LedgerEvent
  readonly entry: readonly Posting[]
}

/**
 * Audits a log event by event. Its memory grows with the number of accounts, streams and unfinished processes, and
 * by a few bytes per event for its id. Every method throws a {@link LedgerFault} at the first fault.
 */
export interface Audit {
  readonly check: (recorded: RecordedEvent) => Audited
  /**
   * The checks that need the whole log. `idle`: no process has work left, so nothing may be in flight.
   * `head`: the store's head position before and after the log was read.
   */
  readonly finish: (end: {
    readonly idle: boolean
    readonly head?: { readonly before: bigint; readonly after: bigint }
  }) => void
  readonly book: Book
  readonly wallets: AuditedWallets
  /** Position of the last checked event, 0n before the first. */
  readonly position: () => bigint
  readonly events: () => number
  readonly transfersOpen: () => number
  readonly pools: ReturnType<typeof poolChecks>['pools']
  readonly bills: ReturnType<typeof billChecks>['bills']
}

const assertReadable = (recorded: RecordedEvent): void => {
  const newest = newestSchemaVersion(recorded.streamId)
  if (newest === 0)
    throw new LedgerFault('unknown_stream', 'this code knows no streams of this kind', recorded)
  const { schemaVersion } = recorded.metadata
  if (typeof schemaVersion === 'number' && Number.isInteger(schemaVersion) && schemaVersion > newest)
    throw new LedgerFault(
      'future_schema',
      `it is of schema version ${schemaVersion}, and this code reads up to ${newest}; use a newer release`,
      recorded,
    )
  if (schemaVersion !== undefined && !(typeof schemaVersion === 'number' && schemaVersion >= 1))
    throw new LedgerFault('unreadable_event', 'its metadata has no schema version', recorded)
}

/** Adds the event to an error. */
const faultAt = (recorded: RecordedEvent, code: FaultCode, cause: unknown): LedgerFault =>
  cause instanceof LedgerFault ? cause : new LedgerFault(code, messageOf(cause), recorded, { cause })

const parsed = (recorded: RecordedEvent): LedgerEvent => {
  try {
    return parseLedgerEvent(recorded)
  } catch (cause) {
    throw faultAt(recorded, 'unreadable_event', cause)
  }
}

/**
 * Audits the rules of the ledger: balanced entries, no member below zero except by deposits that came back, gap-free
 * streams, growing positions, unique event ids, and the rules of each area. `dense`: positions must be 1, 2, 3 …, so
 * that a missing one is found.
 */
export const createAudit = ({ dense }: { dense: boolean }): Audit => {
  const book = createBook()
  const revisions = createRevisions()
  const ids = createUuidSet()
  const wallets = walletChecks()
  const transfers = transferChecks()
  const deposits = depositChecks()
  const requests = requestChecks()
  const stakes = stakeChecks()
  const votes = voteChecks()
  const credentials = credentialChecks()
  const interest = interestChecks()
  const pools = poolChecks()
  const bills = billChecks()
  const withdrawals = withdrawalChecks(book)
  const bank = bankChecks()
  const overdrafts = overdraftChecks(book)
  let position = 0n
  let events = 0

  const assertPlace = (recorded: RecordedEvent): void => {
    const fault = (code: FaultCode, why: string) => new LedgerFault(code, why, recorded)
    if (recorded.position <= position) throw fault('position_order', `it stands behind position ${position}`)
    if (dense && recorded.position !== position + 1n)
      throw fault('position_gap', `position ${position + 1n} is missing before it`)
    const expected = revisions.record(recorded.streamId, recorded.revision)
    if (Number(recorded.revision) !== expected)
      throw fault('stream_gap', `revision ${expected} of its stream should stand here`)
    if (!ids.add(recorded.id)) throw fault('event_id_twice', 'an event with this id stands before it')
    position = recorded.position
    events += 1
  }

  const assertRules = (event: LedgerEvent, recorded: RecordedEvent): readonly Posting[] => {
    const entry = book.post(event)
    const fact = { event, at: happenedAt(recorded), position }
    wallets.check(event, recorded.streamId, position)
    interest.check(fact, entry)
    stakes.check(fact)
    votes.check(fact)
    deposits.check(event)
    requests.check(event)
    transfers.check(event)
    credentials.check(event, recorded.streamId)
    pools.check(fact)
    bills.check(fact)
    withdrawals.check(fact, recorded.streamId)
    bank.check(event, recorded.streamId)
    overdrafts.check(event, entry)
    return entry
  }

  return {
    check: (recorded) => {
      try {
        assertPlace(recorded)
        assertReadable(recorded)
        const event = parsed(recorded)
        return { event, entry: assertRules(event, recorded) }
      } catch (cause) {
        const code = cause instanceof UnexplainedOverdraft ? 'overdraft_unexplained' : 'rule_broken'
        throw faultAt(recorded, code, cause)
      }
    },
    finish: ({ idle, head }) => {
      if (head && position < head.before)
        throw new LedgerFault(
          'log_ends_early',
          `The log ends at ${position} and the store says ${head.before}`,
          null,
        )
      if (head && position > head.after)
        throw new LedgerFault(
          'log_goes_on',
          `The log ends at ${position} and the store says ${head.after}`,
          null,
        )
      try {
        deposits.finish({ idle })
        requests.finish({ idle })
        stakes.finish({ idle })
        votes.finish({ idle })
        pools.finish({ idle, book })
        bills.finish({ idle, book })
        const reserve = -book.balanceOf('equity:yut-rewards', 'YUT')
        if (reserve !== stakes.available())
          throw new Error(`The reserve's account holds ${reserve} and its facts say ${stakes.available()}`)
        const [open] = idle ? book.inFlight() : []
        if (open) throw new Error(`${open.account} holds ${-open.minor} minor units of ${open.currency}`)
      } catch (cause) {
        const why = messageOf(cause)
        throw new LedgerFault('rule_broken', `At the end of the log: ${why}`, null, { cause })
      }
    },
    book,
    wallets: wallets.wallets,
    position: () => position,
    events: () => events,
    transfersOpen: transfers.open,
    pools: pools.pools,
    bills: bills.bills,
  }
}
