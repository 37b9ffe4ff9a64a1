import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { isPhone } from './use-phone.ts'

/** Parts not shown yet, in their order on the page. */
const waiting: (() => void)[] = []
let isUnderWay = false
/** Longest wait for idle time, ms: each part appears on a device that is never idle too. */
const LATEST_MS = 300

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS })
  // Safari has no idle callback.
  else setTimeout(work, 20)
}

/** Shows one part after the other, each in its own idle time: all at once would block the page for a while. */
const showNext = (): void => {
  const show = waiting.shift()
  isUnderWay = show !== undefined
  if (show === undefined) return
  startTransition(show)
  whenIdle(showNext)
}

/** Queues a part; returns the function that removes it from the queue. */
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
 * A part of a page below the first screen of a phone: there it is rendered a moment after the first screen, in the
 * space reserved for it, and laid out only when it is near the visible area. While it contains the focus it is not
 * clipped, because a menu may extend beyond its edge. Larger screens, which show more at once, render it immediately.
 */
export function BelowFirstScreen({
  id,
  height_rem,
  children,
}: {
  /** For addresses that name it. */
  id?: string
  /** Its approximate height; none for a part that takes no space by itself. */
  height_rem?: number
  children: ReactNode
}) {
  const [shown, setShown] = useState(() => !isPhone())
  useEffect(() => (shown ? undefined : inTurn(() => setShown(true))), [shown])
  if (height_rem === undefined) return shown ? children : null
  if (!shown)
    return (
      <div
        id={id}
        aria-busy="true"
        className="scroll-mt-20 rounded-card border border-line bg-surface shadow-card"
        style={{ blockSize: `${height_rem}rem` }}
      />
    )
  return (
    <div
      id={id}
      className="far-from-sight scroll-mt-20 empty:hidden md:contents"
      style={{ containIntrinsicBlockSize: `auto ${height_rem}rem` }}
    >
      {children}
    </div>
  )
}
