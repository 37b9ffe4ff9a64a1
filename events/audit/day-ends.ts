import { dayColumn, signedMinorColumn, wholeColumn } from './column.ts'

/** Closing balances of wallets, in cents, for each day on which they changed, until they are forgotten. */
interface DayEnds {
  /** Sets the closing balance of the newest recorded day or of a later one. */
  readonly record: (wallet: number, day: number, cents: bigint) => void
  readonly firstDay: (wallet: number) => number | null
  readonly at: (wallet: number, day: number) => bigint
  /** Drops the entries of days up to this one, except the last of them: it applies until the next change. */
  readonly forget: (wallet: number, through: number) => void
}

/**
 * One linked list of entries per wallet, oldest first, in typed arrays: entries are added and dropped for every day of
 * every wallet, and as objects they would keep the garbage collector busy. Entry 0 means none.
 */
export const createDayEnds = (): DayEnds => {
  const days = dayColumn()
  const cents = signedMinorColumn()
  const next = wholeColumn()
  const first = wholeColumn()
  const last = wholeColumn()
  let entries = 0
  /** Linked list of entries to reuse. */
  let free = 0

  const newEntry = (): number => {
    if (free === 0) return ++entries
    const entry = free
    free = next.get(entry)
    next.set(entry, 0)
    return entry
  }

  return {
    record: (wallet, day, minor) => {
      const newest = last.get(wallet)
      if (newest !== 0 && days.get(newest) === day) return cents.set(newest, minor)
      const entry = newEntry()
      days.set(entry, day)
      cents.set(entry, minor)
      if (newest === 0) first.set(wallet, entry)
      else next.set(newest, entry)
      last.set(wallet, entry)
    },
    firstDay: (wallet) => {
      const entry = first.get(wallet)
      return entry === 0 ? null : days.get(entry)
    },
    at: (wallet, day) => {
      let held = 0
      for (let entry = first.get(wallet); entry !== 0 && days.get(entry) <= day; entry = next.get(entry))
        held = entry
      return held === 0 ? 0n : cents.get(held)
    },
    forget: (wallet, through) => {
      for (;;) {
        const oldest = first.get(wallet)
        const following = next.get(oldest)
        if (following === 0 || days.get(following) > through) return
        first.set(wallet, following)
        next.set(oldest, free)
        free = oldest
      }
    },
  }
}
