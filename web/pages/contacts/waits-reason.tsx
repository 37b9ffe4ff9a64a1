import { useConnectivity } from '../../data/connectivity.ts'
import { OfflineReason } from '../../flow/offline-reason.tsx'

/** Offline: what becomes of a change that is made now. */
export function WaitsReason() {
  if (useConnectivity() !== 'offline') return null
  return (
    <OfflineReason>
      You are offline. Your change waits on this device and is sent when you are back.
    </OfflineReason>
  )
}
