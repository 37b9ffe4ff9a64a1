import { DEFAULT_LOCALE, groupedDecimal } from '../../api/contract/number-locale.ts'
import { number } from './numbers.ts'
import { numberLocale } from './texts.ts'

// In the default locale without `Intl`, whose first use takes a phone a quarter of a second.

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** A decimal text in the member's locale, with all the digits that it has. */
export const exactNumber = (decimal: string): string => {
  if (!isDecimal(decimal)) throw new RangeError(`not a decimal: ${decimal}`)
  if (numberLocale() === DEFAULT_LOCALE) return groupedDecimal(decimal)
  const digits = decimal.split('.')[1]?.length ?? 0
  return number(decimal, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

type PercentSign = 'auto' | 'always' | 'exceptZero'

const percentInDefaultLocale = (text: string, sign: PercentSign): string => {
  const isZero = !/[1-9]/.test(text)
  if (text.startsWith('-')) return `${isZero && sign === 'exceptZero' ? text.slice(1) : text}%`
  return `${sign === 'always' || (sign === 'exceptZero' && !isZero) ? '+' : ''}${text}%`
}

/** "12.5%" for 12.5; all its decimals are shown. */
export const percent = (value: number | string, sign: PercentSign = 'auto'): string => {
  const text = String(value)
  if (numberLocale() === DEFAULT_LOCALE && isDecimal(text)) return percentInDefaultLocale(text, sign)
  const digits = text.split('.')[1]?.length ?? 0
  return number(text, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    signDisplay: sign,
  })
}
