import { dayColumn, signedMinorColumn, wholeColumn } from './column.ts'

/** What many wallets held at the end of each day on which that changed, in cents, until it is forgotten. */
interface DayEnds {
  /** Of a day on which it changed, or of one that is newer than all before. */
  readonly record: (wallet: number, day: number, cents: bigint) => void
  readonly firstDay: (wallet: number) => number | null
  readonly at: (wallet: number, day: number) => bigint
  /** Days up to this one are not asked for again, but for the last: it holds until the next change. */
  readonly forget: (wallet: number, through: number) => void
}

/**
 * One chain of entries a wallet, oldest first, in plain memory: entries come and go with every day of every wallet, and
 * as objects would live just long enough to keep the garbage collector busy. Entry 0 is none.
 */
export const createDayEnds = (): DayEnds => {
  const days = dayColumn()
  const cents = signedMinorColumn()
  const next = wholeColumn()
  const first = wholeColumn()
  const last = wholeColumn()
  let entries = 0
  /** Chain of entries that may be used again. */
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
