/** The same time of day `days` business days (Monday to Friday, UTC) later; bank holidays are not known here. */
export const addBusinessDays = (from: Date, days: number): Date => {
  const day = new Date(from)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    const weekday = day.getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day
}
