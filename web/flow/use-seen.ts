import { useEffect, useState } from 'react'

/**
 * How long a review is seen before it can be agreed to, in milliseconds: the second click of a double click
 * on the button before must not land on the one that binds.
 */
const REVIEW_MS = 400

/** Whether the review that is open now has been seen for long enough. */
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
