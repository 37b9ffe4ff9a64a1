import { dollars } from '../../contract/money.ts'

const MB_KB = 1_024
const GB_MB = 1_024

/** Formats data: MB, from 1024 MB on GB with one decimal. */
export const dataText = (kb: number): string => {
  const mb = kb / MB_KB
  return mb >= GB_MB ? `${(mb / GB_MB).toFixed(1)} GB` : `${Math.round(mb)} MB`
}

export const minutesText = (minutes: number): string => `${Math.round(minutes)} min`

export const textsText = (count: number): string => {
  const rounded = Math.round(count)
  return rounded === 1 ? '1 message' : `${rounded} messages`
}

/** Formats cents, which may be fractional in a forecast, as dollars. */
export const cents = (amount: number): string => dollars(Math.round(amount))

/** "5.1 GB (3.9 GB to 6.2 GB)": the expected value, and its range in four of five cases. */
export const rangeText = (
  { p10, p50, p90 }: { readonly p10: number; readonly p50: number; readonly p90: number },
  text: (value: number) => string,
): string => {
  const [low, expected, high] = [p10, p50, p90].map(text)
  return low === high ? `${expected}` : `${expected} (${low} to ${high})`
}

const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** "November 30". */
export const dateText = (day: string): string => DATE.format(new Date(`${day}T00:00:00.000Z`))
