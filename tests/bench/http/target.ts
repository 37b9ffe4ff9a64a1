import type { BenchAccount } from './workload.ts'

/** State of the money after the load; the figures are worthless unless it {@link isSound}. */
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
  /** Of the process that is running now. */
  readonly pid: number
  /** From its start until it is first ready. */
  readonly startMs: number
  /** The first one is the hot wallet. */
  readonly accounts: readonly BenchAccount[]
  /** Work that is left after the answers: events that the read models have not processed yet. */
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

/** A target that can be restarted on the same data. */
export interface RestartableTarget extends TransferTarget {
  /** Stops it until the next restart. */
  readonly pause: () => Promise<void>
  /** Stops it and starts it again on the same port; returns how long until it is ready, ms. */
  readonly restart: () => Promise<number>
}

export const ACCOUNTS = 1000
/** What every account owns before the load, in cents; the hot wallet a thousand times as much. */
export const FUNDS_MINOR = 1_000_000n
export const HOT_FUNDS_MINOR = FUNDS_MINOR * 1000n
