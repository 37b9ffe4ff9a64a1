import { useConnectivity } from '../../data/connectivity.ts'
import { OfflineReason } from '../../parts/offline-reason.tsx'
import { t } from '../../texts/texts.ts'

/** Offline: what becomes of a change that is made now. */
export function WaitsReason() {
  if (useConnectivity() !== 'offline') return null
  return (
    <OfflineReason>
      {t('You are offline. Your change waits on this device and is sent when you are back.')}
    </OfflineReason>
  )
}
