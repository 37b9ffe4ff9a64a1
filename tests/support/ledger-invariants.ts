import { createBook, type Book } from '../../events/book.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { isWalletStream, parseWalletEvent } from '../../events/wallet/events.ts'

export interface LedgerFacts {
  readonly book: Book
  /** Ids of transfers sent, received, returned, in ledger order. */
  readonly sent: readonly string[]
  readonly received: readonly string[]
  readonly returned: readonly string[]
}

const repeated = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i)

/**
 * Folds the whole log and throws at the first broken invariant of the ledger: balanced entries, no member
 * below zero, gap-free streams in global order, every transfer sent once and ended at most once. Money in
 * flight is allowed only where `idle` is false.
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
    if (!isWalletStream(recorded.streamId)) continue
    const event = parseWalletEvent(recorded)
    book.post(event)
    if (event.type === 'TransferSent') sent.push(event.data.transferId)
    if (event.type === 'TransferReceived') received.push(event.data.transferId)
    if (event.type === 'TransferReturned') returned.push(event.data.transferId)
    const [overdrawn] = book.overdrawn()
    if (overdrawn) throw new Error(`${where}: ${overdrawn.account} is ${overdrawn.minor} below zero`)
  }
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
