import { useEffect } from 'react'
import { connectivity } from '../data/connectivity.ts'

const POLL_MS = 3_000

/** Reloads what is under way elsewhere, while the page is visible and the server can be reached. */
export const usePoll = (isUnderWay: boolean, refresh: () => Promise<void>): void =>
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && connectivity() === 'online') void refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, refresh])
