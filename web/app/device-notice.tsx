import { forbidsCookies } from './cookies.ts'
import { lazy, Suspense } from 'react'
import { useDeviceStorage } from '../data/device-storage.ts'
import { useClockError } from '../data/server-clock.ts'

const DeviceNotices = lazy(() => import('./device-notices.tsx'))

/** Warns of problems of this device that make the shown data older or less complete than it seems. */
export function DeviceNotice() {
  const { state, emptied } = useDeviceStorage()
  const isWell = useClockError() === null && state === 'kept' && !emptied && !forbidsCookies()
  return (
    <output className="block">
      <Suspense>{!isWell && <DeviceNotices />}</Suspense>
    </output>
  )
}
