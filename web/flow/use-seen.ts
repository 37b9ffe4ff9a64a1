import { useEffect, useState } from 'react'

/**
 * How long a review must be visible before it can be confirmed, in milliseconds: the second click of a double click
 * must not hit the button that binds.
 */
const REVIEW_MS = 400

/** Whether the open review has been visible for long enough. */
export const useSeen = (reviewing: boolean): boolean => {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!reviewing) return
    const timer = setTimeout(setSeen, REVIEW_MS, true)
    return () => {
      clearTimeout(timer)
      setSeen(false)
    }
  }, [reviewing])
  return seen
}
