import type { BenchAccount } from './workload.ts'

/** What must be true of the money after the load; anything else makes the figures worthless. */
export interface Verification {
  /** Sum of all members' balances now, minus what it was before the load; in cents. */
  readonly differenceMinor: bigint
  /** Money that has left one account and not arrived at the other, in cents. */
  readonly inFlightMinor: bigint
  /** Transfers answered with 201 that are not in the books. */
  readonly missing: number
  /** Transfers that are in the books more than once. */
  readonly doubled: number
  /** Transfers in the books. */
  readonly booked: number
}

export const isSound = (found: Verification): boolean =>
  found.differenceMinor === 0n && found.inFlightMinor === 0n && found.missing === 0 && found.doubled === 0

/** A server under load, with its own database, funded accounts, and a way to check its books. */
export interface TransferTarget {
  readonly port: number
  /** Of the process that runs now. */
  readonly pid: number
  /** From its start to the first time that it says it is ready. */
  readonly startMs: number
  /** The first one is the hot wallet. */
  readonly accounts: readonly BenchAccount[]
  /** Work that is left to do after the answers, in events: what the read models have not seen yet. */
  readonly backlog: () => Promise<number>
  /** To be called when the load has ended. */
  readonly verify: (acknowledged: readonly string[]) => Promise<Verification>
  readonly stop: () => Promise<void>
}

/** Starts on an empty database. `nodeOptions` go to the server's Node. */
export type StartTarget<Target extends TransferTarget = TransferTarget> = (
  databaseUrl: string,
  nodeOptions: readonly string[],
) => Promise<Target>

/** One that can be started again on what it has. */
export interface RestartableTarget extends TransferTarget {
  /** Ends it, until it is started again. */
  readonly pause: () => Promise<void>
  /** Ends it and starts it again on the same port; how long until it is ready, ms. */
  readonly restart: () => Promise<number>
}

export const ACCOUNTS = 1000
/** What every account owns before the load, in cents; the hot wallet a thousand times as much. */
export const FUNDS_MINOR = 1_000_000n
export const HOT_FUNDS_MINOR = FUNDS_MINOR * 1000n
