import { hasDefaultDates, localeOf, t } from '../texts/texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const longMonthOf = (moment: Date): string => MONTHS[moment.getUTCMonth()] ?? ''
const monthOf = (moment: Date): string => longMonthOf(moment).slice(0, 3)
const dayOf = (moment: Date): string =>
  `${monthOf(moment)} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
const clockOf = (moment: Date): string => {
  const hours = moment.getUTCHours()
  const [, minutes, seconds] = moment.toISOString().slice(11, 19).split(':')
  return `${hours % 12 || 12}:${minutes}:${seconds} ${hours < 12 ? 'AM' : 'PM'}`
}

/**
 * Formats a moment in the member's locale: in the default one by `inDefaultLocale`, which reads the UTC fields of what
 * it gets, because the first use of `Intl` takes a phone long. Creating a formatter takes longer than formatting a
 * hundred dates, so each is created once, on first use.
 */
const written = (
  options: Intl.DateTimeFormatOptions,
  inDefaultLocale: (moment: Date) => string,
): ((at: number) => string) => {
  let formatter: Intl.DateTimeFormat | undefined
  return (at) => {
    if (hasDefaultDates() && !Number.isNaN(at)) {
      const ahead = options.timeZone === 'UTC' ? 0 : -new Date(at).getTimezoneOffset() * MINUTE
      return inDefaultLocale(new Date(at + ahead))
    }
    formatter ??= new Intl.DateTimeFormat(localeOf(), options)
    return formatter.format(at)
  }
}

const asMoment = written(
  { dateStyle: 'medium', timeStyle: 'medium' },
  (moment) => `${dayOf(moment)}, ${clockOf(moment)}`,
)
const asDay = written({ dateStyle: 'medium' }, dayOf)
const asMonth = {
  long: written(
    { month: 'long', year: 'numeric', timeZone: 'UTC' },
    (moment) => `${longMonthOf(moment)} ${moment.getUTCFullYear()}`,
  ),
  short: written({ month: 'short', timeZone: 'UTC' }, monthOf),
}
/** Days written `yyyy-mm-dd` have no time zone. */
const asCalendarDay = written({ dateStyle: 'medium', timeZone: 'UTC' }, dayOf)
const asShortDay = written(
  { month: 'short', day: 'numeric', timeZone: 'UTC' },
  (moment) => `${monthOf(moment)} ${moment.getUTCDate()}`,
)

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
  return asMoment(at)
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
