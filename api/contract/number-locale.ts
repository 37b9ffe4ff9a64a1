/** Locale of numbers and dates unless another is requested. */
export const DEFAULT_LOCALE = 'en-US'

/**
 * Locale in which numbers are written and read for a user's locale ("en-DE"), by pages and server alike. English always
 * has a decimal point, also in places with a decimal comma, so that "1,500" has one meaning only. The most frequent
 * locale is returned without `Intl`, which is slow to start on a telephone.
 */
export const numberLocaleIn = (locale: string): string =>
  locale === DEFAULT_LOCALE || new Intl.Locale(locale).language !== 'en' || decimalSignIn(locale) === '.'
    ? locale
    : DEFAULT_LOCALE

/** The decimal separator: a point, or in many places a comma. */
export const decimalSignIn = (locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
    .formatToParts(1)
    .find(({ type }) => type === 'decimal')?.value ?? '.'
