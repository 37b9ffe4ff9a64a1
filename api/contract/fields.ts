import * as z from 'zod/mini'
import { charactersIn } from './characters.ts'

/** The currencies a member can hold. Decimals: USD 2, USDC 6, YUT 6. */
export const Currency = z.enum(['USD', 'USDC', 'YUT'])
export type Currency = z.infer<typeof Currency>
export const CURRENCY_DECIMALS: Readonly<Record<Currency, number>> = { USD: 2, USDC: 6, YUT: 6 }

/** An exact decimal in currency units as the server writes it, such as "12.34" or "-0.50". */
export const DecimalText = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

/** Minor units (cents; millionths of YUT and USDC) as a decimal string. */
export const MinorText = z.string().check(z.regex(/^-?\d+$/))

/** A UUID in any case, converted to lower case as in storage. */
export const Id = z.uuid('This id is not valid.').check(z.toLowerCase())
export const Timestamp = z.iso.datetime()

/**
 * A time in a request, or in a cursor, of the years that PostgreSQL, JavaScript and ISO 8601 read alike: ISO has a year 0,
 * PostgreSQL has none.
 */
export const GivenTime = z.iso.datetime().check(z.regex(/^[1-9]\d{3}-/))

/** Path parameters: an id, or the idempotency key of an earlier request. */
export const ById = z.strictObject({ id: Id })
export const ByKey = z.strictObject({ key: Id })

const LANGUAGE = 'language is a language, with a region or without: de, de-AT.'

/** Language of texts that the server writes itself (BCP 47); English where it has no texts in that language. */
export const Language = z.string(LANGUAGE).check(z.regex(/^[a-z]{2,3}(-([A-Z]{2}|\d{3}))?$/, LANGUAGE))

/** No control characters but line breaks and tabs, and no lone surrogates. */
export const PLAIN_TEXT = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** The limit of each check that counts characters as people do, which no `maxLength` says, for the OpenAPI document. */
export const characterLimits = new WeakMap<object, number>()

/** At most so many characters as people count them, so that what a form counts is what the server counts. */
export const mostCharacters = (max: number, what: string) => {
  const check = z.refine<string>(
    (text) => charactersIn(text) <= max,
    `${what} can have at most ${max} characters.`,
  )
  characterLimits.set(check, max)
  return check
}

/** Letters that composing may join to one, and some white space: a longer text is too long before it is worked on. */
const unlessFar = (max: number, sentence: string) =>
  z.maxLength(4 * max + 200, { error: sentence, abort: true })

/**
 * Text of several lines that people write. Stored in Unicode's composed form (NFC), so that equal texts compare equal.
 * `what` is the subject of the error sentences, such as "The message"; `missing` is the error when there is no text.
 */
export const writtenText = (what: string, max: number, missing = `${what} is a text.`) =>
  z
    .string(missing)
    .check(
      unlessFar(max, `${what} can have at most ${max} characters.`),
      z.normalize('NFC'),
      mostCharacters(max, what),
      z.regex(PLAIN_TEXT, `${what} cannot contain control characters.`),
    )

/** The same on one line and trimmed: for names and labels. */
export const writtenLine = (
  what: string,
  max: number,
  missing = `${what} is a text.`,
  most: z.core.$ZodCheck<string> = z.maxLength(max, `${what} can have at most ${max} characters.`),
) =>
  z
    .string(missing)
    .check(
      unlessFar(max, `${what} can have at most ${max} characters.`),
      z.trim(),
      z.normalize('NFC'),
      most,
      z.regex(ONE_LINE, `${what} cannot contain line breaks or control characters.`),
    )

export const MESSAGE_MAX = 200
export const Message = writtenText('The message', MESSAGE_MAX)

export const DESCRIPTION_MAX = 200
export const Description = writtenText('The description', DESCRIPTION_MAX)

/** Rejects lone surrogates: databases refuse them, and encoders replace them silently. */
export const wholeCharacters = (sentence: string) => z.refine<string>((text) => text.isWellFormed(), sentence)

/**
 * Text that is looked up or compared and never shown: trimmed, NFC, without lone surrogates. `sentence` is the error
 * for any text that cannot match.
 */
export const keyText = (max: number, sentence: string, missing = sentence) =>
  z
    .string(missing)
    .check(
      unlessFar(max, sentence),
      z.trim(),
      z.normalize('NFC'),
      z.maxLength(max, sentence),
      wholeCharacters(sentence),
    )

/** Handle (with or without @), e-mail address or DID of another member. */
export const memberIdentifier = (missing: string) =>
  keyText(320, 'This is too long for a handle, email or DID.', missing).check(z.minLength(1, missing))
export const MemberIdentifier = memberIdentifier('Please specify the recipient')

/** A plain positive decimal as a member types it; how many decimals are allowed depends on the currency. */
export const AmountText = z
  .string('Enter an amount as text, such as "12.34".')
  .check(
    z.trim(),
    z.regex(
      /^(0|[1-9]\d{0,14})(\.\d{1,18})?$/,
      'Enter an amount such as 12.34, without signs or separators.',
    ),
  )

/** A query parameter from 1 to `max`, written with at most `digits` digits; `otherwise` is its default. */
export const numberTo = (max: number, what: string, otherwise: number, digits = String(max).length) => {
  const sentence = `${what} is a number from 1 to ${max}.`
  const written = z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}$`), sentence))
  const read = z.pipe(written, z.transform(Number))
  return z._default(read.check(z.minimum(1, sentence), z.maximum(max, sentence)), otherwise)
}

export const ListLimit = numberTo(100, 'limit', 50)
/** Opaque start of the next page: the cursor in the previous response. */
export const Cursor = keyText(200, 'This cursor is not valid.')
/** Pagination parameters of a list. */
export const Page = z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) })
