import type { CheckReason } from '../contract/identity-check.ts'

/** What is taken from a verified document, for one moment: none of it is stored. */
export interface VerifiedPerson {
  /** Whether they are 18 or older today (UTC). */
  readonly isAdult: boolean
  /** The country that issued the document (ISO 3166-1 alpha-2); null where the provider does not say. */
  readonly country: string | null
}

/** What the provider says of a check now. */
export type CheckReport =
  /** The person has something to do. */
  | { readonly state: 'open' }
  | { readonly state: 'processing' }
  | { readonly state: 'verified'; readonly person: VerifiedPerson }
  /** The provider may let the person try again by itself, so this is not its last word. */
  | { readonly state: 'rejected'; readonly reason: CheckReason }
  /** Cancelled or deleted there. */
  | { readonly state: 'ended' }

/** Where the person goes on. */
export interface StartedCheck {
  /** The provider's id of the check. */
  readonly reference: string
  /**
   * Address of the provider's own pages, good for one visit and a short time: never stored or logged. Null: there is
   * nothing to do there now, or the provider is the sandbox, whose form is in the app.
   */
  readonly url: string | null
}

/** One webhook, verified. */
export interface PersonCheckEvent {
  /** The provider's event id; the same when the event is sent again. */
  readonly id: string
  readonly type: string
  /** The check that something is new of; null when it concerns none. */
  readonly reference: string | null
}

/**
 * Whoever looks at members' documents. `api/persons/stripe` and `api/sandbox/person-check` implement it and pass one
 * contract suite, `tests/contract/person-check`. What `look` returns is the truth; a webhook only says when to look.
 */
export interface PersonCheck {
  /** Part of its webhook path, and stored with each check. */
  readonly name: 'stripe' | 'sandbox'
  /**
   * Begins a check; repeated with the same id it is the same check.
   * @throws {PersonCheckUnavailable} it may have begun, and a retry is safe
   */
  readonly start: (order: { readonly checkId: string; readonly returnUrl: string }) => Promise<StartedCheck>
  /** Where the person goes on with a check that is open. @throws {PersonCheckUnavailable} */
  readonly resume: (reference: string) => Promise<StartedCheck>
  /** @throws {PersonCheckUnavailable} */
  readonly look: (reference: string) => Promise<CheckReport>
  /**
   * Deletes what was collected, for good; an open check is over by it. `later`: it is being processed, and can be
   * deleted after that. Repeating it changes nothing.
   * @throws {PersonCheckUnavailable}
   */
  readonly redact: (reference: string) => Promise<'done' | 'later'>
  /**
   * Verifies and parses a webhook: its signature over the raw bytes must be at most 300 seconds old.
   * @throws {InvalidWebhook} it is not from this provider, or too old
   */
  readonly readWebhook: (
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => PersonCheckEvent
}

/** The sandbox, in which test persons answer. */
export interface SandboxPersonCheck extends PersonCheck {
  /** A test person shows what they have. False: the check does not wait for anybody. */
  readonly answer: (reference: string, person: string) => Promise<boolean>
  /** A check that is verified from the beginning, for demo members. Returns its reference. */
  readonly admit: (checkId: string) => Promise<string>
}

export class PersonCheckUnavailable extends Error {
  override name = 'PersonCheckUnavailable'
}

/** Age from which a person may be a member who is verified, in years. */
const ADULT_YEARS = 18

/** Whether somebody born on a day is of age `now` (UTC); born on 29 February, from 1 March on. */
export const isAdult = (
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  now: Date,
): boolean => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year + ADULT_YEARS}-${two(month)}-${two(day)}` <= now.toISOString().slice(0, 10)
}
