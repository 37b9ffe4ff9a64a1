import type { EventStore, RecordedEvent } from './event-store.ts'

/** A store that copies of another's events can be put into, with the times at which they were recorded there. */
export interface CopyTarget {
  readonly store: EventStore
  /** Adds events at the end, in order. When it fails, none, some or all of them are there. */
  write(events: readonly RecordedEvent[]): Promise<void>
  close(): Promise<void>
}

/** The other log isn't the beginning of this one, or has become something else on the way. */
export class NotACopy extends Error {
  readonly code = 'not_a_copy'
  constructor(message: string) {
    super(message)
    this.name = 'NotACopy'
  }
}
