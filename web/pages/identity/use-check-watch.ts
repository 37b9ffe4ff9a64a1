import { useEffect } from 'react'
import type { IdentityCheck } from '../../../api/contract/identity-check.ts'
import type { CachedView } from '../../data/cached.ts'
import { connectivity } from '../../data/connectivity.ts'

/** Interval between polls while a check is under way. */
const POLL_MS = 3_000

/** Follows a check that is under way. */
export const useCheckWatch = ({
  value,
  refresh,
}: Pick<CachedView<IdentityCheck>, 'value' | 'refresh'>): void => {
  const isUnderWay = value !== null && value.waits_for !== null
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && connectivity() === 'online') void refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, refresh])
}
