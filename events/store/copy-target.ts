import type { EventStore, RecordedEvent } from './event-store.ts'

/** A store that takes copies of another store's events, with the times at which they were recorded there. */
export interface CopyTarget {
  readonly store: EventStore
  /** Adds events at the end, in order. When it fails, none, some or all of them are there. */
  write(events: readonly RecordedEvent[]): Promise<void>
  close(): Promise<void>
}

/** The target is not the beginning of the source, or the two differ after the copy. */
export class NotACopy extends Error {
  override name = 'NotACopy'
  readonly code = 'not_a_copy'
}
