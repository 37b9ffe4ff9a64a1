import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { isPhone } from './use-phone.ts'

/** What is not yet there, in the order in which it stands on the page. */
const waiting: (() => void)[] = []
let isUnderWay = false
/** Then the browser takes the time, ms: also on a device that is never idle each part comes. */
const LATEST_MS = 300

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS })
  // Safari knows no idle time.
  else setTimeout(work, 20)
}

/** One part after the other, each in idle time of its own: together they would hold up the page for a while. */
const showNext = (): void => {
  const show = waiting.shift()
  isUnderWay = show !== undefined
  if (show === undefined) return
  startTransition(show)
  whenIdle(showNext)
}

/** Shows when it is its turn; returns how to give that up. */
const inTurn = (show: () => void): (() => void) => {
  waiting.push(show)
  if (!isUnderWay) whenIdle(showNext)
  isUnderWay = true
  return () => {
    const place = waiting.indexOf(show)
    if (place !== -1) waiting.splice(place, 1)
  }
}

/**
 * A part of a page that stands below the first screen of a phone: there it comes a moment after what is seen at first,
 * into the place that is kept for it, and is laid out only near to where somebody looks. What has the focus is not cut
 * off at its edge: a menu hangs out of it. On larger screens, which show more at once, it is there from the beginning.
 */
export function Below({
  height_rem,
  children,
}: {
  /** About its height; without one for what takes no place by itself. */
  height_rem?: number
  children: ReactNode
}) {
  const [shown, setShown] = useState(() => !isPhone())
  useEffect(() => (shown ? undefined : inTurn(() => setShown(true))), [shown])
  if (height_rem === undefined) return shown ? children : null
  if (!shown)
    return (
      <div
        aria-busy="true"
        className="rounded-card border border-line bg-surface shadow-card"
        style={{ blockSize: `${height_rem}rem` }}
      />
    )
  return (
    <div
      className="far-from-sight empty:hidden md:contents"
      style={{ containIntrinsicBlockSize: `auto ${height_rem}rem` }}
    >
      {children}
    </div>
  )
}
