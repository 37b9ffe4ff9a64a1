import { useEffect, useRef } from 'react'
import type { Device } from '../../../api/contract/devices.ts'
import type { CachedView } from '../../data/cached.ts'
import { refreshOutdated } from '../../data/watched.ts'
import { usePoll } from '../../parts/use-poll.ts'
import { becameActive, isUnderWay, statesDiffer } from './device-figures.ts'

/**
 * Follows the carrier's progress: polls the devices while an action is pending, refetches the rest of the page when
 * a state has changed, and calls `onActive` for each device that has become active.
 */
export const useStateWatch = (
  { value, refresh }: Pick<CachedView<Device[]>, 'value' | 'refresh'>,
  onActive: (device: Device) => void,
): void => {
  usePoll(value?.some(isUnderWay) ?? false, refresh)
  const before = useRef<readonly Device[] | null>(null)
  const tell = useRef(onActive)
  useEffect(() => {
    tell.current = onActive
  })
  useEffect(() => {
    const last = before.current
    if (value === null) return
    before.current = value
    if (last === null || !statesDiffer(last, value)) return
    refreshOutdated()
    for (const device of becameActive(last, value)) tell.current(device)
  }, [value])
}
