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

/** A decimal as the default locale writes it, "-1,234.50", without `Intl`: also while modules are loaded. */
export const groupedDecimal = (decimal: string): string => {
  const [sign, digits] = decimal.startsWith('-') ? ['-', decimal.slice(1)] : ['', decimal]
  const [whole = '', ...fraction] = digits.split('.')
  const first = whole.length % 3 || 3
  const groups = [whole.slice(0, first)]
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  return sign + [groups.join(','), ...fraction].join('.')
}

/** The decimal separator: a point, or in many places a comma. */
export const decimalSignIn = (locale: string): string =>
  locale === DEFAULT_LOCALE
    ? '.'
    : (new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
        .formatToParts(1)
        .find(({ type }) => type === 'decimal')?.value ?? '.')
