/** Whose numbers and dates are used where nothing else is asked for. */
export const DEFAULT_LOCALE = 'en-US'

/**
 * Whose numbers are written and read where a locale ("en-DE") is spoken, by pages and server alike. English ones have
 * a point before their decimals, also for who reads them where a comma stands there: "1,500" must not be a thousand
 * times what it looks like. What most are read in is known without `Intl`, which takes long to wake on a telephone.
 */
export const numberLocaleIn = (locale: string): string =>
  locale === DEFAULT_LOCALE || new Intl.Locale(locale).language !== 'en' || decimalSignIn(locale) === '.'
    ? locale
    : DEFAULT_LOCALE

/** What stands before the decimals: a point, or in many places a comma. */
export const decimalSignIn = (locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
    .formatToParts(1)
    .find(({ type }) => type === 'decimal')?.value ?? '.'
