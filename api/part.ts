import type { ApiRouter } from './http/operation.ts'
import type { PersonalData } from './identity/personal-data.ts'
import type { Recurring } from './processes/recurring.ts'

/** One area as the server sees it. Every area's `compose` returns this, and whatever other areas need of it. */
export interface Part {
  /** Registers the area's calls, in a process that serves the API. */
  readonly register: (api: ApiRouter) => void
  /** Starts the area's background processes, in a process with role `worker` or `all`. */
  readonly processes: () => readonly Recurring[] | Promise<readonly Recurring[]>
  /** Each deletes expired rows and returns how many. Safe to repeat. */
  readonly purges: readonly (() => Promise<number>)[]
  /** Personal data of the area, stored outside the ledger. */
  readonly personalData: readonly PersonalData[]
}

/** No processes, purges and personal data: what an area starts from that has not all of them. */
export const EMPTY_PART = {
  processes: () => [],
  purges: [],
  personalData: [],
} as const satisfies Omit<Part, 'register'>
