import { createAudit } from '../../events/audit/audit.ts'
import type { Book } from '../../events/book.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

export interface LedgerFacts {
  readonly book: Book
  /** Ids of transfers sent, received, returned, in ledger order. */
  readonly sent: readonly string[]
  readonly received: readonly string[]
  readonly returned: readonly string[]
}

/**
 * Folds the whole log through the audit and throws at the first broken rule; see `events/audit`. Money in
 * flight, and outcomes of deposits that the wallet does not know yet, are allowed only where `idle` is false.
 */
export const checkLedger = async (
  events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  { idle = true }: { idle?: boolean } = {},
): Promise<LedgerFacts> => {
  const audit = createAudit({ dense: false })
  const sent: string[] = []
  const received: string[] = []
  const returned: string[] = []
  for await (const recorded of events) {
    const { event } = audit.check(recorded)
    if (event.type === 'TransferSent') sent.push(event.data.transferId)
    if (event.type === 'TransferReceived') received.push(event.data.transferId)
    if (event.type === 'TransferReturned') returned.push(event.data.transferId)
  }
  audit.finish({ idle })
  return { book: audit.book, sent, received, returned }
}
