/**
 * A rule said no. Nothing was appended. `code` is stable and for programs, the message is a sentence
 * for people; HTTP status is chosen at the edge.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Which input field is at fault, with the sentence to show beside it. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** What the edge needs to say it in full, such as which proposal holds a stake. */
  readonly details: Readonly<Record<string, string>>
  constructor(
    code: RefusalCode,
    message: string,
    fields?: Readonly<Record<string, string>>,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.details = details
  }
}

/**
 * The codes there are. Each area adds its own beside the rules that say no:
 * `declare module '…/refusal.ts' { interface RefusalCodes { pool_closed: never } }`.
 */
export interface RefusalCodes {
  amount_out_of_range: never
}

export type RefusalCode = keyof RefusalCodes
