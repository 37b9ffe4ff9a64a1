const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Making a formatter takes longer than a hundred dates, so each is made once; in the member's own time zone. */
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MONTH = {
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
}
/** Days that are written `yyyy-mm-dd` are of no time zone. */
const CALENDAR_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * How long ago a moment was, in the words of the app: "just now", "3 min ago", "5 h ago", "yesterday",
 * "6 days ago", after a month the date. Both arguments in milliseconds since the epoch; a moment in the
 * future (two clocks that differ) counts as now.
 */
export function relativeTime(at: number, now: number): string {
  const ago = now - at
  if (ago < MINUTE) return 'just now'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`
  const days = Math.floor(ago / DAY)
  if (days === 1) return 'yesterday'
  if (days <= 30) return `${days} days ago`
  return `on ${longDate(at)}`
}

/** The exact moment in the member's own time zone: "Nov 20, 2026, 12:29:23 PM". */
export function exactTime(at: number): string {
  return MOMENT.format(at)
}

/** A day in the member's own time zone: "Nov 25, 2026". */
export function longDate(at: number): string {
  return DATE.format(at)
}

/** A day written `yyyy-mm-dd`: "Nov 25, 2026". */
export function calendarDate(day: string): string {
  return CALENDAR_DATE.format(Date.parse(day))
}

/** A calendar month written `yyyy-mm`: "November 2026", or short "Nov". */
export function longMonth(month: string, style: 'long' | 'short' = 'long'): string {
  return MONTH[style].format(Date.parse(`${month}-01`))
}

/** How long there is still time: "3 days left", "5 h left", "12 min left"; "ended" once it is over. */
export function timeLeft(until: number, now: number): string {
  const left = until - now
  if (left <= 0) return 'ended'
  if (left < HOUR) return `${Math.max(1, Math.floor(left / MINUTE))} min left`
  if (left < 2 * DAY) return `${Math.floor(left / HOUR)} h left`
  return `${Math.floor(left / DAY)} days left`
}
