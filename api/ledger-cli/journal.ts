import type { AccountBalance } from '../../events/book.ts'
import type { Posting } from '../../events/postings.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

/** A posting with its account's balance afterwards, in minor units. */
export interface RunningPosting extends Posting {
  readonly balance: bigint
}

/** One event of an export. */
interface JournalEntry {
  readonly recorded: RecordedEvent
  /** The store's time, never earlier than that of the previous entry. */
  readonly time: string
  readonly postings: readonly RunningPosting[]
}

/** Writes an export piece by piece; each call returns the text to append. */
export interface Journal {
  /** `opening`: balances before the first entry, when the export begins later than the log. */
  readonly begin: (
    opening: { readonly time: string; readonly balances: readonly AccountBalance[] } | null,
  ) => string
  readonly entry: (entry: JournalEntry) => string
  readonly end: () => string
}

/** The postings of an entry, each with the balance after it, calculated back from the balances after the entry. */
export const runningPostings = (
  entry: readonly Posting[],
  balanceOf: (posting: Posting) => bigint,
): readonly RunningPosting[] => {
  const running: RunningPosting[] = []
  const later = new Map<string, bigint>()
  for (const posting of entry.toReversed()) {
    const key = `${posting.account} ${posting.currency}`
    const after = later.get(key) ?? 0n
    running.push({ ...posting, balance: balanceOf(posting) - after })
    later.set(key, after + posting.minor)
  }
  return running.toReversed()
}
