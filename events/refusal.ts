import type { RefusalCode } from './refusal-codes.ts'

/**
 * A rule refused the command; nothing was appended. `code` is stable and for programs, the message is a sentence
 * for people; `refusal-codes.ts` has the
 * HTTP status of each code.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** Which input field is at fault, with the sentence to show beside it. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Further values for the HTTP layer's message, such as the proposal that locks a stake. */
  readonly details: Readonly<Record<string, string>>
  constructor(
    code: RefusalCode,
    message: string,
    fields?: Readonly<Record<string, string>>,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.details = details
  }
}
