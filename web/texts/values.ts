import { formatMoney } from './money.ts'
import { number } from './numbers.ts'
import { localeOf, t } from './texts.ts'

// Formats the values in the server's English sentences in the locale of this page.

/** "1,234.5" without its thousands separators. */
const plainOf = (figure: string): string => figure.replaceAll(',', '')

const money = (text: string, sign: string, figure: string, currency: string): string | null => {
  const plain = `${sign}${plainOf(figure)}`
  if (text.includes('$')) return formatMoney(plain, 'USD')
  if (currency === 'YUT' || currency === 'USDC' || currency === 'USD') return formatMoney(plain, currency)
  if (!/[,.]/.test(figure)) return text
  const digits = plain.split('.')[1]?.length ?? 0
  return number(plain, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const moment = (at: string, options: Intl.DateTimeFormatOptions): string | null => {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? null : new Intl.DateTimeFormat(localeOf(), options).format(ms)
}

const MONTH = '(January|February|March|April|May|June|July|August|September|October|November|December)'
/** A figure as the server writes it. Anything else is a text, perhaps a name that somebody has chosen. */
const FIGURE = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

/** A formatter for each shape of value; null if a value only looks like that shape. */
const SHAPES: readonly (readonly [RegExp, (text: string, ...parts: string[]) => string | null])[] = [
  [
    new RegExp(`^(-?)\\$?(${FIGURE})(?: (YUT|USDC|USD))?$`),
    (text, sign = '', figure = '', currency = '') => money(text, sign, figure, currency),
  ],
  [
    new RegExp(`^(${FIGURE}) (GB|MB|min)$`),
    (_text, figure = '', unit = '') => `${number(plainOf(figure))} ${unit === 'min' ? t('min') : unit}`,
  ],
  [
    new RegExp(`^(${FIGURE}) messages?$`),
    (_text, figure = '') =>
      t('{count, plural, one {# message} other {# messages}}', { count: Number(plainOf(figure)) }),
  ],
  [
    /^(.{1,40}) \((.{1,40}) to (.{1,40})\)$/,
    (_text, ...parts) => {
      const [expected, low, high] = parts.map(valueOf)
      return expected && low && high ? t('{expected} ({low} to {high})', { expected, low, high }) : null
    },
  ],
  [/^“(.+)”$/s, (_text, name = '') => t('“{name}”', { name })],
  [
    new RegExp(`^${MONTH} (\\d{4})$`),
    (_text, month, year) =>
      moment(`1 ${month} ${year} UTC`, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ],
  [
    new RegExp(`^${MONTH} (\\d{1,2})$`),
    (_text, month, day) =>
      moment(`${day} ${month} 2000 UTC`, { month: 'long', day: 'numeric', timeZone: 'UTC' }),
  ],
  [
    new RegExp(`^${MONTH} (\\d{1,2}), (\\d{4}) at (\\d{1,2}:\\d{2})\\s([AP]M)$`),
    (_text, month, day, year, time, half) =>
      moment(`${day} ${month} ${year} ${time} ${half} UTC`, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: 'UTC',
      }),
  ],
  [/^\d{4}-\d{2}-\d{2}$/, (day) => moment(day, { dateStyle: 'medium', timeZone: 'UTC' })],
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, (at) => moment(at, { dateStyle: 'medium', timeStyle: 'short' })],
]

/** "$1,234.50", "5.1 GB", "November 30", "2026-11-30" in the locale of this page; null for any other text. */
export const valueOf = (text: string): string | null => {
  for (const [shape, format] of SHAPES) {
    const found = shape.exec(text)
    const formatted = found && format(text, ...found.slice(1))
    if (formatted !== null) return formatted
  }
  return null
}
