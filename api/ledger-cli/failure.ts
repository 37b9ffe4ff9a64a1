/** How a command ends, for scripts. */
export const EXIT = {
  ok: 0,
  /** The ledger, its read models or a checkpoint are not what they should be. */
  found: 1,
  usage: 2,
  /** The question cannot be answered: no such position, member or transfer, or the store does not answer. */
  unanswered: 3,
} as const

/** The command was not understood. */
export class UsageError extends Error {}

/** The question was understood and has no answer here: never told as an empty list. */
export class Unanswered extends Error {}

/** The read models do not follow from the log. */
export class ReadModelDifference extends Error {
  readonly code = 'read_model_differs'
  readonly memberId: string | null
  readonly account: string | null
  constructor(why: string, memberId: string | null = null, account: string | null = null) {
    super(why)
    this.memberId = memberId
    this.account = account
  }
}
