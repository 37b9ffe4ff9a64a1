import type { EventStore, StoredAnswer } from '../../../events/store/event-store.ts'

/** A stored response as read back. */
export type FoundAnswer = Omit<StoredAnswer, 'memberId' | 'key'> & { readonly position: bigint | null }

/** An empty server of one kind, with controls to kill, restart and disturb it. One per test file. */
export interface EventStoreHarness {
  /** Whether positions are 1n, 2n, … without gaps. */
  readonly dense: boolean
  /** Opens another client of the server, like another process. The test or `dispose` closes it. */
  open(options?: OpenOptions): Promise<EventStore>
  /** Kills the server at once (SIGKILL or similar): connections break, acknowledged events stay stored. */
  killServer(): Promise<void>
  /** Restarts the server with its data at the same address; resolves when it accepts connections. */
  startServer(): Promise<void>
  /**
   * Until `restore`, appends are stored, but their responses do not reach clients opened with `unreliable: true`.
   * `'silent'`: the connection stays open and nothing arrives. `'broken'`: the connection is cut instead of the
   * response. Clients must work again after `restore`.
   */
  loseAnswers(how: 'silent' | 'broken'): Promise<{ restore(): Promise<void> }>
  /** Reads the response stored under a key; null when unknown. Only for stores with units. */
  readonly keptAnswer?: (of: Pick<StoredAnswer, 'memberId' | 'key'>) => Promise<FoundAnswer | null>
  /** Closes every client and removes the server. */
  dispose(): Promise<void>
}

export interface OpenOptions {
  /** Connects the client through the proxy that `loseAnswers` controls. Default false. */
  readonly unreliable?: boolean
  /** Time in ms that the client waits for the response to an append before it throws OutcomeUnknown. */
  readonly appendTimeoutMs?: number
}

/** Makes a harness; called once, before the whole suite. */
export type MakeHarness = () => Promise<EventStoreHarness>

/** A part of the suite; the harness is available only while its tests run. */
export type ContractPart = (harness: () => EventStoreHarness) => void
