/**
 * Replaces @messageformat/date-skeleton in the build: 1.6 kB after gzip that every page would wait for. That package
 * parses dates in ICU messages, `{day, date, ::MMMd}`, which no text has: placeholders get texts and numbers
 * (`TextValue`).
 */
const refuse = (): never => {
  throw new Error('Texts have no days in ICU’s way: write the day first, as web/ui/time-format.ts does')
}

export const parseDateTokens = refuse
export const getDateFormatOptions = refuse
