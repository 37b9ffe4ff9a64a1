import { DEFAULT_LOCALE } from '../../api/contract/number-locale.ts'
import { localeOf, t } from '../texts/texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Formats a moment in the member's locale. Creating a formatter takes longer than formatting a hundred dates, so each
 * is created once, on first use: it does not delay the loading of a page's modules.
 */
const written = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
  let formatter: Intl.DateTimeFormat | undefined
  return (at) => {
    formatter ??= new Intl.DateTimeFormat(localeOf(), options)
    return formatter.format(at)
  }
}

const asMoment = written({ dateStyle: 'medium', timeStyle: 'medium' })
const asDay = written({ dateStyle: 'medium' })
const asMonth = {
  long: written({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: written({ month: 'short', timeZone: 'UTC' }),
}
/** Days written `yyyy-mm-dd` have no time zone. */
const asCalendarDay = written({ dateStyle: 'medium', timeZone: 'UTC' })
const asShortDay = written({ month: 'short', day: 'numeric', timeZone: 'UTC' })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `asMoment` in the default locale. Each line of activity has one; the first use of `Intl` takes a phone long. */
const inDefaultLocale = (at: number): string => {
  const moment = new Date(at)
  const hours = moment.getHours()
  const two = (figure: number) => String(figure).padStart(2, '0')
  const day = `${MONTHS[moment.getMonth()]} ${moment.getDate()}, ${moment.getFullYear()}`
  return `${day}, ${hours % 12 || 12}:${two(moment.getMinutes())}:${two(moment.getSeconds())} ${hours < 12 ? 'AM' : 'PM'}`
}

/**
 * How long ago a moment was, in the words of the app: "just now", "3 min ago", "5 h ago", "yesterday",
 * "6 days ago", after a month the date. Both arguments in milliseconds since the epoch; a moment in the
 * future (two clocks that differ) counts as now.
 */
export function relativeTime(at: number, now: number): string {
  const ago = now - at
  if (ago < MINUTE) return t('just now')
  if (ago < HOUR) return t('{ago} min ago', { ago: Math.floor(ago / MINUTE) })
  if (ago < DAY) return t('{ago} h ago', { ago: Math.floor(ago / HOUR) })
  const days = Math.floor(ago / DAY)
  if (days === 1) return t('yesterday')
  if (days <= 30) return t('{days} days ago', { days })
  return t('on {at}', { at: longDate(at) })
}

/** The exact moment in the member's own time zone: "Nov 20, 2026, 12:29:23 PM". */
export function exactTime(at: number): string {
  return localeOf() === DEFAULT_LOCALE && !Number.isNaN(at) ? inDefaultLocale(at) : asMoment(at)
}

/** A day in the member's own time zone: "Nov 25, 2026". */
export function longDate(at: number): string {
  return asDay(at)
}

/** A day written `yyyy-mm-dd`, the same in every time zone: "Nov 25, 2026". */
export function calendarDate(day: string): string {
  return asCalendarDay(Date.parse(day))
}

/** Like {@link calendarDate}, without the year: "Nov 25". */
export function shortCalendarDate(day: string): string {
  return asShortDay(Date.parse(day))
}

/** A calendar month written `yyyy-mm`: "November 2026", or short "Nov". */
export function longMonth(month: string, style: 'long' | 'short' = 'long'): string {
  return asMonth[style](Date.parse(`${month}-01`))
}

/** The time that is left: "3 days left", "5 h left", "12 min left"; "ended" once it is over. */
export function timeLeft(until: number, now: number): string {
  const left = until - now
  if (left <= 0) return t('ended')
  if (left < HOUR) return t('{value} min left', { value: Math.max(1, Math.floor(left / MINUTE)) })
  if (left < 2 * DAY) return t('{left} h left', { left: Math.floor(left / HOUR) })
  return t('{left} days left', { left: Math.floor(left / DAY) })
}
