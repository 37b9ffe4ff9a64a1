/** The event every contender appends: the same payload for all. */
export interface BenchEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly [key: string]: string }
  readonly metadata: { readonly [key: string]: string }
}

/** A consumer that runs until it is stopped. */
export interface RunningConsumer {
  readonly stop: () => Promise<void>
}

/** One event store under measurement. Everything it needs is in its own database and its own process. */
export interface Contender {
  /** Appends the first event of a new stream and resolves when it is durable. */
  append(streamId: string, event: BenchEvent): Promise<void>
  /**
   * Appends to a stream that all writers share. `revision` is the stream's revision before the append, -1n when it
   * does not exist: a store that accepts several expected revisions in flight checks it, others do not.
   */
  appendToShared(streamId: string, event: BenchEvent, revision: bigint): Promise<void>
  /** Its own subscription from the very first event, live: every event's id and global position. */
  consume(onEvent: (id: string, position: bigint) => void): Promise<RunningConsumer>
  /** Events in its table. */
  count(): Promise<number>
  close(): Promise<void>
}

/** Installs the store's schema into an empty database and opens it. Each contender's module exports it as `open`. */
export type OpenContender = (databaseUrl: string) => Promise<Contender>

/** Connections a store with a pool may open; short trials with 10 and 64 gave the others no clear gain. */
export const CONNECTIONS_MAX = 32
