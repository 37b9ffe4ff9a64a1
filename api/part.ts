import type { ApiRouter } from './http/operation.ts'
import type { PersonalData } from './identity/personal-data.ts'
import type { Recurring } from './processes/recurring.ts'

/** One area as the server puts it together. Every area's `compose` answers this, with what other areas need of it. */
export interface Part {
  /** Registers the area's calls, in a process that serves the API. */
  readonly register: (api: ApiRouter) => void
  /** Starts what runs behind the calls, in a process that works. */
  readonly processes: () => readonly Recurring[] | Promise<readonly Recurring[]>
  /** Each deletes what has expired and answers how many rows. Safe to repeat. */
  readonly purges: readonly (() => Promise<number>)[]
  /** What the area keeps about a member outside the ledger. */
  readonly personalData: readonly PersonalData[]
}

/** What most areas have none of. */
export const NOTHING_BEHIND = {
  processes: () => [],
  purges: [],
  personalData: [],
} as const satisfies Omit<Part, 'register'>
