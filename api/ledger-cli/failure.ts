/** Exit codes, for scripts. */
export const EXIT = {
  ok: 0,
  /** A check failed: of the ledger, its read models, a checkpoint or a receipt. */
  found: 1,
  usage: 2,
  /** The question cannot be answered: no such position, member or transfer, or the store does not answer. */
  unanswered: 3,
} as const

/** The command was not understood. */
export class UsageError extends Error {}

/** A receipt, bundle or checkpoint does not prove what it claims. */
export class NotProven extends Error {
  readonly code = 'not_proven'
}

/** The bank's transactions and the ledger differ; they were printed. */
export class BankDiffers extends Error {
  readonly code = 'bank_differs'
}

/** The question is valid but has no answer; never reported as an empty list. */
export class Unanswered extends Error {}

/** Where a read model differs from the log, for an auditor to inspect. */
interface DifferencePlace {
  readonly member?: string | null
  readonly account?: string | null
  readonly table?: string
  readonly key?: Readonly<Record<string, string | null>>
  readonly column?: string | null
  /** Position of the last event about it. */
  readonly position?: string | null
  readonly stream?: string | null
  readonly event?: string | null
}

/** The read models differ from the log. */
export class ReadModelDifference extends Error {
  readonly code = 'read_model_differs'
  readonly place: DifferencePlace
  constructor(why: string, place: DifferencePlace = {}) {
    super(why)
    this.place = place
  }
}

/** Personal data of an erased member was found. */
export class PersonalDataLeft extends Error {
  readonly code = 'personal_data_left'
  readonly member: string
  readonly found: readonly string[]
  constructor(member: string, found: readonly string[]) {
    super(`Of ${member} this is left:\n${found.map((one) => `  ${one}`).join('\n')}`)
    this.member = member
    this.found = found
  }
}
