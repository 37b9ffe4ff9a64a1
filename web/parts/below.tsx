import { clsx } from 'clsx'
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
 * into the place that is kept for it. On larger screens, which show more at once, it is there from the beginning.
 */
export function Below({
  height,
  children,
}: {
  /** A class with about its height; without one for what takes no place by itself. */
  height?: string
  children: ReactNode
}) {
  const [shown, setShown] = useState(() => !isPhone())
  useEffect(() => (shown ? undefined : inTurn(() => setShown(true))), [shown])
  if (shown) return children
  if (height === undefined) return null
  return (
    <div
      aria-busy="true"
      className={clsx('rounded-card border border-line bg-surface shadow-card', height)}
    />
  )
}
