import * as z from 'zod/mini'

/** The currencies a member can hold. Decimals: USD 2, USDC 6, YUT 6. */
export const Currency = z.enum(['USD', 'USDC', 'YUT'])
export type Currency = z.infer<typeof Currency>
export const CURRENCY_DECIMALS: Readonly<Record<Currency, number>> = { USD: 2, USDC: 6, YUT: 6 }

/** An exact decimal in currency units as the server writes it, such as "12.34" or "-0.50". */
export const DecimalText = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

/** Minor units (cents; millionths of YUT and USDC) as a decimal string. */
export const MinorText = z.string().check(z.regex(/^-?\d+$/))

/** In lower case, as ids are kept, in whatever case it came. */
export const Id = z.uuid('This id is not valid.').check(z.toLowerCase())
export const Timestamp = z.iso.datetime()

/** What a path names: a thing by its id, or what was asked for with an idempotency key. */
export const ById = z.strictObject({ id: Id })
export const ByKey = z.strictObject({ key: Id })

const LANGUAGE = 'language is a language, with a region or without: de, de-AT.'

/** What the server says something in by itself; a language that it has no texts in is English (BCP 47). */
export const Language = z.string(LANGUAGE).check(z.regex(/^[a-z]{2,3}(-([A-Z]{2}|\d{3}))?$/, LANGUAGE))

/** Line breaks and tabs are the only control characters that people write; half a surrogate pair is no character. */
const PLAIN_TEXT = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u
const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/**
 * Text that people write, of several lines. Unicode has many spellings of one text; it is kept in the composed
 * one (NFC), so that equal texts are equal. `what` begins the sentences about it, such as "The message";
 * `missing` is said when there is none.
 */
export const writtenText = (what: string, max: number, missing = `${what} is a text.`) =>
  z
    .string(missing)
    .check(
      z.normalize('NFC'),
      z.maxLength(max, `${what} can have at most ${max} characters.`),
      z.regex(PLAIN_TEXT, `${what} cannot contain control characters.`),
    )

/** The same on one line, without blanks around it: names and labels. */
export const writtenLine = (what: string, max: number, missing = `${what} is a text.`) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.maxLength(max, `${what} can have at most ${max} characters.`),
      z.regex(ONE_LINE, `${what} cannot contain line breaks or control characters.`),
    )

export const MESSAGE_MAX = 200
export const Message = writtenText('The message', MESSAGE_MAX)

export const DESCRIPTION_MAX = 200
export const Description = writtenText('The description', DESCRIPTION_MAX)

/** Half a surrogate pair is no character: databases refuse it, and encoders change it without a word. */
export const wholeCharacters = (sentence: string) => z.refine<string>((text) => text.isWellFormed(), sentence)

/**
 * Text that is looked up or compared and never shown: whole characters, composed. One sentence says that there is
 * none such.
 */
export const keyText = (max: number, sentence: string, missing = sentence) =>
  z.string(missing).check(z.trim(), z.normalize('NFC'), z.maxLength(max, sentence), wholeCharacters(sentence))

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

/** A number from 1 on in a query, of so many digits at most; `otherwise` where it is left out. */
export const numberTo = (max: number, what: string, otherwise: number, digits = String(max).length) => {
  const sentence = `${what} is a number from 1 to ${max}.`
  const written = z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}$`), sentence))
  const read = z.pipe(written, z.transform(Number))
  return z._default(read.check(z.refine((value) => value >= 1 && value <= max, sentence)), otherwise)
}

export const ListLimit = numberTo(100, 'limit', 50)
/** Opaque: where the next page begins, as the last answer said. */
export const Cursor = keyText(200, 'This cursor is not valid.')
/** Which page of a list. */
export const Page = z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) })
