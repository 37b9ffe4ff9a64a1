import type { EventStore, StoredAnswer } from '../../../events/store/event-store.ts'

/** A kept answer as it is found again. */
export type FoundAnswer = Omit<StoredAnswer, 'memberId' | 'key'> & { readonly position: bigint | null }

/** A server of one kind with nothing in it, and what can happen to it. One per test file. */
export interface EventStoreHarness {
  /** Positions are 1n, 2n, … without gaps. */
  readonly dense: boolean
  /** Another client of the same server, as another process would be. The test closes it; so does `dispose`. */
  open(options?: OpenOptions): Promise<EventStore>
  /** Ends the server at once (SIGKILL or its like): connections break, what was acknowledged stays stored. */
  killServer(): Promise<void>
  /** Starts it again with what was stored, at the same address; resolves when it takes connections. */
  startServer(): Promise<void>
  /**
   * From now until `restore` appends reach the server and are stored, but their answers do not arrive at
   * clients made with `open({ unreliable: true })`: `'silent'`, the connection stays and nothing comes;
   * `'broken'`, the connection is cut instead of the answer. Clients must get through again afterwards.
   */
  loseAnswers(how: 'silent' | 'broken'): Promise<{ restore(): Promise<void> }>
  /** What is kept under a key, null when it is unknown. Only where units are taken. */
  readonly keptAnswer?: (of: Pick<StoredAnswer, 'memberId' | 'key'>) => Promise<FoundAnswer | null>
  /** Closes every client and removes the server. */
  dispose(): Promise<void>
}

export interface OpenOptions {
  /** The client is connected through whatever `loseAnswers` acts on. Default false. */
  readonly unreliable?: boolean
  /** How long the client waits for the answer to an append before it throws OutcomeUnknown, ms. */
  readonly appendTimeoutMs?: number
}

/** Makes a harness; called once, before the whole suite. */
export type MakeHarness = () => Promise<EventStoreHarness>

/** A part of the suite; the harness is there when its tests run. */
export type ContractPart = (harness: () => EventStoreHarness) => void
