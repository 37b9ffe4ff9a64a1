import { useEffect, useRef } from 'react'
import type { Profile } from '../../../api/contract/devices.ts'
import type { CachedView } from '../../data/cached.ts'
import { connectivity } from '../../data/connectivity.ts'
import { refetchWatched } from '../../data/watched.ts'
import { becameActive, isUnderWay, statesDiffer } from './device-figures.ts'

/** How often the devices are asked for while the carrier is at one of them, in milliseconds. */
const POLL_MS = 3_000

/**
 * Follows what the carrier does: asks often while something is under way, refetches the rest of the page when
 * a state has changed, and tells of devices that have become active.
 */
export const useStateWatch = (
  { value, refresh }: Pick<CachedView<Profile[]>, 'value' | 'refresh'>,
  onActive: (device: Profile) => void,
): void => {
  const underWay = value?.some(isUnderWay) ?? false
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && connectivity() === 'online') void refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [underWay, refresh])

  const before = useRef<readonly Profile[] | null>(null)
  const tell = useRef(onActive)
  useEffect(() => {
    tell.current = onActive
  })
  useEffect(() => {
    const last = before.current
    if (value === null) return
    before.current = value
    if (last === null || !statesDiffer(last, value)) return
    refetchWatched()
    for (const device of becameActive(last, value)) tell.current(device)
  }, [value])
}
