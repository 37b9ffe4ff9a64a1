/**
 * Stands in for @messageformat/date-skeleton in the build, 1.6 kB after gzip that every page would wait for. It reads
 * days in ICU's way, `{day, date, ::MMMd}`, which no text has: their values are texts and numbers (`TextValue`).
 */
const refuse = (): never => {
  throw new Error('Texts have no days in ICU’s way: write the day first, as web/ui/time-format.ts does')
}

export const parseDateTokens = refuse
export const getDateFormatOptions = refuse
