import type { ClosingObstacle } from './contract/profile.ts'
import type { Metric } from 'prom-client'
import type { ApiRouter } from './http/operation.ts'
import type { PersonalData } from './identity/personal-data.ts'
import type { Backlog } from './processes/backlog.ts'
import type { Recurring } from './processes/recurring.ts'

/** Why an area has nothing to say, for whoever reads its code. */
export interface Never {
  readonly never: string
}

/** What a member owes an area when they close their account. */
export interface Settlement {
  /** Cents that are owed now, billed or not; changes nothing. */
  readonly owed: (memberId: string) => Promise<bigint>
  /**
   * Bills what is owed and takes it from the wallet. Safe to repeat; returns once all of it is paid.
   * @throws {Refusal} the wallet cannot pay; what was billed stays billed
   */
  readonly settle: (memberId: string) => Promise<void>
}

/** One area as the server sees it. Every area's `compose` returns this, and whatever other areas need of it. */
export interface Area {
  /** The area's name, unique, for people. */
  readonly name: string
  /** Registers the area's calls, in a process that serves the API. */
  readonly register: (api: ApiRouter) => void
  /** Starts the area's background processes, in a process with role `worker` or `all`. */
  readonly processes: () => readonly Recurring[] | Promise<readonly Recurring[]>
  /** Each deletes expired rows and returns how many. Safe to repeat. */
  readonly purges: readonly (() => Promise<number>)[]
  /** Personal data of the area, stored outside the ledger. */
  readonly personalData: readonly PersonalData[]
  /**
   * What the member must end before the account can be closed, such as open pools. `owed`: cents that all areas will
   * take from the wallet then.
   */
  readonly obstacles: ((memberId: string, owed: bigint) => Promise<readonly ClosingObstacle[]>) | Never
  /** How the area settles what it is owed when the account is closed. */
  readonly settle: Settlement | Never
  /** Work of the area that may wait. */
  readonly backlogs?: readonly Backlog[]
  /** Metrics of the area, for Prometheus. */
  readonly metrics?: readonly Metric[]
}

/**
 * No processes, purges and personal data: what an area starts from that has not all of them. What closing an account
 * asks has no such default: an area that forgot to answer would be used for free.
 */
export const EMPTY_AREA = {
  processes: () => [],
  purges: [],
  personalData: [],
} as const satisfies Partial<Area>

/** The same for an area that a member who leaves owes nothing; `why` is for whoever reads its code. */
export const owedNothing = (why: string) => ({
  ...EMPTY_AREA,
  obstacles: { never: why },
  settle: { never: why },
})
